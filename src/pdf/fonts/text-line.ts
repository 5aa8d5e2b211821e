/** A line of text as it is drawn: parts of one direction each, from left to right (UAX #9). */
import { shapingLibraries } from './shaping-libraries.ts';

interface TextRun {
  /** In the order in which it is read. */
  readonly text: string;
  /** Whether it is read from right to left. */
  readonly isFromRight: boolean;
}

export type TextLine = readonly TextRun[];

/** Letters of scripts that are written from right to left, and characters that only direct text. */
const directed =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** They are not drawn. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Finds the directions of a paragraph, and returns what makes a line of each part of it, from an index up to but not including
 * another: lines are broken before they are ordered. Throws for text from right to left outside of `withShaping`.
 */
export function directText(paragraph: string): (start?: number, end?: number) => TextLine {
  if (!directed.test(paragraph)) {
    return (start, end) => [{ text: paragraph.slice(start, end), isFromRight: false }];
  }
  const { bidi } = shapingLibraries();
  const found = bidi.getEmbeddingLevels(paragraph);
  return (start = 0, end = paragraph.length) => {
    const order = Array.from({ length: end - start }, (_, i) => start + i);
    const reversed = end > start ? bidi.getReorderSegments(paragraph, found, start, end - 1) : [];
    for (const [first = 0, last = 0] of reversed) {
      const part = order.slice(first - start, last - start + 1).reverse();
      for (const [i, index] of part.entries()) order[first - start + i] = index;
    }
    const runs: { level: number; first: number; last: number }[] = [];
    for (const index of order) {
      const level = found.levels[index] ?? 0;
      const run = runs.at(-1);
      if (run?.level === level && index === run.last + 1) run.last = index;
      else if (run?.level === level && index === run.first - 1) run.first = index;
      else runs.push({ level, first: index, last: index });
    }
    return runs
      .map(({ level, first, last }) => ({
        text: paragraph.slice(first, last + 1).replace(directions, ''),
        isFromRight: level % 2 === 1,
      }))
      .filter(({ text }) => text !== '');
  };
}

/** The only line of a text. */
export const lineOf = (text: string): TextLine => directText(text)();

/** Each character of the line as a line of its own, from left to right. */
export const charactersOf = (line: TextLine): TextLine[] =>
  line.flatMap(({ text, isFromRight }) => {
    const characters = [...text].map((character) => [{ text: character, isFromRight }]);
    return isFromRight ? characters.reverse() : characters;
  });

/** A bracket opens to the other side in text from the right. */
export const mirrored = (character: string): string =>
  shapingLibraries().bidi.getMirroredCharacter(character) ?? character;
