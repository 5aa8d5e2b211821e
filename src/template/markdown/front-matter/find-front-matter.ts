/** Finds the front matter of a Markdown file: YAML between two lines of dashes at its beginning. */

export interface FrontMatterText {
  /** The YAML, without the lines around it. */
  readonly yaml: string;
  /** The file with empty lines in place of the front matter, so that errors name the lines of the file. */
  readonly body: string;
}

/** In characters. What it says is read outside of the threads that read the text. */
const maxFrontMatterCharacters = 10_000;

const opening = /^---[ \t]*\r?\n(?=[ \t]*\S)/;
const closing = /^(?:---|\.\.\.)[ \t]*\r?$/m;

/**
 * Returns undefined if the file begins with its text. Three dashes with an empty line below, or without further dashes
 * within 10,000 characters, are a horizontal rule.
 */
export function findFrontMatter(text: string): FrontMatterText | undefined {
  const start = opening.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const rest = text.slice(start, start + maxFrontMatterCharacters);
  const end = closing.exec(rest);
  if (!end) return undefined;
  const yaml = rest.slice(0, end.index);
  const after = start + end.index + end[0].length;
  return { yaml, body: text.slice(0, after).replace(/[^\n]/g, '') + text.slice(after) };
}
