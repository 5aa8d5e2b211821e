/** Checks whether a token opens the studio; if not, names the command that creates one that does. */
import { isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { Failure } from '#contract/errors';
import { tokenCommand } from '#contract/token-command';
import type { Authenticated } from '#store/tokens';
import { requireManagementScope } from '../api/manage/require-management-scope.ts';
import type { Config } from '../config.ts';

/** Throws `forbidden` with `required_scope` and `command`. */
export function requireStudioScope(caller: Authenticated, config: Config): void {
  try {
    requireManagementScope(caller, 'templates:write');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const command = tokenCommand({ team: caller.team.name, dataDir: shownDirectory(config) });
    throw new Failure('forbidden', error.message, { facts: { ...error.facts, command } });
  }
}

/** Returns the command that creates a token for webhooks too, or undefined if this one may manage them. */
export function webhookTokenCommand({ scopes, team }: Authenticated, config: Config): string | undefined {
  if (scopes.includes('webhooks:write')) return undefined;
  return tokenCommand({
    team: team.name,
    scopes: ['templates:write', 'webhooks:write'],
    dataDir: shownDirectory(config),
  });
}

/** Paths of this machine are shown only to local users; others get a placeholder. A shared database has its own setting. */
function shownDirectory({ dataDir, databaseUrl, host, publicUrl }: Config): string | undefined {
  if (databaseUrl !== undefined) return undefined;
  const isLocal = host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
  return isLocal && publicUrl === undefined ? resolve(dataDir) : '<data directory>';
}
