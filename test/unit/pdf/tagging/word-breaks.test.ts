/** Lines of a paragraph end with a space, as ISO 32000-1, 14.8.2.5, asks of tagged documents. */
import { describe, expect, it } from 'vitest';
import { separateLines } from '../../../../src/pdf/tagging/word-breaks.ts';

const letters = new Map([...'abc-漢é '].map((letter, i) => [i + 1, letter]));
const font = { codeLength: 4, texts: letters, space: '0007' };
const code = (text: string) =>
  [...text]
    .map((letter) => (['abc-漢é '.indexOf(letter)].map((i) => i + 1)[0] ?? 0).toString(16).padStart(4, '0'))
    .join('');

const line = (text: string, { y = 10, x = 0 } = {}) =>
  `BT\n/F1 10 Tf\n1 0 0 -1 ${x} ${y} Tm\n<${code(text)}> Tj\nET\n`;
const mark = (number: number, ...lines: string[]) => `/P <</MCID ${number} >>BDC\n${lines.join('')}EMC\n`;
const spaced = (text: string) => line(text).replace('ET\n', '<0007> Tj\nET\n').slice(0, -3);

const separate = (content: string, blocks: Readonly<Record<number, number>> = {}, fonts = font) =>
  separateLines(content, { fontOf: () => fonts, blockOf: (number) => blocks[number] });

/** How many lines got a space. */
const count = (content: string, blocks?: Readonly<Record<number, number>>) =>
  separate(content, blocks).split('<0007> Tj\n').length - 1;

describe('a line gets a space', () => {
  it('if the same text goes on below it', () => {
    const content = mark(0, line('ab'), line('c', { y: 22 }), line('a', { y: 34 }));
    expect(separate(content).startsWith(`/P <</MCID 0 >>BDC\n${spaced('ab')}`)).toBe(true);
    expect(count(content)).toBe(2);
  });

  it('if another text of the same paragraph goes on below it', () => {
    const content = mark(0, line('ab')) + mark(1, line('c', { y: 22 }));
    expect(count(content, { 0: 5, 1: 5 })).toBe(1);
    expect(count(content, { 0: 5, 1: 6 })).toBe(0);
    expect(count(content)).toBe(0);
  });

  it('if the next one is drawn in the same place of the page after another state', () => {
    const matrix = '3 0 0 3 100 100 cm\n';
    const inState = (text: string) => `q\n${matrix}${text}Q\n`;
    expect(count(mark(0, inState(line('ab')), inState(line('c', { y: 22 }))))).toBe(1);
    expect(count(mark(0, inState(line('ab')), line('c', { y: 22 })))).toBe(0);
  });
});

describe('a line gets no space', () => {
  it.each([
    ['is raised or lowered', 'ab', 'c', 14],
    ['is above it', 'ab', 'c', -2],
    ['continues a word after a hyphen', 'a-', 'c', 22],
    ['is written in a script without spaces', '漢', '漢', 22],
    ['begins in such a script', 'a', '漢', 22],
  ])('if the next one %s', (_, first, second, y) => {
    expect(count(mark(0, line(first), line(second, { y })))).toBe(0);
  });

  it('if it has one', () => {
    expect(count(mark(0, line('a '), line('b', { y: 22 })))).toBe(0);
  });

  it('if the meaning of its font is not known', () => {
    const content = mark(0, line('a'), line('b', { y: 22 }));
    expect(separateLines(content, { fontOf: () => undefined, blockOf: () => undefined })).toBe(content);
  });
});

it('says what the last word means where the font has no glyph for a space', () => {
  const content = mark(0, line('aé'), line('b', { y: 22 }));
  const drawn = `<${code('aé')}> Tj\n`;
  expect(separate(content, {}, { ...font, space: undefined as never })).toBe(
    content.replace(drawn, `/Span <</ActualText <FEFF006100E90020>>>BDC\n${drawn}EMC\n`),
  );
});
