/** Where something is in the text of a file. */
export interface TextPlace {
  /** Both count from 1. `column` is in UTF-16 code units. */
  readonly line: number;
  readonly column: number;
}

/**
 * Returns the place of the character at an index.
 *
 * @example
 * placeInText('a\nbc', 3); // { line: 2, column: 2 }
 */
export function placeInText(text: string, index: number): TextPlace {
  const before = text.slice(0, index);
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

/** A sentence about a file, if it names one. */
export interface PlacedText {
  readonly text: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/**
 * Separates a sentence from the place that it begins with, as compilers write it. `isFile` returns whether a file is known: what
 * only looks like a place stays in the sentence.
 *
 * @example
 * splitPlace('template.html:4:6: <img> has no text alternative', (file) => file === 'template.html');
 * // { text: '<img> has no text alternative', file: 'template.html', line: 4, column: 6 }
 */
export function splitPlace(sentence: string, isFile: (file: string) => boolean): PlacedText {
  const [, file = '', line, column, text = ''] = /^(.+?):(\d+)(?::(\d+))?: (.+)$/s.exec(sentence) ?? [];
  if (file === '' || !isFile(file)) return { text: sentence };
  return { text, file, line: Number(line), ...(column !== undefined && { column: Number(column) }) };
}
