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

/** Returns, for example, `pdfapi admin team set default --plan unlimited`. */
export const unlimitedCommand = (team: string, dataDir?: string): string =>
  `pdfapi admin team set ${shellWord(team)} --plan unlimited${placeOf(dataDir)}`;

const placeOf = (dataDir: string | undefined): string =>
  dataDir === undefined ? '' : ` --data-dir ${shellWord(dataDir)}`;

/** Quotes a word for a POSIX shell. */
const shellWord = (text: string): string =>
  /^[\w./@%+:=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
