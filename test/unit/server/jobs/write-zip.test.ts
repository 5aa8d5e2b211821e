import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { uniqueNames } from '../../../../src/server/jobs/zip/unique-names.ts';
import { writeZip, type ZipEntry } from '../../../../src/server/jobs/zip/write-zip.ts';
import { temporaryFolder } from '../../../support/cli/temporary-folder.ts';
import { readZip } from '../../../support/read-zip.ts';

const modified = new Date('2026-03-10T12:34:56Z');

async function zipOf(entries: readonly Omit<ZipEntry, 'modified'>[], options = {}): Promise<Buffer> {
  async function* all(): AsyncGenerator<ZipEntry> {
    for (const entry of entries) yield { ...entry, modified };
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip(all(), options)) pieces.push(piece);
  return Buffer.concat(pieces);
}

it('writes files that come out as they went in, in their order', async () => {
  const entries = [
    { name: 'b.pdf', bytes: Buffer.from('first') },
    { name: 'a.pdf', bytes: Buffer.alloc(0) },
    { name: 'c.pdf', bytes: Buffer.alloc(300_000, 'xyz') },
    { name: '李小龍 é.pdf', bytes: Buffer.from('last') },
  ];
  const files = await readZip(await zipOf(entries));
  expect([...files.keys()]).toEqual(['b.pdf', 'a.pdf', 'c.pdf', '李小龍 é.pdf']);
  for (const { name, bytes } of entries) expect(files.get(name)?.equals(bytes)).toBe(true);
});

it('writes an archive without files', async () => {
  expect((await readZip(await zipOf([]))).size).toBe(0);
});

it('writes more files than the original format can count', async () => {
  const entries = Array.from({ length: 65_540 }, (_, index) => ({
    name: `${index}`,
    bytes: Buffer.from('x'),
  }));
  const zip = await fromBufferPromise(await zipOf(entries));
  expect(zip.entryCount).toBe(65_540);
  let last = '';
  for await (const { fileName } of zip.eachEntry()) last = fileName;
  expect(last).toBe('65539');
});

it('writes the offsets of files beyond 4 GiB in 64 bits', async () => {
  const offset = 2 ** 32 + 5;
  const zip = await zipOf([{ name: 'far.pdf', bytes: Buffer.from('far') }], { startOffset: offset });
  const central = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  expect(zip.readUInt32LE(central + 42)).toBe(0xffffffff);
  const extra = central + 46 + 'far.pdf'.length;
  expect([zip.readUInt16LE(extra), zip.readUInt16LE(extra + 2), zip.readBigUInt64LE(extra + 4)]).toEqual([
    1,
    8,
    BigInt(offset),
  ]);
  const end = zip.indexOf(Buffer.from([0x50, 0x4b, 6, 6]));
  expect(zip.readBigUInt64LE(end + 48)).toBe(BigInt(offset + central));
  const locator = zip.indexOf(Buffer.from([0x50, 0x4b, 6, 7]));
  expect(zip.readBigUInt64LE(locator + 8)).toBe(BigInt(offset + end));
});

it('writes archives that other programs accept', async (context) => {
  const file = join(temporaryFolder(), 'a.zip');
  writeFileSync(file, await zipOf([{ name: '李小龍.pdf', bytes: Buffer.from('content') }]));
  const script =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.infolist()[0].date_time, z.infolist()[0].filename.encode(), z.read("李小龍.pdf"))';
  let printed: string;
  try {
    printed = execFileSync('python3', ['-c', script, file], { encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return context.skip('python3 is not installed');
    throw error;
  }
  expect(printed.trim()).toBe(
    "(2026, 3, 10, 12, 34, 56) b'\\xe6\\x9d\\x8e\\xe5\\xb0\\x8f\\xe9\\xbe\\x8d.pdf' b'content'",
  );
});

it('gives names that occur again a number, whatever their case', () => {
  const unique = uniqueNames();
  const names = ['a.pdf', 'A.pdf', 'a-2.pdf', 'a.pdf', 'b', 'b', '.c', '.c'];
  expect(names.map(unique)).toEqual(['a.pdf', 'A-2.pdf', 'a-2-2.pdf', 'a-3.pdf', 'b', 'b-2', '.c', '.c-2']);
  expect(['Ü.pdf', 'ü.pdf', 'u\u0308.pdf'].map(uniqueNames())).toEqual(['Ü.pdf', 'ü-2.pdf', 'u\u0308-3.pdf']);
});
