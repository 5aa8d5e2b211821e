/** A database that is lost is never taken for a first start. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { restoreBackup } from '../../../src/store/database/restore.ts';
import { newDocumentId } from '../../../src/store/documents.ts';
import { migrateStore } from '../../../src/store/migrate-store.ts';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');

/** Makes a data directory with one team, and returns it with its closed database. */
async function used(): Promise<{ readonly dataDirectory: string; readonly database: string }> {
  const store = await openTestStore();
  await store.team({ name: 'acme' });
  await store.close();
  return { dataDirectory: store.dataDirectory, database: join(store.dataDirectory, 'database.sqlite') };
}

const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

const lost = (text: string) =>
  expect.objectContaining({
    code: 'database_corrupt',
    exitCode: 9,
    message: expect.stringContaining(text),
    hint: expect.stringContaining('admin restore'),
  });

it.each([
  ['no bytes', (file: string) => writeFileSync(file, ''), 'has no bytes'],
  [
    'no tables',
    (file: string) => {
      rmSync(file);
      const empty = new Sqlite(file);
      empty.pragma('journal_mode = WAL');
      empty.close();
    },
    'has no tables',
  ],
])('refuses a database with %s, even if nothing else is left, and changes nothing', async (_, lose, text) => {
  const { dataDirectory, database } = await used();
  lose(database);
  const before = [filesOf(dataDirectory), readFileSync(database)];
  await expect(openStore({ dataDirectory })).rejects.toThrow(lost(`${database} ${text}`));
  await expect(migrateStore({ kind: 'folder', path: dataDirectory }, at)).rejects.toThrow(lost(text));
  expect([filesOf(dataDirectory), readFileSync(database)]).toEqual(before);
});

it.each([
  ['a document', `documents/${newDocumentId()}`, '1 document in'],
  ['the log of a crash', 'database.sqlite-wal', 'database.sqlite-wal with 8 bytes'],
  ['the key of identities', 'identity.key', 'identity.key'],
  ['a copy', 'database.schema-9.2026-03-10T12-00-00-000Z.sqlite', 'database.schema-9.2026'],
  ['a replaced one', 'database.replaced.2026-03-10T12-00-00-000Z.sqlite', 'database.replaced.2026'],
])('refuses a missing database beside %s, names it and keeps it', async (_, name, text) => {
  const { dataDirectory, database } = await used();
  rmSync(database);
  writeFileSync(join(dataDirectory, name), 'contents');
  await expect(openStore({ dataDirectory })).rejects.toThrow(lost(text));
  expect(existsSync(database)).toBe(false);
  expect(readFileSync(join(dataDirectory, name), 'utf8')).toBe('contents');
});

it('makes a new database in a folder that was never used, or holds other things', async () => {
  const dataDirectory = temporaryFolder({ 'lost+found/x': '', 'notes.txt': '' });
  mkdirSync(join(dataDirectory, 'documents'));
  expect(await (await openTestStore({ dataDirectory })).teams.list()).toEqual([]);
});

it('never has a file of that name without its tables, whenever the start is killed', async () => {
  const dataDirectory = temporaryFolder();
  const script = join(import.meta.dirname, '../../integration/store/open-in-child.ts');
  for (const seconds of ['0.15', '0.2', '0.25', '0.3', '0.35', '0.4', '0.5']) {
    try {
      execFileSync('timeout', ['-s', 'KILL', seconds, process.execPath, script, dataDirectory], {
        stdio: 'pipe',
      });
    } catch {
      // Killed.
    }
    const store = await openTestStore({ dataDirectory });
    expect(await store.teams.list()).toEqual([]);
    await store.close();
    rmSync(join(dataDirectory, 'database.sqlite'));
  }
});

it('restores a backup in place of a lost database, and keeps the log of the lost one out of it', async () => {
  const { dataDirectory, database } = await used();
  const backup = join(temporaryFolder(), 'backup.sqlite');
  cpSync(database, backup);
  // A server that was killed leaves what it wrote last in the log.
  const killed = new Sqlite(database);
  killed.pragma('journal_mode = WAL');
  killed.exec("UPDATE teams SET name = 'changed'");
  const log = readFileSync(`${database}-wal`);
  killed.close();
  for (const lose of [() => rmSync(database), () => writeFileSync(database, '')]) {
    lose();
    writeFileSync(`${database}-wal`, log);
    rmSync(`${database}-shm`, { force: true });
    await restoreBackup(backup, dataDirectory, { owner: { pid: 1, address: 'a test' }, now: new Date() });
    const store = await openStore({ dataDirectory });
    expect((await store.teams.list()).map(({ name }) => name)).toEqual(['acme']);
    await store.close();
    const kept = readdirSync(dataDirectory).filter((name) => /^database\.replaced\..*-wal$/.test(name));
    expect(readFileSync(join(dataDirectory, kept.at(-1) ?? '')).equals(log)).toBe(true);
  }
});
