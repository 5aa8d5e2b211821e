/** Ranges of a document behind a signed URL (RFC 9110, section 14), from every storage of documents. */
import { afterAll, describe, expect, it } from 'vitest';
import { signedUrls } from '../../../src/server/billing/signed-url.ts';
import { byteRange } from '../../../src/server/http/byte-range.ts';
import { newDocumentId } from '../../../src/store/documents.ts';
import { startTestS3 } from '../../support/s3/test-s3.ts';
import { startTestServer, type TestServerOptions } from '../../support/server/start-test-server.ts';

const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const s3 = await startTestS3();
afterAll(() => s3.close());

/** Starts a server with a document of a thousand bytes. */
async function serveDocument(options: TestServerOptions) {
  const server = await startTestServer({ browser: false, ...options });
  const { store } = server;
  const id = newDocumentId();
  const sha256 = await store.documents.write(id, bytes);
  const teamId = (await server.team()).team.id;
  const at = new Date();
  const held = await store.ledger.hold({ teamId, amount: 1, at });
  if (held.kind !== 'held') throw new Error(held.kind);
  const expiresAt = new Date(at.getTime() + 3_600_000);
  const document = { id, teamId, filename: 'a.pdf', size: bytes.length, createdAt: at, expiresAt, sha256 };
  await store.ledger.settle(held.hold, { at, document });
  const path = await signedUrls(() => store.signingKeys()).sign(
    `/documents/${id}/a.pdf`,
    Math.floor(Date.now() / 1000) + 3_600,
  );
  return { server, path, tag: `"${id}"` };
}

const storages = [
  ['a folder', await serveDocument({})],
  ['the database', await serveDocument({ flags: { documents: 'database' } })],
  ['S3', await serveDocument({ flags: { documents: s3.address }, environment: s3.environment })],
] as const;

describe.each(storages)('a document in %s', (_name, { server, path, tag }) => {
  const get = (headers: Readonly<Record<string, string>> = {}) => server.stranger().get(path, headers);

  it('advertises ranges in the responses to GET and HEAD', async () => {
    const all = await get();
    expect([all.status, all.bytes.equals(bytes)]).toEqual([200, true]);
    const head = await server.stranger().send(path, { method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const { headers } of [all, head]) {
      expect(headers.get('accept-ranges')).toBe('bytes');
      expect(headers.get('etag')).toBe(tag);
      expect(headers.get('content-length')).toBe('1000');
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('content-disposition')).toBe('attachment; filename="a.pdf"');
    }
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=990-', 990, 1000],
    ['bytes=990-5000', 990, 1000],
    ['bytes=-10', 990, 1000],
    ['bytes=-5000', 0, 1000],
    ['bytes=999-999', 999, 1000],
  ])('sends %s with 206', async (range, start, end) => {
    const { status, headers, bytes: part } = await get({ range });
    expect([status, part.equals(bytes.subarray(start, end))]).toEqual([206, true]);
    expect(headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/1000`);
    expect(headers.get('content-length')).toBe(String(end - start));
  });

  it.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])(
    'returns 416 with the size for %s',
    async (range) => {
      const { status, headers, json } = await get({ range });
      expect([status, json.code]).toEqual([416, 'range_not_satisfiable']);
      expect(headers.get('content-range')).toBe('bytes */1000');
      expect(headers.get('content-disposition')).toBeNull();
    },
  );

  it.each(['bytes=5-2', 'bytes=-', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b', 'nonsense'])(
    'sends the whole document for %s, which is not a single range of bytes',
    async (range) => {
      const { status, bytes: all } = await get({ range });
      expect([status, all.length]).toEqual([200, 1000]);
    },
  );

  it('sends a range only if If-Range holds the document’s ETag', async () => {
    const range = 'bytes=0-9';
    expect((await get({ range, 'if-range': tag })).status).toBe(206);
    for (const other of ['"other"', `W/${tag}`, 'Wed, 21 Oct 2026 07:28:00 GMT']) {
      expect((await get({ range, 'if-range': other })).status).toBe(200);
    }
  });

  it('ignores Range in a HEAD request', async () => {
    const head = await server.stranger().send(path, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '1000']);
  });

  it('sends no range for a URL whose signature is not valid', async () => {
    const forged = await server.stranger().get(path.replace('a.pdf', 'b.pdf'), { range: 'bytes=0-9' });
    expect([forged.status, forged.headers.get('accept-ranges')]).toEqual([403, null]);
  });
});

describe('a range of an empty document', () => {
  it.each(['bytes=0-', 'bytes=-1', 'bytes=0-0'])('%s is not satisfiable', (range) => {
    expect(byteRange(range, 0)).toBe('unsatisfiable');
  });
});
