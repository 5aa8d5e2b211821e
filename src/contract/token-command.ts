/** The command that an operator runs to create a token for management. */
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
  const place = dataDir === undefined ? '' : ` --data-dir ${shellWord(dataDir)}`;
  return `pdfapi admin token create --team ${shellWord(team)} --scope ${scopes.join(' ')}${place}`;
}

/** Quotes a word for a POSIX shell. */
const shellWord = (text: string): string =>
  /^[\w./@%+:=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
