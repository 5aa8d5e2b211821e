import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { createFileProtection, type FileProtection, protectPdf } from '../../../../src/pdf/index.ts';
import { DeferredStreams } from '../../../../src/pdf/large-pdf/deferred-streams.ts';
import { toLargePdf } from '../../../../src/pdf/large-pdf/insert-streams.ts';
import { toBytes } from '../../../../src/pdf/large-pdf/large-pdf.ts';
import { type ReadLargeFileOptions, readLargeFile } from '../../../../src/pdf/large-pdf/read-large-file.ts';
import { mergeFiles } from '../../../../src/pdf/merge/merge-files.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { pdfWorkInThisThread } from '../../../../src/render/pdf-work.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { buildPdf, digits, streamObject } from '../../../support/pdf/build-pdf.ts';
import { hasPoppler, hasQpdf, run } from '../../../support/pdf/installed.ts';
import { findDifference } from '../../../support/pdf/same-document.ts';
import { rounds } from '../../../support/rounds.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const root = join(import.meta.dirname, '../../../..');
const repositoryFiles = ['templates-examples', 'test/support/pdf/fixtures'].flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf') && !name.includes('encrypted'))
    .map((name) => join(root, place, name)),
);

/** Almost every stream of a test is large. */
const limits = { minBytes: 64, minDrawingBytes: 64 };
const standard = { needsDrawings: true, isChecked: false, limits };

interface Skimmed {
  readonly pdf: Uint8Array;
  /** Streams that went past the memory. */
  readonly streams: number;
}

/** Merges like `mergeFiles`, from the skeletons of the files. */
async function mergeSkimmed(
  paths: readonly string[],
  options: Partial<ReadLargeFileOptions> & { compact?: boolean; protection?: FileProtection } = {},
): Promise<Skimmed> {
  const deferred = new DeferredStreams();
  const skeletons: Uint8Array[] = [];
  const { compact, protection, ...reading } = options;
  for (const path of paths) {
    const large = await readLargeFile(path, { ...standard, ...reading, deferred });
    skeletons.push(large?.skeleton ?? readFileSync(path));
  }
  const deadline = new Deadline();
  const merged = mergeFiles(skeletons, { compact });
  const large = await toLargePdf(merged, deferred, { deadline, protection, work: pdfWorkInThisThread });
  deadline.close();
  return { pdf: await toBytes(large), streams: deferred.all.length };
}

const mergeInMemory = (paths: readonly string[], compact?: boolean) =>
  mergeFiles(
    paths.map((path) => readFileSync(path)),
    { compact },
  );

it('merges the PDFs of this repository to the same document as in memory', async () => {
  expect(repositoryFiles.length).toBeGreaterThan(15);
  let streams = 0;
  for (const path of repositoryFiles) {
    const merged = await mergeSkimmed([path, ...repositoryFiles.slice(0, 1)]);
    expect(findDifference(merged.pdf, mergeInMemory([path, ...repositoryFiles.slice(0, 1)])), path).toBe(
      undefined,
    );
    streams += merged.streams;
  }
  const all = await mergeSkimmed(repositoryFiles);
  expect(findDifference(all.pdf, mergeInMemory(repositoryFiles))).toBe(undefined);
  expect(streams).toBeGreaterThan(4);
});

it('merges them also without reading their drawings', async () => {
  const { pdf, streams } = await mergeSkimmed(repositoryFiles, { needsDrawings: false, compact: false });
  expect(findDifference(pdf, mergeInMemory(repositoryFiles, false))).toBe(undefined);
  expect(streams).toBeGreaterThan(50);
});

it.skipIf(!hasQpdf || !hasPoppler)('is what other readers read', async () => {
  const { pdf } = await mergeSkimmed(repositoryFiles, { needsDrawings: false, compact: false });
  expect(run('qpdf', ['--check', '{}'], pdf)).toContain('No syntax or stream encoding errors');
  expect(run('pdftotext', ['{}', '-'], pdf)).toBe(
    run('pdftotext', ['{}', '-'], mergeInMemory(repositoryFiles, false)),
  );
});

it('encrypts what stays in the files', async () => {
  const protection = createFileProtection({ userPassword: 'secret' });
  const { pdf, streams } = await mergeSkimmed(repositoryFiles, { protection });
  expect(streams).toBeGreaterThan(4);
  const opened = new PdfReader(pdf, { password: 'secret' });
  const expected = new PdfReader(protectPdf(mergeInMemory(repositoryFiles), protection), {
    password: 'secret',
  });
  expect(opened.isEncrypted).toBe(true);
  expect(opened.structure.crossReference.numbers.length).toBe(
    expected.structure.crossReference.numbers.length,
  );
  if (hasQpdf) run('qpdf', ['--password=secret', '--check', '{}'], pdf);
});

/** How the file of one random document is written. */
const form = fc.record({
  images: fc.array(
    fc.record({
      // Equal pictures in several documents are to be united.
      seed: fc.nat(4),
      bytes: fc.integer({ min: 1, max: 3000 }),
      filter: fc.constantFrom(
        '',
        '/Filter/FlateDecode',
        '/Filter[/FlateDecode]',
        '/Filter/DCTDecode',
        '/Filter/JPXDecode',
      ),
      length: fc.constantFrom('direct', 'reference', 'later reference', 'wrong'),
      lineEnd: fc.constantFrom('\n', '\r\n', ''),
    }),
    { maxLength: 5 },
  ),
  attachment: fc.option(fc.integer({ min: 1, max: 2000 })),
  /** Bytes before the header. */
  before: fc.constantFrom('', 'junk\n'),
  rowEnd: fc.constantFrom(' \n', '\r\n', '\n'),
  /** An update replaces the first picture. */
  isUpdated: fc.boolean(),
});

function written({
  images,
  attachment,
  before,
  rowEnd,
  isUpdated,
}: Exclude<Parameters<typeof form.filter>[0], never> extends (value: infer V) => boolean
  ? V
  : never): Buffer {
  const objects: Record<number, string> = {
    1: `<</Type/Catalog/Pages 2 0 R${attachment === null ? '' : '/Names<</EmbeddedFiles<</Names[(a.bin) 4 0 R]>>>>'}>>`,
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<</XObject<<${images.map((_, i) => `/I${i} ${10 + 2 * i} 0 R`).join('')}>>>>>>`,
  };
  if (attachment !== null) {
    objects[4] = '<</Type/Filespec/F(a.bin)/EF<</F 5 0 R>>>>';
    objects[5] = stream('/Type/EmbeddedFile', bytesFrom(1, attachment), 'direct', '\n');
  }
  for (const [i, image] of images.entries()) {
    const raw = bytesFrom(image.seed, image.bytes);
    const data = image.filter.includes('Flate') ? deflateSync(raw) : raw;
    const number = (image.length === 'later reference' ? 11 : 51) + 2 * i;
    objects[10 + 2 * i] = stream(
      `/Subtype/Image/Width 1/Height 1${image.filter}`,
      data,
      image.length,
      image.lineEnd,
      number,
    );
    if (image.length.includes('reference')) objects[number] = String(data.length);
  }
  const file = before + buildPdf(objects, { rowEnd }).toString('latin1');
  if (!isUpdated || images.length === 0) return Buffer.from(file, 'latin1');
  const offset = file.length - before.length;
  const object = `10 0 obj\n${stream('/Subtype/Image/Width 1/Height 1', bytesFrom(9, 500), 'direct', '\n')}\nendobj\n`;
  const previous = /startxref\n(\d+)/.exec(file)?.[1];
  const table = `xref\n10 1\n${digits(offset)} 00000 n \ntrailer\n<</Size 99/Root 1 0 R/Prev ${previous}>>\nstartxref\n${offset + object.length}\n%%EOF\n`;
  return Buffer.from(file + object + table, 'latin1');
}

function stream(dict: string, data: Buffer, length: string, lineEnd: string, number = 0): string {
  const said = length.includes('reference')
    ? `${number} 0 R`
    : length === 'wrong'
      ? data.length + 7
      : data.length;
  return `<<${dict}/Length ${said}>>\nstream\n${data.toString('latin1')}${lineEnd}endstream`;
}

/** Without the word that ends a stream. */
const bytesFrom = (seed: number, length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => (i * (seed * 2 + 1) + seed * 31 + (i >> 4)) % 97));

it('merges random files to the same document as in memory', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(form, { minLength: 1, maxLength: 3 }), fc.boolean(), async (forms, compact) => {
      const paths = forms.map((each, i) => {
        const path = join(folder, `random-${i}.pdf`);
        writeFileSync(path, written(each));
        return path;
      });
      const { pdf } = await mergeSkimmed(paths, { compact });
      expect(findDifference(pdf, mergeInMemory(paths, compact))).toBe(undefined);
    }),
    { numRuns: rounds(15, 100) },
  );
});

it('leaves damaged and foreign files to others', async () => {
  const intact = readFileSync(join(root, 'test/support/pdf/fixtures/report.pdf'));
  const deferred = new DeferredStreams();
  for (const bytes of [intact.subarray(0, -300), randomBytes(5000), Buffer.alloc(0)]) {
    const path = join(folder, 'other.pdf');
    writeFileSync(path, bytes);
    expect(await readLargeFile(path, { ...standard, deferred })).toBe(undefined);
  }
  expect(deferred.all).toEqual([]);
});

it('has no object of its own that a reference of the file leads to', async () => {
  const path = join(folder, 'dangling.pdf');
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</I 4 0 R/J 5 0 R/K 6 0 R>>>>>>',
    4: streamObject('/Subtype/Image/Filter/DCTDecode', 'x'.repeat(100)),
  };
  writeFileSync(path, buildPdf(objects, { trailer: '/Root 1 0 R/Info 5 0 R' }));
  const { pdf, streams } = await mergeSkimmed([path]);
  expect(streams).toBe(1);
  expect(findDifference(pdf, mergeInMemory([path]))).toBe(undefined);
  const skeleton = (await readLargeFile(path, { ...standard, deferred: new DeferredStreams() }))?.skeleton;
  const file = new PdfReader(skeleton ?? Buffer.alloc(0));
  expect([5, 6, 7].map((number) => file.resolve(file.ref(number, 0)))).toEqual([null, null, null]);
});

it('says which file changed before it was copied', async () => {
  const path = join(folder, 'changed.pdf');
  const image = { seed: 1, bytes: 2000, filter: '', length: 'direct', lineEnd: '\n' } as const;
  const shape = { images: [image], attachment: null, before: '', rowEnd: ' \n', isUpdated: false } as const;
  const data = { ...shape, images: [{ ...image, filter: '/Filter/DCTDecode' }] } as never;
  writeFileSync(path, written(data));
  const deferred = new DeferredStreams();
  const file = await readLargeFile(path, { ...standard, deferred });
  writeFileSync(path, Buffer.concat([written(data), Buffer.from('%')]));
  const deadline = new Deadline();
  const large = await toLargePdf(mergeFiles([file?.skeleton ?? Buffer.alloc(0)]), deferred, {
    deadline,
    protection: undefined,
    work: pdfWorkInThisThread,
  });
  deadline.close();
  await expect(toBytes(large)).rejects.toMatchObject({
    code: 'file_unreadable',
    message: `Cannot read ${path}: it was changed while the document was made.`,
  });
});
