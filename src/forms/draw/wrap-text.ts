/** Breaks text into lines. */

import { directText, type TextLine } from '#pdf/fonts/text-line';

/** The width of a part of the text. */
export type Measure = (part: string) => number;

/** Breaks at spaces, and within words that are longer than a line. Line breaks of the text stay. */
export function wrapText(text: string, width: number, measure: Measure): TextLine[] {
  return text.split('\n').flatMap((paragraph) => {
    const line = directText(paragraph);
    return wrapParagraph(paragraph, width, measure).map(([start, end]) => line(start, end));
  });
}

/** Returns where each line begins and where it ends, without the spaces there. */
function wrapParagraph(paragraph: string, width: number, measure: Measure): [start: number, end: number][] {
  const lines: [number, number][] = [];
  let start = 0;
  let end = 0;
  let lineWidth = 0;
  const breakLine = () => {
    lines.push([start, start + paragraph.slice(start, end).replace(/ +$/, '').length]);
    start = end;
    lineWidth = 0;
  };
  for (const [word] of paragraph.matchAll(/[^ ]* *|[^ ]+$/g)) {
    if (word === '') continue;
    // Spaces at the end of a line take no room.
    const needed = measure(word.trimEnd());
    if (end > start && lineWidth + needed > width) breakLine();
    if (needed <= width) {
      end += word.length;
      lineWidth += measure(word);
      continue;
    }
    for (const character of word) {
      const own = measure(character);
      if (end > start && lineWidth + own > width && character !== ' ') breakLine();
      end += character.length;
      lineWidth += own;
    }
  }
  breakLine();
  return lines;
}
