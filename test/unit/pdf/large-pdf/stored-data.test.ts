import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FileData, type StoredData } from '../../../../src/pdf/large-pdf/stored-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: Buffer) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, identity: statSync(path) };
}

async function read(data: StoredData): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of data.chunks()) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks);
}

it('reads the ranges of a file, near each other or not', async () => {
  const content = randomBytes(2_000_000);
  const { path, identity } = written('ranges.bin', content);
  const ranges = [
    { start: 10, end: 20 },
    { start: 30, end: 600_000 },
    { start: 600_012, end: 600_013 },
    { start: 1_999_990, end: 2_000_000 },
  ];
  const data = new FileData(path, identity, ranges);
  const expected = Buffer.concat(ranges.map(({ start, end }) => content.subarray(start, end)));
  expect(data.length).toBe(expected.length);
  expect((await read(data)).equals(expected)).toBe(true);
  expect((await read(data)).equals(expected)).toBe(true);
});

it.each([
  ['it was removed', (path: string) => rmSync(path)],
  ['it was changed', (path: string) => writeFileSync(path, randomBytes(1001))],
  ['it was changed', (path: string) => truncateSync(path, 500)],
])('says of a file that is not what it was: %s', async (what, change) => {
  const { path, identity } = written('changed.bin', randomBytes(1000));
  const data = new FileData(path, identity, [{ start: 0, end: 1000 }]);
  change(path);
  await expect(read(data)).rejects.toMatchObject({
    code: 'file_unreadable',
    message: `Cannot read ${path}: ${what} while the document was made.`,
  });
});
