/** What every storage of documents promises. The table is tested on SQLite here, and on PostgreSQL by its project. */
import { randomBytes } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseConnection } from '../../../../src/store/database/connection.ts';
import type { Database } from '../../../../src/store/database/database.ts';
import { PostgresDatabase } from '../../../../src/store/database/postgres-database.ts';
import { SqliteDatabase } from '../../../../src/store/database/sqlite-database.ts';
import { run } from '../../../../src/store/database/statement.ts';
import type { DocumentBytes } from '../../../../src/store/document-bytes/document-bytes.ts';
import {
  type DocumentsPlace,
  openDocumentBytes,
} from '../../../../src/store/document-bytes/documents-place.ts';
import { parseS3Location } from '../../../../src/store/document-bytes/s3-location.ts';
import { newDocumentId } from '../../../../src/store/documents.ts';
import { openPostgresStore } from '../../../../src/store/open-postgres-store.ts';
import { openStore } from '../../../../src/store/store.ts';
import { temporaryFolder } from '../../../support/cli/temporary-folder.ts';
import { startTestS3 } from '../../../support/s3/test-s3.ts';
import { onPostgres } from '../../../support/store/open-test-store.ts';

interface Opened {
  readonly bytes: DocumentBytes;
  /** Makes bytes look as if they had been written that many milliseconds earlier. */
  age(id: string, ms: number): Promise<void>;
}

async function openFolder(): Promise<Opened> {
  const path = temporaryFolder();
  const bytes = openDocumentBytes({ kind: 'folder', path }, undefined as never);
  return {
    bytes,
    age: async (id, ms) => {
      const time = new Date(Date.now() - ms);
      utimesSync(join(path, id), time, time);
    },
  };
}

async function openTable(): Promise<Opened> {
  const database = await openDatabase();
  return {
    bytes: openDocumentBytes({ kind: 'database' }, database),
    age: async (id, ms) => {
      await database.query(() =>
        run('UPDATE document_bytes SET written_at = written_at - ? WHERE id = ?', ms, id),
      );
    },
  };
}

/** A database with the schema of a store. */
async function openDatabase(): Promise<Database> {
  if (onPostgres) {
    const { newDatabase, prepare } = await import('../../../support/postgres/new-database.ts');
    const url = await newDatabase();
    await (await openPostgresStore({ prepare, url })).close();
    const database = new PostgresDatabase({ prepare, url });
    onTestFinished(() => database.close());
    return database;
  }
  const dataDirectory = temporaryFolder();
  await (await openStore({ dataDirectory })).close();
  const connection = new DatabaseConnection(join(dataDirectory, 'database.sqlite'));
  onTestFinished(() => connection.close());
  return new SqliteDatabase(connection);
}

async function openS3(): Promise<Opened> {
  const s3 = await startTestS3();
  onTestFinished(() => s3.close());
  s3.pageSize = 3;
  const location = parseS3Location(s3.address);
  if (typeof location === 'string') throw new Error(location);
  const place: DocumentsPlace = { kind: 's3', location, credentials: s3.credentials };
  return {
    bytes: openDocumentBytes(place, undefined as never),
    age: async (id, ms) => {
      const object = s3.objects.get(`some/prefix/${id}`);
      if (object) object.modifiedAt = new Date(object.modifiedAt.getTime() - ms);
    },
  };
}

const storages = onPostgres
  ? ([['table', openTable]] as const)
  : ([
      ['folder', openFolder],
      ['table', openTable],
      ['S3', openS3],
    ] as const);

describe.each(storages)('the storage of documents in: %s', (_name, open) => {
  it('returns what was written, last', async () => {
    const { bytes } = await open();
    const id = newDocumentId();
    for (const content of [randomBytes(1000), randomBytes(3_000_000), Buffer.alloc(0)]) {
      await bytes.write(id, content);
      expect(Buffer.from(await bytes.read(id)).equals(content)).toBe(true);
    }
  });

  it('streams a range of a large document in pieces', async () => {
    const { bytes } = await open();
    const id = newDocumentId();
    const content = randomBytes(3_000_000);
    await bytes.write(id, content);
    const last = content.length - 1;
    const ranges = [
      [0, last],
      [0, 0],
      [last, last],
      [1, last],
      [262_143, 262_144],
      [1_048_575, 2_097_152],
      [100, 2_500_000],
    ] as const;
    for (const [start, end] of ranges) {
      const opened = await bytes.open(id);
      expect(opened.size).toBe(content.length);
      const pieces: Buffer[] = [];
      for await (const piece of await opened.stream(start, end)) pieces.push(Buffer.from(piece));
      expect(Buffer.concat(pieces).equals(content.subarray(start, end + 1))).toBe(true);
      if (end - start > 2_000_000) expect(pieces.length).toBeGreaterThan(1);
    }
    await (await bytes.open(id)).close();
  });

  it('streams several documents at once, and one that is given up', async () => {
    const { bytes } = await open();
    const contents = Array.from({ length: 8 }, () => randomBytes(400_000));
    const ids = contents.map(newDocumentId);
    await Promise.all(ids.map((id, index) => bytes.write(id, contents[index] ?? Buffer.alloc(0))));
    const givenUp = await (await bytes.open(ids[0] ?? '')).stream(0, 399_999);
    givenUp.destroy();
    const read = await Promise.all(
      ids.map(async (id) => await buffer(await (await bytes.open(id)).stream(0, 399_999))),
    );
    for (const [index, content] of contents.entries()) expect(read[index]?.equals(content)).toBe(true);
  });

  it('says of bytes that do not exist that they do not, which is no failure of the storage', async () => {
    const { bytes } = await open();
    const id = newDocumentId();
    const missing = { code: 'file_unreadable', message: expect.stringContaining(id) };
    await expect(bytes.read(id)).rejects.toMatchObject(missing);
    await expect(bytes.open(id)).rejects.toMatchObject(missing);
    await expect(bytes.open(id)).rejects.toMatchObject({ code: 'file_unreadable' });
    await bytes.remove(id);
  });

  it('removes, also twice', async () => {
    const { bytes } = await open();
    const id = newDocumentId();
    await bytes.write(id, Buffer.from('%PDF'));
    await Promise.all([bytes.remove(id), bytes.remove(id)]);
    await bytes.remove(id);
    await expect(bytes.open(id)).rejects.toMatchObject({ code: 'file_unreadable' });
  });

  it('lists what is older than an age, in pages', async () => {
    const { bytes, age } = await open();
    const ids = Array.from({ length: 10 }, newDocumentId);
    for (const id of ids) await bytes.write(id, Buffer.from(id));
    const old = ids.slice(0, 7);
    for (const id of old) await age(id, 3_601_000);
    const list = async (ms: number) => {
      const ids: string[] = [];
      for await (const page of bytes.leftovers({ unfinishedMs: ms, completeMs: ms })) ids.push(...page);
      return ids.sort();
    };
    expect(await list(3_600_000)).toEqual(old.toSorted());
    expect(await list(7_200_000)).toEqual([]);
    // S3 tells its time to the second.
    expect(await list(-1_000)).toEqual(ids.toSorted());
    expect(await bytes.isUsed()).toBe(true);
    for (const id of ids) await bytes.remove(id);
    expect(await list(-1_000)).toEqual([]);
    expect(await bytes.isUsed()).toBe(false);
  });
});
