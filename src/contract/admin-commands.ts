/** Commands that messages advise an operator to run. */
import type { TokenScope } from './token.ts';

export interface TokenCommandOptions {
  readonly team: string;
  /** Default: `templates:write`. */
  readonly scopes?: readonly TokenScope[] | undefined;
  /** If omitted, the command finds the data directory itself. */
  readonly dataDir?: string | undefined;
}

/** Returns, for example, `pdfapi admin token create --team default --scope templates:write --data-dir ./data`. */
export function tokenCommand({ team, scopes = ['templates:write'], dataDir }: TokenCommandOptions): string {
  return `pdfapi admin token create --team ${shellWord(team)} --scope ${scopes.join(' ')}${placeOf(dataDir)}`;
}

/** What lifts a limit: all of those of the plan, one that an operator gave the team, or the check of its owner's address. */
export const lifts = ['--plan unlimited', '--quota none', '--rate-limit none', '--verified'] as const;
export type Lift = (typeof lifts)[number];

/** Returns, for example, `pdfapi admin team set default --plan unlimited`. */
export const liftCommand = (team: string, lift: Lift, dataDir?: string): string =>
  `pdfapi admin team set ${shellWord(team)} ${lift}${placeOf(dataDir)}`;

const placeOf = (dataDir: string | undefined): string =>
  dataDir === undefined ? '' : ` --data-dir ${shellWord(dataDir)}`;

/** Quotes a word for a POSIX shell. */
export const shellWord = (text: string): string =>
  /^[\w./@%+:=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
