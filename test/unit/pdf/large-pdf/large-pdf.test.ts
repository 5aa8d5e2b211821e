import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createFileProtection, type FileProtection } from '../../../../src/pdf/index.ts';
import { DeferredStreams } from '../../../../src/pdf/large-pdf/deferred-streams.ts';
import { toLargePdf } from '../../../../src/pdf/large-pdf/insert-streams.ts';
import { LargePdf, toBytes } from '../../../../src/pdf/large-pdf/large-pdf.ts';
import { MemoryData } from '../../../../src/pdf/large-pdf/stored-data.ts';
import { PdfStream } from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { pdfWorkInThisThread } from '../../../../src/render/pdf-work.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { buildPdf, minimalObjects, streamObject } from '../../../support/pdf/build-pdf.ts';

const add = (deferred: DeferredStreams, data: Buffer, fingerprint = data.toString('hex')) =>
  deferred.add({ data: new MemoryData([data.subarray(0, 3), data.subarray(3)]), fingerprint });

const pdfWith = (marks: readonly string[]): Buffer =>
  buildPdf({
    ...minimalObjects,
    ...Object.fromEntries(marks.map((mark, i) => [10 + i, streamObject(`/Subtype /Image /N ${i}`, mark)])),
    9: `[${marks.map((_, i) => `${10 + i} 0 R`).join(' ')}]`,
    1: '<< /Type /Catalog /Pages 2 0 R /Images 9 0 R >>',
  });

async function finish(pdf: Buffer, deferred: DeferredStreams, protection?: FileProtection) {
  const deadline = new Deadline();
  return await toLargePdf(pdf, deferred, { deadline, protection, work: pdfWorkInThisThread }).finally(() =>
    deadline.close(),
  );
}

/** Returns the data of the images in the catalog. */
function imagesIn(pdf: Uint8Array, fileKey?: Uint8Array): Buffer[] {
  const file = new PdfReader(pdf, { fileKey });
  const images = file.resolve(file.catalog.get('Images'));
  if (!Array.isArray(images)) throw new Error('There are no images.');
  return images.map((ref) => {
    const value = file.resolve(ref);
    return value instanceof PdfStream ? Buffer.from(value.data) : Buffer.alloc(0);
  });
}

it.each([undefined, createFileProtection({ userPassword: 'secret' })])(
  'puts each stream where its text was (protected: %o)',
  async (protection) => {
    const deferred = new DeferredStreams();
    // Also lengths around whole blocks of a cipher.
    const data = [5000, 16, 15, 17, 1_000_003].map((length) => randomBytes(length));
    const marks = data.map((each) => add(deferred, each));
    const large = await finish(pdfWith(marks), deferred, protection);
    const { length } = large;
    const bytes = await toBytes(large);
    expect(bytes.length).toBe(length);
    expect(
      imagesIn(bytes, protection?.key).map((each, i) => each.equals(data[i] ?? Buffer.alloc(0))),
    ).toEqual(data.map(() => true));
  },
);

it('puts data where one stream refers to another, such as a picture to its transparency', async () => {
  const deferred = new DeferredStreams();
  const [picture, mask] = [Buffer.from('the picture'), Buffer.from('its transparency')];
  const pdf = buildPdf({
    ...minimalObjects,
    1: '<< /Type /Catalog /Pages 2 0 R /Images [10 0 R] >>',
    10: streamObject('/Subtype /Image /SMask 11 0 R', add(deferred, picture)),
    11: streamObject('/Subtype /Image', add(deferred, mask)),
  });
  const file = new PdfReader(await toBytes(await finish(pdf, deferred)));
  const [image] = file.array(file.catalog, 'Images') ?? [];
  const value = file.resolve(image);
  const dict = value instanceof PdfStream ? value.dict : new Map();
  const smask = file.get(dict, 'SMask');
  expect(smask instanceof PdfStream && Buffer.from(smask.data).toString()).toBe('its transparency');
});

it('gives the same bytes to each reader, also encrypted', async () => {
  const deferred = new DeferredStreams();
  const mark = add(deferred, randomBytes(100));
  const large = await finish(pdfWith([mark]), deferred, createFileProtection({ userPassword: 'secret' }));
  const [first, second] = [await collect(large), await collect(large)];
  expect(first.equals(second)).toBe(true);
});

async function collect(pdf: LargePdf): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pdf.chunks()) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks);
}

it('unites the texts of equal streams, and of no others', () => {
  const deferred = new DeferredStreams();
  const data = [Buffer.from('one'), Buffer.from('two'), Buffer.from('one')];
  const marks = data.map((each) => add(deferred, each));
  expect(new Set(marks).size).toBe(3);
  const text = Buffer.from(marks.join(' '));
  deferred.unite(text);
  expect(text.toString().split(' ')).toEqual([marks[0], marks[1], marks[0]]);
});

it('takes no text of a document for one of its streams', async () => {
  const deferred = new DeferredStreams();
  const mark = add(deferred, Buffer.from('data of the picture'));
  const guessed = ['pdfapi-00000000000000000000000000000000-0000000;', `${mark.slice(0, -8)}9999999;`];
  const bytes = await toBytes(await finish(pdfWith([mark, ...guessed]), deferred));
  expect(imagesIn(bytes).map(String)).toEqual(['data of the picture', ...guessed]);
});

it('closes what its data is in, once, and then no more', async () => {
  let closed = 0;
  const deferred = new DeferredStreams();
  deferred.onClose(async () => void closed++);
  const large = await finish(pdfWith([add(deferred, Buffer.from('data'))]), deferred);
  await toBytes(large);
  await large.close();
  expect(closed).toBe(1);
});

it('is rejected where it is needed in memory and too large, and closed', async () => {
  let closed = false;
  const data = new MemoryData([Buffer.alloc(3_000_000)]);
  const large = new LargePdf(Buffer.from('%PDF'), [{ at: 4, data }], async () => {
    closed = true;
  });
  await expect(toBytes(large, { maxBytes: 2_000_000, advice: 'Stream it.' })).rejects.toMatchObject({
    code: 'memory_limit',
    message: expect.stringMatching(/3 MB.*2 MB/),
    hint: 'Stream it.',
  });
  expect(closed).toBe(true);
});
