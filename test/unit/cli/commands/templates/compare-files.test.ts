/** Compares the files of two states of a template. */
import { expect, it } from 'vitest';
import { compareFiles } from '../../../../../src/cli/commands/templates/repository/compare-files.ts';

const files = (each: Readonly<Record<string, string | Uint8Array>>) =>
  new Map(Object.entries(each).map(([path, content]) => [path, Buffer.from(content)]));

it('lists added, removed and changed files in sorted order, and omits equal ones', () => {
  const before = files({ 'z.css': 'same', 'b.css': 'old\n', 'c.css': 'gone' });
  const after = files({ 'a.css': 'new', 'b.css': 'new\n', 'z.css': 'same' });
  expect(compareFiles(before, after).map(({ path, change }) => [path, change])).toEqual([
    ['a.css', 'added'],
    ['b.css', 'changed'],
    ['c.css', 'removed'],
  ]);
  expect(compareFiles(before, before)).toEqual([]);
});

it('has no text diff for files that are not UTF-8 or hold a NUL', () => {
  const binary = [new Uint8Array([0xff, 0xfe]), new Uint8Array([0x41, 0, 0x42])];
  for (const bytes of binary) {
    const [difference] = compareFiles(files({ a: bytes }), files({ a: 'text' }));
    expect(difference).toMatchObject({ diff: undefined, sizeAfter: 4, onlyLineEnds: false });
  }
});

it('detects files that differ only in line ends, and treats a byte order mark as a difference', () => {
  const [ends] = compareFiles(files({ a: 'x\ny\n' }), files({ a: 'x\r\ny\r\n' }));
  expect([ends?.onlyLineEnds, ends?.diff?.length]).toEqual([true, 5]);
  const [mark] = compareFiles(files({ a: 'x\n' }), files({ a: '\ufeffx\n' }));
  expect([mark?.onlyLineEnds, mark?.diff?.length]).toEqual([false, 3]);
  const [more] = compareFiles(files({ a: 'x\n' }), files({ a: 'x\r\nz\r\n' }));
  expect(more?.onlyLineEnds).toBe(false);
});

it('reports an empty file as added', () => {
  expect(compareFiles(files({}), files({ 'a.css': '' }))).toMatchObject([{ change: 'added', diff: [] }]);
});
