import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DatabaseConnection } from '../../../src/store/database/connection.ts';
import { checkSqliteSchema, type Migration, migrate } from '../../../src/store/database/migrate.ts';
import { migrations, postgresMigrations } from '../../../src/store/database/migrations/index.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';

const now = new Date('2026-03-10T12:00:00Z');
const one = { version: 1, since: '0.1.0', sql: "CREATE TABLE a (x TEXT); INSERT INTO a VALUES ('kept')" };
const two = { version: 2, since: '0.2.0', sql: 'ALTER TABLE a ADD COLUMN y TEXT' };
const bad = {
  version: 3,
  since: '0.3.0',
  sql: 'ALTER TABLE a ADD COLUMN z TEXT; INSERT INTO nowhere VALUES (1)',
};

function openDatabase(folder: string): DatabaseConnection {
  const file = join(folder, 'database.sqlite');
  writeFileSync(file, '', { flag: 'a' });
  const connection = new DatabaseConnection(file);
  onTestFinished(() => connection.close());
  return connection;
}

const copies = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('database.schema-'));

/** A schema 3 on which programs that know schema 2 can run, and one on which they cannot. */
const lenient = { version: 3, since: '0.3.0', needs: 2, sql: 'ALTER TABLE a ADD COLUMN z TEXT' };
const strict = { version: 3, since: '0.3.0', sql: 'ALTER TABLE a DROP COLUMN y' };

it('lets an older program run on a newer schema whose migrations allow it', () => {
  const connection = openDatabase(temporaryFolder());
  migrate(connection, [one, two, lenient], now);
  expect(migrate(connection, [one, two], now)).toEqual({ from: 3, to: 3 });
  checkSqliteSchema(connection, [one, two]);
  const tooOld = { code: 'database_newer', hint: 'Install pdfapi 0.2.0 or newer.' };
  expect(() => migrate(connection, [one], now)).toThrow(expect.objectContaining(tooOld));
  const four = { version: 4, since: '0.4.0', needs: 3, sql: 'ALTER TABLE a DROP COLUMN y' };
  migrate(connection, [one, two, lenient, four], now);
  expect(() => migrate(connection, [one, two], now)).toThrow(
    expect.objectContaining({ ...tooOld, hint: 'Install pdfapi 0.3.0 or newer.' }),
  );
});

it('lets a program without what the release adds run on a schema that has them', () => {
  const before = (all: readonly Migration[]) => all.filter(({ version }) => version < 9);
  const connection = openDatabase(temporaryFolder());
  migrate(connection, migrations, now);
  checkSqliteSchema(connection, before(migrations));
  const later = postgresMigrations.slice(before(postgresMigrations).length);
  expect(later.map(({ version, needs }) => [version, needs])).toEqual([
    [9, 8],
    [10, 8],
    [11, 8],
    [12, 8],
    [13, 8],
    [14, 8],
    [15, 8],
    [16, 8],
  ]);
});

it('keeps an older program from a newer schema whose migration says nothing', () => {
  const connection = openDatabase(temporaryFolder());
  migrate(connection, [one, two, strict], now);
  expect(() => migrate(connection, [one, two], now)).toThrow(
    expect.objectContaining({ code: 'database_newer', hint: 'Install pdfapi 0.3.0 or newer.' }),
  );
});

it('adds the column of the oldest program to a database of a release without it', () => {
  const connection = openDatabase(temporaryFolder());
  migrate(connection, [one], now);
  connection.script('ALTER TABLE migrations DROP COLUMN needs');
  expect(migrate(connection, [one], now)).toEqual({ from: 1, to: 1 });
  expect(() => migrate(connection, [], now)).toThrow(expect.objectContaining({ code: 'database_newer' }));
  expect(migrate(connection, [one, two, lenient], now)).toEqual({ from: 1, to: 3 });
  expect(connection.all('SELECT version, needs FROM migrations')).toEqual([
    { version: 1, needs: null },
    { version: 2, needs: null },
    { version: 3, needs: 2 },
  ]);
});

it('leaves an older schema as it is if it was not to migrate', () => {
  const connection = openDatabase(temporaryFolder());
  const older = expect.objectContaining({
    code: 'database_older',
    hint: 'To migrate it: pdfapi admin migrate',
  });
  expect(() => checkSqliteSchema(connection, [one, two])).toThrow(older);
  migrate(connection, [one], now);
  expect(() => checkSqliteSchema(connection, [one, two])).toThrow(older);
  expect(connection.pragma('user_version')).toBe(1);
});

it('creates a new database without a copy of an empty one', () => {
  const folder = temporaryFolder();
  const connection = openDatabase(folder);
  migrate(connection, [one, two], now);
  expect(connection.pragma('user_version')).toBe(2);
  expect(connection.all('SELECT version, since FROM migrations')).toEqual([
    { version: 1, since: '0.1.0' },
    { version: 2, since: '0.2.0' },
  ]);
  expect(copies(folder)).toEqual([]);
});

it('copies a database before changing it, readable by its owner only', () => {
  const folder = temporaryFolder();
  const connection = openDatabase(folder);
  migrate(connection, [one], now);
  migrate(connection, [one, two], now);
  expect(connection.all('SELECT * FROM a')).toEqual([{ x: 'kept', y: null }]);
  expect(copies(folder)).toEqual(['database.schema-1.2026-03-10T12-00-00-000Z.sqlite']);
  const copy = join(folder, copies(folder)[0] ?? '');
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const before = new DatabaseConnection(copy);
  expect(before.all('SELECT * FROM a')).toEqual([{ x: 'kept' }]);
  before.close();
});

it('changes nothing when every migration is applied', () => {
  const folder = temporaryFolder();
  const connection = openDatabase(folder);
  migrate(connection, [one], now);
  migrate(connection, [one], now);
  expect(copies(folder)).toEqual([]);
});

it('rolls back a failed step and the steps before it', () => {
  const folder = temporaryFolder();
  const connection = openDatabase(folder);
  migrate(connection, [one], now);
  expect(() => migrate(connection, [one, two, bad], now)).toThrow('no such table: nowhere');
  expect(connection.pragma('user_version')).toBe(1);
  expect(connection.all('SELECT * FROM a')).toEqual([{ x: 'kept' }]);
  expect(copies(folder)).toHaveLength(1);
});

it('migrates once when two connections open the same database', () => {
  const folder = temporaryFolder();
  const [first, second] = [openDatabase(folder), openDatabase(folder)];
  migrate(first, [one], now);
  migrate(second, [one], now);
  expect(second.all('SELECT * FROM a')).toEqual([{ x: 'kept' }]);
});

it('migrates and copies once when another connection was faster', () => {
  const folder = temporaryFolder();
  const [first, second] = [openDatabase(folder), openDatabase(folder)];
  migrate(first, [one], now);
  const write = first.write.bind(first);
  vi.spyOn(first, 'write').mockImplementationOnce((work) => {
    migrate(second, [one, two], now);
    return write(work);
  });
  expect(migrate(first, [one, two], now)).toEqual({ from: 2, to: 2 });
  expect(first.all('SELECT * FROM a')).toEqual([{ x: 'kept', y: null }]);
  expect(copies(folder)).toHaveLength(1);
});

it('sees one state of a database that another connection migrates in between', () => {
  const folder = temporaryFolder();
  const [first, second] = [openDatabase(folder), openDatabase(folder)];
  const readPragma = first.pragma.bind(first);
  const readFirst = vi.spyOn(first, 'pragma').mockImplementationOnce((name) => {
    const value = readPragma(name);
    migrate(second, [one, two], now);
    return value;
  });
  expect(migrate(first, [one, two], now)).toEqual({ from: 2, to: 2 });
  expect(readFirst).toHaveBeenCalled();
  expect(first.all('SELECT x, y FROM a')).toEqual([{ x: 'kept', y: null }]);
});

it('rebuilds a table that others reference and checks foreign keys at the end', () => {
  const folder = temporaryFolder();
  const connection = openDatabase(folder);
  const pair = {
    version: 1,
    since: '0.1.0',
    sql: 'CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT UNIQUE); CREATE TABLE b (a INTEGER REFERENCES a (id)); INSERT INTO a VALUES (1, 7); INSERT INTO b VALUES (1)',
  };
  const rebuild = (rows: string) => ({
    version: 2,
    since: '0.2.0',
    sql: `CREATE TABLE c (id INTEGER PRIMARY KEY, x TEXT); INSERT INTO c ${rows}; DROP TABLE a; ALTER TABLE c RENAME TO a`,
  });
  migrate(connection, [pair], now);
  expect(() => migrate(connection, [pair, rebuild('VALUES (2, 7)')], now)).toThrow('rows in b');
  expect(connection.pragma('user_version')).toBe(1);
  const later = new Date('2026-03-10T12:01:00Z');
  migrate(connection, [pair, rebuild('SELECT id, x FROM a')], later);
  expect(connection.all('SELECT * FROM a JOIN b ON b.a = a.id')).toEqual([{ id: 1, x: '7', a: 1 }]);
  expect(() => connection.run('INSERT INTO b VALUES (3)')).toThrow('FOREIGN KEY');
});
