import { expect, test } from 'vitest';
import { readContinuedText } from '../../../../src/pdf/contents/continued-text.ts';

const read = (content: string, codeLength = 2) =>
  readContinuedText(Buffer.from(content, 'latin1'), 0, codeLength);

test('glyphs that Chromium shows one by one are one text', () => {
  const content = '\n5.61 0 Td <0020> Tj\n-2.26 0 Td <00134142> Tj\nET\n';
  expect(read(content)).toEqual({ shown: '\0 \0\x13AB', end: content.indexOf('\nET') });
});

test.each([
  ['another operator', '5 0 TD <0020> Tj'],
  ['a number alone', '5 Td <0020> Tj'],
  ['a number with two points', '5 1.2.3 Td <0020> Tj'],
  ['an integer that may be too large', '5 2147483648 Td <0020> Tj'],
  ['a real that may be too close to zero', '5 0.00000000000000000000000000000000000000001 Td <0020> Tj'],
  ['a literal string', '5 0 Td (ab) Tj'],
  ['an odd number of digits', '5 0 Td <002> Tj'],
  ['another character than a digit', '5 0 Td <002g> Tj'],
  ['space among the digits', '5 0 Td <00 20> Tj'],
  ['half a code', '5 0 Td <00> Tj'],
  ['no code', '5 0 Td <> Tj'],
  ['a dictionary', '5 0 Td <<>> Tj'],
  ['a comment', '5 0 Td % <0020> Tj'],
  ['a long string', `5 0 Td <${'41'.repeat(65)}> Tj`],
  ['a longer operator', '5 0 Td <0020> Tjx'],
  ['the end', '5 0 Td <0020'],
])('%s is left to the parser', (_, content) => {
  expect(read(content)).toBeUndefined();
});

test('what precedes such a piece is read', () => {
  const content = ' 1 0 Td <0041> Tj 5 0 Td (ab) Tj';
  expect(read(content)).toEqual({ shown: '\0A', end: 17 });
});

test('a text longer than what is read in one go comes in parts', () => {
  const content = Buffer.from(' 1 0 Td <41> Tj'.repeat(5000));
  let shown = '';
  for (let at = 0; ; ) {
    const part = readContinuedText(content, at, 1);
    if (!part) break;
    shown += part.shown;
    at = part.end;
  }
  expect(shown).toBe('A'.repeat(5000));
});
