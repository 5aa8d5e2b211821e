/** The line of an error, the line before it, and a caret under the column. */
import type { SourceLocation } from '#contract/errors';
import { sanitize } from './sanitize.ts';
import type { Style } from './style.ts';

/** Longer lines are cut around the column: minified HTML is a single line. */
const maxWidth = 100;
const tab = '  ';

export function sourceExcerpt(location: SourceLocation, style: Style): string[] {
  const { text, line, column } = location;
  const lines = text?.split(/\r\n|\n|\r/);
  const source = lines?.[line - 1];
  if (lines === undefined || source === undefined) return [];
  const gutter = String(line).length;
  const row = (number: string, content: string) =>
    `  ${style.dim(`${number.padStart(gutter)} │`)} ${content}`.trimEnd();

  const start = column !== undefined && column > maxWidth * 0.8 ? column - Math.floor(maxWidth / 2) : 0;
  const cut = (whole: string) => {
    const part = sanitize(whole.slice(start, start + maxWidth));
    return `${start > 0 ? '…' : ''}${part.replaceAll('\t', tab)}${whole.length > start + maxWidth ? '…' : ''}`;
  };
  const before = lines[line - 2];
  const rows = [];
  // If the line is cut, the line before it would be cut elsewhere and be of no use.
  if (before !== undefined && start === 0 && before.trim() !== '')
    rows.push(row(String(line - 1), cut(before)));
  rows.push(row(String(line), cut(source)));
  if (column !== undefined) {
    const indent = (start > 0 ? 1 : 0) + getWidth(source.slice(start, column - 1));
    rows.push(row('', `${' '.repeat(indent)}${style.red('^')}`));
  }
  return rows;
}

/** Returns the width in terminal columns: wide East Asian characters and emoji take two, combining marks none. */
function getWidth(text: string): number {
  let width = 0;
  for (const character of text.replaceAll('\t', tab)) {
    if (/\p{Mark}|\u200d/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}
