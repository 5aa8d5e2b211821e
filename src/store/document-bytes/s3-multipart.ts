/**
 * Stores a large object in parts, each of which is in memory only while it is sent, and sent again if that fails. The object
 * appears once all parts are there, or not at all.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
 */
import type { StreamedBytes } from './document-bytes.ts';
import { errorCodeOf, firstTextOf } from './object-list.ts';
import type { S3Client } from './s3-client.ts';

/** Larger objects are stored in parts. S3 accepts parts of 5 MB to 5 GB, 10,000 of them at most. */
export const partBytes = 16 * 1024 * 1024;

/** Ends before the lease of the request that waits for it. */
const maxUploadMs = 300_000;

export interface MultipartUpload {
  readonly client: S3Client;
  /** The address of the object. */
  readonly url: string;
  readonly contentType: string;
  /** The size of the object if it exists. */
  readonly findSize: () => Promise<number | undefined>;
}

/** Throws `documents_unavailable`, and what reading the content throws. What was stored by then is removed. */
export async function uploadParts(
  { client, url, contentType, findSize }: MultipartUpload,
  content: StreamedBytes,
): Promise<void> {
  const end = performance.now() + maxUploadMs;
  const begun = await client.send({
    method: 'POST',
    url: `${url}?uploads=`,
    headers: { 'content-type': contentType },
  });
  const uploadId = firstTextOf(await readText(client, begun), 'UploadId');
  if (begun.status !== 200 || !uploadId)
    throw unexpected(client, begun, 'it does not accept an upload in parts');
  const upload = `uploadId=${encodeURIComponent(uploadId)}`;
  try {
    const tags: string[] = [];
    for await (const part of inParts(content.chunks(), partBytes)) {
      if (performance.now() > end) throw client.unavailable('the upload takes too long');
      const address = `${url}?partNumber=${tags.length + 1}&${upload}`;
      const stored = await client.send({ method: 'PUT', url: address, body: part });
      const text = await readText(client, stored);
      const tag = stored.headers.get('etag');
      if (stored.status !== 200 || !tag) throw unexpected(client, stored, 'a part was not stored', text);
      tags.push(tag);
    }
    await complete(client, `${url}?${upload}`, tags, async () => (await findSize()) === content.length);
  } catch (error) {
    // The parts that were stored cost their owner money. If this fails too, a later sweep removes them.
    await client
      .send({ method: 'DELETE', url: `${url}?${upload}` })
      .then((response) => response.body?.cancel())
      .catch(() => {});
    throw error;
  }
}

/** `isStored`: whether the object is there, which a lost response leaves open. */
async function complete(
  client: S3Client,
  url: string,
  tags: readonly string[],
  isStored: () => Promise<boolean>,
): Promise<void> {
  const parts = tags.map(
    (tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
  );
  const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
  const done = await client.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/xml' },
    body: Buffer.from(body),
  });
  const text = await readText(client, done);
  // The status is sent before the storage has joined the parts; the body says whether it could.
  const code = errorCodeOf(text);
  if (done.status === 200 && code === undefined) return;
  if (code === 'NoSuchUpload' && (await isStored())) return;
  throw unexpected(client, done, 'the parts were not joined', text);
}

/** Regroups the chunks. Only the last part is smaller than `length`, and each is a new buffer. */
async function* inParts(chunks: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafeSlow(length);
  let used = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + length - used);
      part.set(piece, used);
      used += piece.length;
      at += piece.length;
      if (used < length) continue;
      yield part;
      part = Buffer.allocUnsafeSlow(length);
      used = 0;
    }
  }
  if (used > 0) yield part.subarray(0, used);
}

const readText = async (client: S3Client, response: Response): Promise<string> =>
  Buffer.from(await client.readAll(response)).toString();

function unexpected(client: S3Client, { status }: Response, what: string, text = ''): Error {
  const code = errorCodeOf(text);
  return client.unavailable(`${what}: status ${status}${code ? ` (${code})` : ''}`);
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
