/** Documents whose bytes are not those that were stored, in every storage. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { signedUrls } from '../../../src/server/billing/signed-url.ts';
import { newDocumentId } from '../../../src/store/documents.ts';
import { startTestS3 } from '../../support/s3/test-s3.ts';
import { startTestServer, type TestServerOptions } from '../../support/server/start-test-server.ts';

const s3 = await startTestS3();
afterAll(() => s3.close());
const log: string[] = [];
beforeEach(() => {
  log.length = 0;
});

const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, index) => index % 251));
/** The last is streamed. */
const sizes = [0, 5_078, 9_000_000];

type Damage = (bytes: Buffer) => Buffer;
const cutOff: Damage = (bytes) => bytes.subarray(0, bytes.length / 2);
const zeros: Damage = (bytes) => Buffer.alloc(bytes.length);
const lastByte: Damage = (bytes) => {
  const changed = Buffer.from(bytes);
  changed[bytes.length - 1] = 255;
  return changed;
};

/** `change` damages the stored bytes of an id. */
async function open(
  options: TestServerOptions,
  change: (
    server: Awaited<ReturnType<typeof startTestServer>>,
    id: string,
    damage: Damage,
  ) => Promise<void> | void,
) {
  const server = await startTestServer({ browser: false, onLog: (line) => log.push(line), ...options });
  const { store } = server;
  const { team } = await server.team();
  return async (size: number, damage?: Damage) => {
    const [id, at, bytes] = [newDocumentId(), new Date(), bytesOf(size)];
    const held = await store.ledger.hold({ teamId: team.id, amount: 1, at });
    if (held.kind !== 'held') throw new Error(held.kind);
    const sha256 = await store.documents.write(id, bytes);
    const expiresAt = new Date(at.getTime() + 3_600_000);
    const document = { id, teamId: team.id, filename: 'a.pdf', size, createdAt: at, expiresAt, sha256 };
    await store.ledger.settle(held.hold, { at, document });
    if (damage) await change(server, id, damage);
    const path = `/documents/${id}/a.pdf`;
    const address = await signedUrls(() => store.signingKeys()).sign(
      path,
      Math.floor(expiresAt.getTime() / 1000),
    );
    const send = (headers: Record<string, string> = {}, method = 'GET') =>
      server.stranger().send(address, { headers, method });
    return { id, bytes, store, send, sql: server.sql };
  };
}

const storages = [
  [
    'a folder',
    await open({ hasDocumentFiles: true }, ({ dataDir }, id, damage) => {
      const file = join(dataDir, 'documents', id);
      writeFileSync(file, damage(readFileSync(file)));
    }),
  ],
  [
    'the database',
    await open({ flags: { documents: 'database' } }, async ({ store, sql }, id, damage) => {
      const bytes = Buffer.from(await store.documents.read(id));
      await sql('UPDATE document_bytes SET bytes = ? WHERE id = ?', damage(bytes), id);
    }),
  ],
  [
    'S3',
    await open({ flags: { documents: s3.address }, environment: s3.environment }, (_, id, damage) => {
      const [name, object] = [...s3.objects].find(([key]) => key.endsWith(id)) ?? [];
      if (name && object) s3.objects.set(name, { ...object, bytes: damage(object.bytes) });
    }),
  ],
] as const;

describe.each(storages)('a document in %s', (_name, stored) => {
  it.each(sizes)('of %i bytes is delivered whole, in ranges and to HEAD', async (size) => {
    const { bytes, send, store, id } = await stored(size);
    const all = await send();
    expect([all.status, all.bytes.equals(bytes)]).toEqual([200, true]);
    expect((await send({}, 'HEAD')).headers.get('content-length')).toBe(String(size));
    if (size > 0) expect((await send({ range: 'bytes=-10' })).bytes.equals(bytes.subarray(-10))).toBe(true);
    expect(Buffer.from(await store.documents.read(id)).equals(bytes)).toBe(true);
    expect(await store.documents.has(id)).toBe(true);
    expect(log.join('\n')).not.toContain('damaged');
  });

  it.each([5_078, 9_000_000])('of %i bytes that was cut off is gone, and the log names it', async (size) => {
    const { send, store, id } = await stored(size, cutOff);
    for (const answer of [await send(), await send({ range: 'bytes=0-9' })]) {
      expect([answer.status, answer.json.code]).toEqual([410, 'expired']);
    }
    expect((await send({}, 'HEAD')).status).toBe(410);
    expect(await store.documents.has(id)).toBe(false);
    await expect(store.documents.read(id)).rejects.toMatchObject({ code: 'file_unreadable' });
    const line = log.map((each) => JSON.parse(each)).find(({ documentId }) => documentId === id);
    expect(line).toMatchObject({
      level: 50,
      reason: expect.stringContaining(`it has ${size / 2} bytes, and ${size} were stored`),
    });
  });

  it.each([
    ['zeros', zeros],
    ['another last byte', lastByte],
  ])('that has %s is gone, and the log names it', async (_what, damage) => {
    const { send, id } = await stored(5_078, damage);
    for (const answer of [await send(), await send({ range: 'bytes=0-9' })]) {
      expect([answer.status, answer.json.code]).toEqual([410, 'expired']);
    }
    expect(log.join('\n')).toContain(`"documentId":"${id}"`);
  });

  it('that is large and has another last byte does not look complete', async () => {
    const { send, id } = await stored(9_000_000, lastByte);
    await expect(send()).rejects.toThrow();
    expect(log.join('\n')).toContain(`"documentId":"${id}"`);
  });

  it('of an older program is delivered if its size is right', async () => {
    const { send, sql, id, bytes } = await stored(5_078);
    await sql('UPDATE documents SET sha256 = NULL WHERE id = ?', id);
    expect((await send()).bytes.equals(bytes)).toBe(true);
  });
});

it('compares a document in a storage that does not tell its length', async () => {
  const [, stored] = storages[2];
  s3.tellsLength = false;
  const intact = await stored(5_078);
  const all = await intact.send();
  expect([all.status, all.headers.get('content-length'), all.bytes.equals(intact.bytes)]).toEqual([
    200,
    '5078',
    true,
  ]);
  const damaged = await stored(5_078, cutOff);
  expect((await damaged.send()).status).toBe(410);
  await expect((await stored(9_000_000, cutOff)).send()).rejects.toThrow();
  s3.tellsLength = true;
});
