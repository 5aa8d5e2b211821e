/** A search in pieces finds what a search of the whole file finds. */
import { expect, it } from 'vitest';
import { containsText, findText } from '../../../src/runtime/find-text.ts';

const piece = 1_048_576;

async function offsets(bytes: Uint8Array, text: string) {
  const found: number[] = [];
  for await (const at of findText(bytes, text)) found.push(at);
  return found;
}

it('finds each place once, also where pieces meet, and overlapping ones', async () => {
  const bytes = Buffer.alloc(3 * piece, '.');
  const places = [0, 5, 7, piece - 3, piece, 2 * piece - 1, 3 * piece - 4];
  for (const at of places) bytes.write('/URI', at, 'latin1');
  const expected = places.filter((at) => bytes.toString('latin1', at, at + 4) === '/URI');
  expect(await offsets(bytes, '/URI')).toEqual(expected);
  expect(await offsets(Buffer.from('aaaa'), 'aa')).toEqual([0, 1, 2]);
  expect([
    await containsText(bytes, '/URI'),
    await containsText(bytes, '/URL'),
    await containsText(bytes, '..'),
  ]).toEqual([true, false, true]);
  expect(await offsets(new Uint8Array(), 'a')).toEqual([]);
  expect(await offsets(Buffer.from('xabx').subarray(1, 2), 'a')).toEqual([0]);
});

it('lets other work run meanwhile', async () => {
  const bytes = Buffer.alloc(64 * piece, '/UR');
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await containsText(bytes, '/URI');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
});
