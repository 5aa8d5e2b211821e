/**
 * The command with which an operator lifts a limit that refused something. Most who run a server own it, and are refused by
 * limits that they never chose.
 */
import { resolve } from 'node:path';
import { type Lift, liftCommand } from '#contract/admin-commands';
import type { ErrorCode } from '#contract/errors';
import type { Team } from '#store/teams';
import { type Config, shownDirectory } from '../config.ts';

/** Refusals that a team without limits does not get. */
const lifted: ReadonlySet<ErrorCode> = new Set([
  'quota_exhausted',
  'plan_required',
  'email_unverified',
  'rate_limited',
]);

/**
 * Returns the command for the log, which names the data directory; undefined for a refusal that no setting of a team lifts.
 *
 * @example
 * liftForLog('quota_exhausted', team, config) // pdfapi admin team set acme --plan unlimited --data-dir /srv/data
 */
export function liftForLog(code: ErrorCode, team: Team, config: Config): string | undefined {
  if (!lifted.has(code)) return undefined;
  return liftCommand(team.name, liftOf(code, team), config.databaseUrl ? undefined : resolve(config.dataDir));
}

/** The same for a header of the response, which is ASCII. Undefined where credits are sold. */
export function liftForHeader(code: ErrorCode, team: Team, config: Config): string | undefined {
  if (!lifted.has(code) || config.purchaseUrl !== undefined) return undefined;
  const name = isAscii(team.name) ? team.name : String(team.id);
  const directory = shownDirectory(config);
  const shown = directory !== undefined && isAscii(directory) ? directory : undefined;
  return liftCommand(name, liftOf(code, team), shown);
}

/** A limit that an operator set holds on any plan. */
function liftOf(code: ErrorCode, { quotaFrom, rateLimit }: Team): Lift {
  if (code === 'email_unverified') return '--verified';
  if (code === 'quota_exhausted' && quotaFrom !== 'plan') return '--quota none';
  return code === 'rate_limited' && rateLimit !== null ? '--rate-limit none' : '--plan unlimited';
}

const isAscii = (text: string): boolean => /^[ -~]+$/.test(text);
