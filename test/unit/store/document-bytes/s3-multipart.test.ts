/** Objects that are too large for memory, which S3 gets in parts. */
import { createHash } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { S3Bytes } from '../../../../src/store/document-bytes/s3-bytes.ts';
import { parseS3Location } from '../../../../src/store/document-bytes/s3-location.ts';
import { newDocumentId } from '../../../../src/store/documents.ts';
import { startTestS3 } from '../../../support/s3/test-s3.ts';

const partBytes = 16 * 1024 * 1024;
const id = newDocumentId();
const name = `some/prefix/${id}`;

async function setUp() {
  const s3 = await startTestS3();
  onTestFinished(() => s3.close());
  const location = parseS3Location(s3.address);
  if (typeof location === 'string') throw new Error(location);
  const bytes = new S3Bytes({ location, credentials: s3.credentials });
  onTestFinished(() => bytes.close());
  return { s3, bytes };
}

/** `reads`: how often a reader has begun. */
function contentOf(length: number, chunkBytes = 700_001) {
  const content = {
    length,
    reads: 0,
    async *chunks() {
      content.reads++;
      for (let at = 0; at < length; at += chunkBytes) {
        yield Buffer.alloc(Math.min(chunkBytes, length - at), at % 251);
      }
    },
  };
  return content;
}

async function hashOf(content: { chunks(): AsyncIterable<Uint8Array> }): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content.chunks()) hash.update(chunk);
  return hash.digest('hex');
}

const operations = (log: readonly string[]) =>
  log.map((line) => line.replace(/^(\w+) .*?(?:\?(\w+).*?)?( [A-Za-z]+)?$/, '$1 $2$3').trim());

it.each([
  ['one byte more than a part', partBytes + 1],
  ['whole parts', 3 * partBytes],
  ['parts and a rest', 2 * partBytes + 12_345],
])('stores %s as one object', async (_what, length) => {
  const { s3, bytes } = await setUp();
  const content = contentOf(length);
  await bytes.write(id, content);
  const object = s3.objects.get(name);
  expect([object?.bytes.length, object?.type, s3.uploads.size]).toEqual([length, 'application/pdf', 0]);
  const hash = createHash('sha256')
    .update(object?.bytes ?? '')
    .digest('hex');
  expect(hash).toBe(await hashOf(content));
  expect(operations(s3.log)).toEqual([
    'POST uploads',
    ...Array.from({ length: Math.ceil(length / partBytes) }, () => 'PUT partNumber'),
    'POST uploadId',
  ]);
});

it('stores what fits into a part with one request', async () => {
  const { s3, bytes } = await setUp();
  await bytes.write(id, contentOf(partBytes));
  expect(operations(s3.log)).toEqual(['PUT']);
});

it.each([
  ['an overloaded storage', { status: 503, code: 'SlowDown' }],
  ['a lost connection', 'cut'],
] as const)('sends a part again after %s, and reads the content once', async (_what, how) => {
  const { s3, bytes } = await setUp();
  const content = contentOf(partBytes + 1);
  s3.fail(how, { method: 'PUT', times: 2 });
  await bytes.write(id, content);
  expect([s3.objects.get(name)?.bytes.length, content.reads]).toEqual([partBytes + 1, 1]);
});

it('takes an object whose last response was lost for stored', async () => {
  const { s3, bytes } = await setUp();
  const content = contentOf(partBytes + 1);
  const original = content.chunks.bind(content);
  content.chunks = async function* () {
    yield* original();
    s3.fail('short', { method: 'POST', times: 1 });
  };
  await bytes.write(id, content);
  expect([s3.objects.get(name)?.bytes.length, s3.uploads.size]).toEqual([partBytes + 1, 0]);
});

it.each([
  ['begins', 'POST', { status: 403, code: 'AccessDenied' }, 'status 403 (AccessDenied)'],
  ['gets a part', 'PUT', { status: 400, code: 'EntityTooLarge' }, 'status 400 (EntityTooLarge)'],
] as const)('leaves nothing if the storage rejects it when it %s', async (_when, method, how, reason) => {
  const { s3, bytes } = await setUp();
  s3.fail(how, { method });
  await expect(bytes.write(id, contentOf(partBytes + 1))).rejects.toMatchObject({
    code: 'documents_unavailable',
    message: expect.stringContaining(reason),
  });
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
});

it('leaves nothing if the content cannot be read to its end', async () => {
  const { s3, bytes } = await setUp();
  const content = {
    length: 3 * partBytes,
    async *chunks() {
      yield Buffer.alloc(partBytes + 5);
      throw new Error('a picture was changed');
    },
  };
  await expect(bytes.write(id, content)).rejects.toThrow('a picture was changed');
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  expect(operations(s3.log).at(-1)).toBe('DELETE uploadId');
});

it('ends uploads that a server left behind, once they are old, and no others', async () => {
  const { s3, bytes } = await setUp();
  const upload = (key: string, hours: number) => ({
    key,
    type: undefined,
    begunAt: new Date(Date.now() - hours * 3_600_000),
    parts: new Map(),
  });
  s3.uploads.set('old', upload(name, 2));
  s3.uploads.set('young', upload(name, 0.5));
  s3.uploads.set('foreign', upload('some/prefix/backup.tar', 9));
  s3.uploads.set('elsewhere', upload(id, 9));
  await bytes.leftovers({ unfinishedMs: 3_600_000, completeMs: 3_600_000 }).next();
  expect([...s3.uploads.keys()]).toEqual(['young', 'foreign', 'elsewhere']);
});
