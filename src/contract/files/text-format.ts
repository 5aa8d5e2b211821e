/** The language that a text is written in. */
export type TextFormat = 'html' | 'markdown';

/** Markdown by the name of the file, otherwise HTML. */
export const textFormatOf = (path: string): TextFormat =>
  /\.(?:md|markdown|mdown|mkdn?)$/i.test(path) ? 'markdown' : 'html';
