/** How the client of S3 copes with a storage that fails, is slow or responds with something else. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { S3Bytes } from '../../../../src/store/document-bytes/s3-bytes.ts';
import { parseS3Location } from '../../../../src/store/document-bytes/s3-location.ts';
import { newDocumentId } from '../../../../src/store/documents.ts';
import { startTestS3 } from '../../../support/s3/test-s3.ts';

const content = Buffer.from('%PDF-1.7');
const id = newDocumentId();

function bytesAt(address: string, credentials: S3Options['credentials'], limitMs?: number): S3Bytes {
  const location = parseS3Location(address);
  if (typeof location === 'string') throw new Error(location);
  const bytes = new S3Bytes({ location, credentials, limitMs });
  onTestFinished(() => bytes.close());
  return bytes;
}

type S3Options = ConstructorParameters<typeof S3Bytes>[0];

async function setUp(limitMs?: number) {
  const s3 = await startTestS3();
  onTestFinished(() => s3.close());
  return { s3, bytes: bytesAt(s3.address, s3.credentials, limitMs) };
}

/** Everything that is done with a storage. */
const usesOf = (bytes: S3Bytes): readonly (() => Promise<unknown>)[] => [
  () => bytes.write(id, content),
  () => bytes.read(id),
  () => bytes.open(id),
  () => bytes.remove(id),
  () => bytes.leftovers({ unfinishedMs: 3_600_000, completeMs: 0 }).next(),
];

const unavailable = (reason: string) => ({
  code: 'documents_unavailable',
  message: expect.stringContaining(reason),
});

it('stores with the type, the length and the hash of the bytes, signed', async () => {
  const { s3, bytes } = await setUp();
  await bytes.write(id, content);
  expect(s3.log).toEqual([`PUT /documents/some/prefix/${id}`]);
  expect(s3.objects.get(`some/prefix/${id}`)).toMatchObject({ bytes: content, type: 'application/pdf' });
});

it.each([
  ['another secret', { secretAccessKey: 'other' }, 'status 403 (SignatureDoesNotMatch)'],
  ['an unknown key', { accessKeyId: 'OTHER' }, 'status 403 (InvalidAccessKeyId)'],
  ['a token that the storage does not know', { sessionToken: 'other' }, 'status 403 (InvalidToken)'],
])('names the reason for %s, and does not try again', async (_what, changes, reason) => {
  const { s3 } = await setUp();
  const bytes = bytesAt(s3.address, { ...s3.credentials, ...changes });
  await expect(bytes.write(id, content)).rejects.toMatchObject(unavailable(reason));
  expect(s3.log).toHaveLength(1);
  await expect(bytes.open(id)).rejects.toMatchObject(unavailable('status 403'));
});

it.each([
  ['an overloaded storage', { status: 503, code: 'SlowDown' }],
  ['an internal error', { status: 500, code: 'InternalError' }],
  ['a lost connection', 'cut'],
] as const)('tries again after %s', async (_what, how) => {
  const { s3, bytes } = await setUp();
  s3.fail(how, { times: 2 });
  await bytes.write(id, content);
  expect(s3.log).toHaveLength(3);
  s3.fail(how, { times: 2 });
  expect(Buffer.from(await bytes.read(id)).equals(content)).toBe(true);
  s3.fail(how);
  await expect(bytes.remove(id)).rejects.toMatchObject({ code: 'documents_unavailable' });
  expect(s3.objects.size).toBe(1);
});

it('signs again for each of the requests at once that a storage finds too old', async () => {
  const { s3, bytes } = await setUp();
  s3.skewMs = 3_600_000;
  await Promise.all(['a', 'b', 'c'].map((letter) => bytes.write(letter.repeat(24), content)));
  expect(s3.objects.size).toBe(3);
});

it.each([3, -3])('signs with the time of a storage that is %d hours ahead', async (hours) => {
  const { s3, bytes } = await setUp();
  s3.skewMs = hours * 3_600_000;
  await bytes.write(id, content);
  expect(s3.log).toEqual([
    `PUT /documents/some/prefix/${id} RequestTimeTooSkewed`,
    `PUT /documents/some/prefix/${id}`,
  ]);
  const address = await bytes.signAddress(id, 'a.pdf', 60);
  expect((await fetch(String(address))).status).toBe(200);
  // What it refuses for another reason is not sent again.
  s3.log.length = 0;
  const stranger = bytesAt(s3.address, { ...s3.credentials, secretAccessKey: 'other' });
  await expect(stranger.open(id)).rejects.toMatchObject(unavailable('status 403'));
  expect(s3.log).toHaveLength(2);
});

it('gives a silent storage up', async () => {
  const { s3, bytes } = await setUp(300);
  s3.fail('silent');
  for (const use of usesOf(bytes)) {
    await expect(use()).rejects.toMatchObject(unavailable(`s3://documents/some/prefix at ${s3.endpoint}`));
  }
});

it('gives up although garbage is collected meanwhile, which can lose the signal that ends a fetch', async () => {
  const { s3, bytes } = await setUp(1_000);
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  s3.fail('silent');
  const collecting = setInterval(collectGarbage, 100);
  onTestFinished(() => clearInterval(collecting));
  await expect(bytes.write(id, content)).rejects.toMatchObject(unavailable('no response within'));
});

it('a request that waits ends when the storage is closed', async () => {
  const { s3, bytes } = await setUp();
  s3.fail('silent');
  const waiting = expect(bytes.write(id, content)).rejects.toMatchObject(unavailable('is stopping'));
  bytes.close();
  await waiting;
});

it('does not take half of a document for all of it', async () => {
  const { s3, bytes } = await setUp();
  await bytes.write(id, content);
  s3.fail('short');
  await expect(bytes.read(id)).rejects.toMatchObject({ code: 'documents_unavailable' });
});

it('a missing bucket is a failure of the storage, not a missing document', async () => {
  const { s3 } = await setUp();
  const bytes = bytesAt(s3.address.replace('documents', 'elsewhere'), s3.credentials);
  for (const use of usesOf(bytes)) {
    await expect(use()).rejects.toMatchObject({ code: 'documents_unavailable' });
  }
});

it.each([
  ['a web page', 200, '<html>Welcome</html>', 'not a list'],
  ['a redirect', 307, '<Error><Code>TemporaryRedirect</Code></Error>', 'status 307 (TemporaryRedirect)'],
  ['a list without an end', 200, undefined, 'does not end'],
])('%s instead of a list of objects is a failure', async (_what, status, body, reason) => {
  const endless = `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>1</NextContinuationToken></ListBucketResult>`;
  const server = createServer((_request, response) => {
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body ?? endless);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const bytes = bytesAt(`s3://documents?endpoint=http://127.0.0.1:${port}`, credentials);
  const readAll = async () => {
    for await (const _ids of bytes.leftovers({ unfinishedMs: 3_600_000, completeMs: 0 }));
  };
  await expect(readAll()).rejects.toMatchObject(unavailable(reason));
});
