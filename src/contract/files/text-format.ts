/** The language that a text is written in. */
export type TextFormat = 'html' | 'markdown';

/** Whether the name of a file says that it is HTML or Markdown. */
export const isTextDocument = (path: string): boolean =>
  /\.x?html?$/i.test(path) || textFormatOf(path) === 'markdown';

/** Markdown by the name of the file, otherwise HTML. */
export const textFormatOf = (path: string): TextFormat =>
  /\.(?:md|markdown|mdown|mkdn?)$/i.test(path) ? 'markdown' : 'html';
