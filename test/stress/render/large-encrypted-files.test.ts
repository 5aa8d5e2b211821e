/** Encrypted files that are too large for memory: what stays in them is decrypted when the result is written. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { cleanPdf, createFileProtection, protectPdf } from '../../../src/pdf/index.ts';
import { DeferredStreams } from '../../../src/pdf/large-pdf/deferred-streams.ts';
import { toLargePdf } from '../../../src/pdf/large-pdf/insert-streams.ts';
import { toBytes } from '../../../src/pdf/large-pdf/large-pdf.ts';
import { readLargeFile } from '../../../src/pdf/large-pdf/read-large-file.ts';
import { mergeFiles } from '../../../src/pdf/merge/merge-files.ts';
import { pdfWorkInThisThread } from '../../../src/render/pdf-work.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { buildPdf, streamObject } from '../../support/pdf/build-pdf.ts';
import { hasPoppler, hasQpdf, pixels, qpdf, run } from '../../support/pdf/installed.ts';
import { findDifference } from '../../support/pdf/same-document.ts';
import { noiseJpeg } from '../../support/pictures/noise-jpeg.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const standard = {
  needsDrawings: false,
  isChecked: false,
  limits: { minBytes: 64, minDrawingBytes: 64 },
};

/** A page with two pictures, one of them indexed with a palette, which is encrypted too, and an attachment. */
const plain = (seed: number): Buffer => {
  const jpeg = noiseJpeg({ width: 64, height: 48, detail: 9, seed }).toString('latin1');
  const page = '/Contents 4 0 R/Resources<</XObject<</P 5 0 R/Q 6 0 R>>>>';
  return buildPdf(
    {
      1: '<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(note.txt) 7 0 R]>>>>>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 128 48]${page}>>`,
      4: streamObject('', 'q 64 0 0 48 0 0 cm /P Do Q q 64 0 0 48 64 0 cm /Q Do Q'.padEnd(100)),
      5: streamObject(
        '/Type/XObject/Subtype/Image/Width 64/Height 48/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode',
        jpeg,
      ),
      6: streamObject(
        '/Type/XObject/Subtype/Image/Width 64/Height 48/ColorSpace[/Indexed/DeviceRGB 3 <ff0000 00ff00 0000ff ffffff>]/BitsPerComponent 8',
        String.fromCharCode(...Array.from({ length: 64 * 48 }, (_, i) => (i + seed) % 4)),
      ),
      7: '<</Type/Filespec/F(note.txt)/EF<</F 8 0 R>>>>',
      8: streamObject('/Type/EmbeddedFile', 'A note that is long enough to stay in its file. '.repeat(seed)),
    },
    { trailer: '/Root 1 0 R/ID[<00112233><00112233>]' },
  );
};

interface Merged {
  readonly pdf: Uint8Array;
  readonly streams: number;
  /** Bytes of the files that were read for the merge. */
  readonly read: number;
}

/** Merges the files as `pdfapi merge` merges large ones. */
async function mergeLarge(
  files: readonly Uint8Array[],
  passwords: readonly string[],
  hasOutput = false,
): Promise<Merged> {
  const deferred = new DeferredStreams();
  const cleaned: Uint8Array[] = [];
  let read = 0;
  for (const [i, bytes] of files.entries()) {
    const path = join(folder, `file-${i}.pdf`);
    writeFileSync(path, bytes);
    const large = await readLargeFile(path, { ...standard, deferred, passwords });
    expect(large?.isEncrypted).toBe(true);
    read += large?.skeleton.length ?? 0;
    const password = passwords.at(-1);
    cleaned.push((await cleanPdf(large?.skeleton ?? Buffer.alloc(0), { password })).pdf);
  }
  const deadline = new Deadline();
  const protection = hasOutput ? createFileProtection({ userPassword: 'new' }) : undefined;
  const large = await toLargePdf(mergeFiles(cleaned), deferred, {
    deadline,
    protection,
    work: pdfWorkInThisThread,
  });
  deadline.close();
  return { pdf: await toBytes(large), streams: deferred.all.length, read };
}

/** The same merge of files that are read whole. */
async function inMemory(files: readonly Uint8Array[], password: string): Promise<Uint8Array> {
  return mergeFiles(await Promise.all(files.map(async (file) => (await cleanPdf(file, { password })).pdf)));
}

it('opens files with AES of 256 bits by any of several passwords', async () => {
  const locked = [3, 5].map((seed) =>
    protectPdf(plain(seed), createFileProtection({ userPassword: 'secret', ownerPassword: 'owner' })),
  );
  for (const password of ['secret', 'owner']) {
    const { pdf, streams, read } = await mergeLarge(locked, ['wrong', password]);
    expect(findDifference(pdf, await inMemory(locked, password))).toBe(undefined);
    // The pictures and attachments of both.
    expect(streams).toBe(6);
    expect(read).toBeLessThan((locked[0]?.length ?? 0) + (locked[1]?.length ?? 0) - 6000);
  }
});

it('finds the same pictures in files with different keys', async () => {
  const locked = [3, 3].map((seed) =>
    protectPdf(plain(seed), createFileProtection({ userPassword: 'secret' })),
  );
  const { pdf, streams } = await mergeLarge(locked, ['secret']);
  expect(findDifference(pdf, await inMemory(locked, 'secret'))).toBe(undefined);
  expect(streams).toBe(3);
});

it('says that no password opens a file, and reads nothing of it', async () => {
  const path = join(folder, 'locked.pdf');
  writeFileSync(path, protectPdf(plain(3), createFileProtection({ userPassword: 'secret' })));
  const deferred = new DeferredStreams();
  const options = { ...standard, deferred };
  await expect(readLargeFile(path, options)).rejects.toThrow('The PDF is protected by a password.');
  const wrong = readLargeFile(path, { ...options, passwords: ['one', 'two'] });
  await expect(wrong).rejects.toThrow('The password of the PDF is wrong.');
  expect(deferred.all).toEqual([]);
});

const methods = {
  'RC4 of 40 bits': ['40', '--'],
  'RC4 of 128 bits': ['128', '--use-aes=n', '--'],
  'AES of 128 bits': ['128', '--use-aes=y', '--'],
  'AES of 128 bits, but for metadata': ['128', '--cleartext-metadata', '--use-aes=y', '--'],
  'AES of 256 bits': ['256', '--'],
};

it.skipIf(!hasQpdf || !hasPoppler).each(Object.entries(methods))(
  'reads %s as other programs wrote it, and they read the result',
  async (_, args) => {
    const weak = args[0] !== '256' ? ['--allow-weak-crypto'] : [];
    const lock = (seed: number, password: string) =>
      qpdf(plain(seed), [...weak, '--stream-data=preserve', '--encrypt', password, 'owner', ...args]);
    const locked = [lock(3, 'secret'), lock(5, 'secret')];
    const merged = await mergeLarge(locked, ['secret']);
    expect(merged.streams).toBe(6);
    expect(findDifference(merged.pdf, await inMemory(locked, 'secret'))).toBe(undefined);
    expect(run('qpdf', ['--check', '{}'], merged.pdf)).toContain('No syntax or stream encoding errors');
    expect(pixels(merged.pdf).equals(pixels(mergeFiles([plain(3), plain(5)])))).toBe(true);

    // Without a password for users, it opens, and the result has a password of its own.
    const again = await mergeLarge([lock(3, '')], [''], true);
    expect(pixels(again.pdf, 'new').equals(pixels(plain(3)))).toBe(true);
  },
);

it('reads the files of this repository', async () => {
  const encrypted = readFileSync(join(import.meta.dirname, '../../support/pdf/fixtures/plain-encrypted.pdf'));
  const { pdf } = await mergeLarge([encrypted], ['']);
  expect(findDifference(pdf, await inMemory([encrypted], ''))).toBe(undefined);
});
