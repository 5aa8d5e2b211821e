import { closeSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { charge, openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('creates a data directory that only its owner can read', async () => {
  const dataDirectory = join(temporaryFolder(), 'deep', 'data');
  const store = await openTestStore({ dataDirectory });
  await store.team();
  expect(modeOf(dataDirectory)).toBe('700');
  expect(modeOf(join(dataDirectory, 'documents'))).toBe('700');
  const files = readdirSync(dataDirectory).filter((name) => name !== 'documents');
  for (const name of files) expect([name, modeOf(join(dataDirectory, name))]).toEqual([name, '600']);
  expect(files).toContain('database.sqlite-wal');
});

it('keeps its data when it is closed and opened again', async () => {
  const store = await openTestStore();
  const team = await store.team();
  await charge(store, team.id, 2, at);
  await store.close();
  const again = await store.again();
  expect(await again.teams.list()).toEqual([team]);
  expect((await again.ledger.summary(team.id, at)).current).toBe(2);
});

it.each([
  ['text', Buffer.from('This is no database, and long enough to have a header.'.repeat(20))],
  ['a header only', Buffer.from('SQLite format 3\0')],
])('rejects a file that is %s, suggests a restore, and leaves it unchanged', async (_, content) => {
  const dataDirectory = temporaryFolder({ 'database.sqlite': content });
  await expect(openStore({ dataDirectory })).rejects.toThrow(
    expect.objectContaining({
      code: 'database_corrupt',
      exitCode: 9,
      message: expect.stringContaining(join(dataDirectory, 'database.sqlite')),
      hint: expect.stringContaining('admin restore'),
    }),
  );
  expect(readFileSync(join(dataDirectory, 'database.sqlite'))).toEqual(content);
});

it('rejects a database with a damaged page on opening, not in the middle of a request', async () => {
  const store = await openTestStore();
  const team = await store.team();
  for (let index = 0; index < 200; index++) await charge(store, team.id, 1, at);
  await store.close();
  const file = openSync(join(store.dataDirectory, 'database.sqlite'), 'r+');
  const { size } = statSync(join(store.dataDirectory, 'database.sqlite'));
  for (let page = size / 4096 - 8; page * 4096 < size; page++)
    writeSync(file, Buffer.alloc(64, 0xff), 0, 64, page * 4096);
  closeSync(file);
  await expect(store.again()).rejects.toThrow(expect.objectContaining({ code: 'database_corrupt' }));
  // Without the check, the command fails with the same code when it reaches the damaged page.
  const quick = await openTestStore({ dataDirectory: store.dataDirectory, checkPages: false });
  await expect(quick.ledger.verify()).rejects.toThrow(expect.objectContaining({ code: 'database_corrupt' }));
});

it('rejects the database of another program', async () => {
  const dataDirectory = temporaryFolder();
  const other = new Sqlite(join(dataDirectory, 'database.sqlite'));
  other.exec('CREATE TABLE teams (id INTEGER)');
  other.close();
  await expect(openStore({ dataDirectory })).rejects.toThrow(
    expect.objectContaining({
      code: 'database_corrupt',
      message: expect.stringContaining('is not a database of pdfapi'),
    }),
  );
});

it('rejects the database of a newer release and names the release it needs', async () => {
  const store = await openTestStore();
  await store.close();
  const sqlite = new Sqlite(join(store.dataDirectory, 'database.sqlite'));
  sqlite.exec(
    "INSERT INTO migrations (version, since, applied_at) VALUES (99, '0.9.0', 0); PRAGMA user_version = 99",
  );
  sqlite.close();
  await expect(store.again()).rejects.toThrow(
    expect.objectContaining({
      code: 'database_newer',
      message: expect.stringContaining('has schema 99; this pdfapi knows schemas up to'),
      hint: 'Install pdfapi 0.9.0 or newer.',
    }),
  );
});

it('names the directory that cannot be created', async () => {
  const folder = temporaryFolder({ file: '' });
  await expect(openStore({ dataDirectory: join(folder, 'file', 'data') })).rejects.toThrow(
    expect.objectContaining({
      code: 'file_unwritable',
      message: expect.stringContaining(join(folder, 'file', 'data')),
    }),
  );
});

it('reports that another process has been writing for too long', async () => {
  const store = await openTestStore();
  const sqlite = new Sqlite(join(store.dataDirectory, 'database.sqlite'));
  sqlite.exec('BEGIN IMMEDIATE');
  await expect(store.checkWritable()).rejects.toThrow(
    expect.objectContaining({ code: 'database_failed', message: expect.stringContaining('another process') }),
  );
  sqlite.exec('ROLLBACK');
  sqlite.close();
  await store.checkWritable();
});

it('reads while another process writes', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const sqlite = new Sqlite(join(store.dataDirectory, 'database.sqlite'));
  sqlite.exec(`BEGIN IMMEDIATE; UPDATE teams SET name = 'half-way'`);
  expect(await store.teams.byId(team.id)).toEqual(team);
  sqlite.exec('ROLLBACK');
  sqlite.close();
});
