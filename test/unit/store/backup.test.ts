import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { takeOwnership } from '../../../src/store/database/owner.ts';
import { restoreBackup } from '../../../src/store/database/restore.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { charge, openTestStore, type TestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const owner = { pid: process.pid, address: 'admin restore' };
const restore = (file: string, dataDirectory: string) =>
  restoreBackup(file, dataDirectory, { owner, now: at });

/** Stores a template that is large enough for a backup to take many steps. */
async function pushLargeTemplate(store: TestStore, teamId: number): Promise<void> {
  const files = new Map([['assets/large.bin', Buffer.alloc(4_000_000, 'x')]]);
  await store.templates.push({
    teamId,
    name: 'large',
    type: 'html',
    hasBasePdf: false,
    files,
    publish: true,
  });
}

it('copies a consistent snapshot while two connections write, and keeps everything written before', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'pro', quota: 10 });
  await pushLargeTemplate(store, team.id);
  for (let index = 0; index < 20; index++) await charge(store, team.id, 1, at);
  const other = await store.again();
  const file = join(temporaryFolder(), 'backup.sqlite');

  let isDone = false;
  const backup = store.backup(file).then(() => {
    isDone = true;
  });
  let meanwhile = 0;
  while (!isDone) {
    await charge(meanwhile % 5 === 4 ? other : store, team.id, 1, at);
    meanwhile += 1;
    await setImmediate();
  }
  await backup;
  expect(meanwhile).toBeGreaterThan(3);

  const dataDirectory = join(temporaryFolder(), 'data');
  expect(await restore(file, dataDirectory)).toEqual({ replaced: null });
  const restored = await openTestStore({ dataDirectory });
  expect(await restored.ledger.verify()).toEqual([]);
  const { current, pack_credits } = await restored.ledger.summary(team.id, at);
  expect(current).toBeGreaterThanOrEqual(20);
  expect(current).toBeLessThanOrEqual(20 + meanwhile);
  expect(pack_credits).toBe(1_010 - current);
});

it('restores tokens, templates and signing keys from one file that only its owner can read', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const { token } = await store.tokens.create({ teamId: team.id });
  const files = new Map([['template.html', Buffer.from('Hello')]]);
  await store.templates.push({
    teamId: team.id,
    name: 'a',
    type: 'html',
    hasBasePdf: false,
    files,
    publish: true,
  });
  const keys = await store.rotateSigningKey();
  const folder = temporaryFolder({ 'backup.sqlite': 'an older one' });
  const file = join(folder, 'backup.sqlite');
  await store.backup(file);
  expect(readdirSync(folder)).toEqual(['backup.sqlite']);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const dataDirectory = temporaryFolder();
  await restore(file, dataDirectory);
  expect(readdirSync(folder)).toEqual(['backup.sqlite']);
  const restored = await openTestStore({ dataDirectory });
  expect(statSync(join(dataDirectory, 'database.sqlite')).mode & 0o777).toBe(0o600);
  expect((await restored.tokens.authenticate(token, at))?.team).toEqual(team);
  expect(await restored.templates.files(1, 1)).toEqual(files);
  expect(await restored.signingKeys()).toEqual(keys);
});

it('reports a backup that cannot be written, and leaves no file behind', async () => {
  const store = await openTestStore();
  const folder = temporaryFolder();
  await expect(store.backup(join(folder, 'missing', 'backup.sqlite'))).rejects.toMatchObject({
    code: 'file_unwritable',
    message: expect.stringContaining('no such folder'),
  });
  expect(readdirSync(folder)).toEqual([]);
});

it('rejects the open database, a folder and a device as a target', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const database = join(store.dataDirectory, 'database.sqlite');
  const link = join(temporaryFolder(), 'link');
  symlinkSync(store.dataDirectory, link);
  for (const file of [database, join(link, 'database.sqlite'), store.dataDirectory, '/dev/null']) {
    await expect(store.backup(file)).rejects.toMatchObject({ code: 'invalid_option' });
  }
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  expect(await (await store.again()).teams.list()).toEqual([team]);
});

it('a restore keeps the replaced database, including rows that were only in its write-ahead log', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const file = join(temporaryFolder(), 'backup.sqlite');
  await store.backup(file);
  await charge(store, team.id, 7, at);
  await store.close();
  // This is the state after a killed process: the last charges are in the write-ahead log only.
  const { replaced } = await restore(file, store.dataDirectory);
  expect((await (await store.again()).ledger.summary(team.id, at)).current).toBe(0);
  const before = new Sqlite(replaced ?? '', { readonly: true });
  expect(before.prepare('SELECT sum(posted) AS posted FROM usage_days').get()).toEqual({ posted: 7 });
  before.close();
});

it('a restore replaces a damaged database without replaying its write-ahead log into the new one', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const file = join(temporaryFolder(), 'backup.sqlite');
  await store.backup(file);
  await store.close();
  const database = join(store.dataDirectory, 'database.sqlite');
  writeFileSync(database, 'damaged'.repeat(1_000));
  writeFileSync(`${database}-wal`, 'damaged');
  const { replaced } = await restore(file, store.dataDirectory);
  expect(readFileSync(replaced ?? '', 'utf8')).toContain('damaged');
  expect(existsSync(`${database}-wal`)).toBe(false);
  expect(await (await store.again()).teams.list()).toEqual([team]);
});

it.each([
  ['is not there', undefined, 'file_unreadable'],
  ['is empty', '', 'database_corrupt'],
  ['is text', 'no database '.repeat(1_000), 'database_corrupt'],
])('rejects a backup that %s, names the file, and changes nothing', async (_, content, code) => {
  const store = await openTestStore();
  const team = await store.team();
  await store.close();
  const before = readdirSync(store.dataDirectory);
  const file = join(temporaryFolder(content === undefined ? {} : { backup: content }), 'backup');
  await expect(restore(file, store.dataDirectory)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(file),
  });
  expect(readdirSync(store.dataDirectory).filter((name) => !name.startsWith('owner'))).toEqual(before);
  expect(await (await store.again()).teams.list()).toEqual([team]);
});

it('rejects a backup with a damaged page, and one of a newer release', async () => {
  const store = await openTestStore();
  await pushLargeTemplate(store, (await store.team()).id);
  const file = join(temporaryFolder(), 'backup.sqlite');
  await store.backup(file);
  const bytes = readFileSync(file);
  for (let page = 10; page < 40; page++) bytes.fill(0xff, page * 4096, page * 4096 + 100);
  const damaged = join(temporaryFolder(), 'damaged.sqlite');
  writeFileSync(damaged, bytes);
  const dataDirectory = temporaryFolder();
  await expect(restore(damaged, dataDirectory)).rejects.toMatchObject({
    code: 'database_corrupt',
    message: expect.stringContaining(damaged),
  });

  const newer = new Sqlite(file);
  newer.exec(
    "INSERT INTO migrations (version, since, applied_at) VALUES (99, '0.9.0', 0); PRAGMA user_version = 99",
  );
  newer.close();
  await expect(restore(file, dataDirectory)).rejects.toMatchObject({
    code: 'database_newer',
    hint: 'Install pdfapi 0.9.0 or newer.',
  });
  expect(existsSync(join(dataDirectory, 'database.sqlite'))).toBe(false);
});

it('a backup and a restore remove what killed ones left, and nothing of a process that runs', async () => {
  const store = await openTestStore();
  const folder = temporaryFolder();
  const file = join(folder, 'backup.sqlite');
  const { pid: gone } = spawnSync(process.execPath, ['-e', '']);
  const leftovers = ['', '-journal'].map((suffix) => `.backup.sqlite.${gone}-0123456789ab.tmp${suffix}`);
  const others = [
    `.backup.sqlite.${process.ppid}-0123456789ab.tmp`,
    `.other.sqlite.${gone}-0123456789ab.tmp`,
    `.backup.sqlite.${gone}-notes.tmp`,
  ];
  for (const name of [...leftovers, ...others]) writeFileSync(join(folder, name), '');
  await store.backup(file);
  expect(readdirSync(folder).sort()).toEqual([...others, 'backup.sqlite'].sort());

  const dataDirectory = temporaryFolder();
  // Also as the last release named it.
  for (const name of [`.restore.${gone}-0123456789ab.tmp-wal`, '.restore.0123456789ab.tmp', '.restore.notes'])
    writeFileSync(join(dataDirectory, name), '');
  await restore(file, dataDirectory);
  expect(readdirSync(dataDirectory).filter((name) => name.startsWith('.restore'))).toEqual([
    '.restore.notes',
  ]);
});

it('rejects a restore while a server runs or a command has the database open', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const file = join(temporaryFolder(), 'backup.sqlite');
  await store.backup(file);
  const ownership = takeOwnership(store.dataDirectory, { pid: 1, address: 'http://127.0.0.1:1' });
  await expect(restore(file, store.dataDirectory)).rejects.toMatchObject({ code: 'data_directory_in_use' });
  ownership.release();
  await expect(restore(file, store.dataDirectory)).rejects.toMatchObject({ code: 'database_failed' });
  expect(await store.teams.list()).toEqual([team]);
});

it.each(['owner.json', 'database.replaced.2026-03-10T12-00-00-000Z.sqlite-wal'])(
  'a restore names the folder if %s cannot be written, and can be repeated',
  async (name) => {
    const store = await openTestStore();
    const file = join(temporaryFolder(), 'backup.sqlite');
    await store.backup(file);
    const dataDirectory = temporaryFolder();
    writeFileSync(join(dataDirectory, 'database.sqlite-wal'), '');
    const obstacle = join(dataDirectory, name);
    mkdirSync(obstacle);
    await expect(restore(file, dataDirectory)).rejects.toMatchObject({
      code: 'file_unwritable',
      message: expect.stringContaining(`Cannot write ${dataDirectory}`),
    });
    rmdirSync(obstacle);
    expect(await restore(file, dataDirectory)).toEqual({ replaced: null });
  },
);
