import { expect, it } from 'vitest';
import { sourceExcerpt } from '../../../../src/cli/io/source-excerpt.ts';
import { styleFor } from '../../../../src/cli/io/style.ts';

const plain = await styleFor(0);
const excerpt = (text: string, line: number, column: number) =>
  sourceExcerpt({ file: 'x', line, column, text }, plain);

it('puts the caret under the column, also after wide characters', () => {
  expect(excerpt('日本{{ x }}', 1, 3)).toEqual(['  1 │ 日本{{ x }}', '    │     ^']);
});

it('counts lines as Twig does', () => {
  expect(excerpt('a\rb\r\nc\nd', 4, 1)).toEqual(['  3 │ c', '  4 │ d', '    │ ^']);
});

it('cuts long lines around the column', () => {
  const rows = excerpt(`${'x'.repeat(5000)}{{${'y'.repeat(5000)}`, 1, 5001);
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row.length).toBeLessThan(120);
  expect(rows[0]?.[rows[1]?.indexOf('^') ?? 0]).toBe('{');
});

it('is empty for a line that the file does not have', () => {
  expect(excerpt('a', 5, 1)).toEqual([]);
});
