/** The command with which an operator makes a token that may manage templates. */

export interface TokenCommandOptions {
  readonly team: string;
  /** Left out: the data directory that the command finds by itself. */
  readonly dataDir?: string | undefined;
}

/** For example `pdfapi admin token create --team default --scope templates:write --data-dir ./data`. */
export function tokenCommand({ team, dataDir }: TokenCommandOptions): string {
  const place = dataDir === undefined ? '' : ` --data-dir ${shellWord(dataDir)}`;
  return `pdfapi admin token create --team ${shellWord(team)} --scope templates:write${place}`;
}

/** As a shell reads it back. */
const shellWord = (text: string): string =>
  /^[\w./@%+:=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
