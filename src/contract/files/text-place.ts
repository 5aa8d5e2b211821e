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
