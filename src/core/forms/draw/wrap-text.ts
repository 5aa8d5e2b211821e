/** Breaks text into lines. */

/** The width of a character. */
export type Measure = (character: string) => number;

/** Breaks at spaces, and within words that are longer than a line. Line breaks of the text stay. */
export function wrapText(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, measure));
}

function wrapParagraph(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  const breakLine = () => {
    lines.push(line.replace(/ +$/, ''));
    line = '';
    lineWidth = 0;
  };
  for (const [word] of paragraph.matchAll(/[^ ]* *|[^ ]+$/g)) {
    if (word === '') continue;
    const characters = [...word];
    const widths = characters.map(measure);
    const spaces = characters.length - word.trimEnd().length;
    // Spaces at the end of a line take no room.
    const needed = sum(widths.slice(0, characters.length - spaces));
    if (line !== '' && lineWidth + needed > width) breakLine();
    if (needed <= width) {
      line += word;
      lineWidth += sum(widths);
      continue;
    }
    for (const [i, character] of characters.entries()) {
      const own = widths[i] ?? 0;
      if (line !== '' && lineWidth + own > width && character !== ' ') breakLine();
      line += character;
      lineWidth += own;
    }
  }
  lines.push(line.replace(/ +$/, ''));
  return lines;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
