import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DatabaseConnection } from '../../../src/store/database/connection.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';

/** The values of SQLite's `synchronous` pragma. */
const [normal, full] = [1, 2];

function openTable(): DatabaseConnection {
  const file = join(temporaryFolder(), 'database.sqlite');
  writeFileSync(file, '');
  const connection = new DatabaseConnection(file);
  onTestFinished(() => connection.close());
  connection.script('CREATE TABLE a (x INTEGER PRIMARY KEY) STRICT');
  return connection;
}

const rows = (connection: DatabaseConnection) =>
  connection.all<{ x: number }>('SELECT x FROM a').map(({ x }) => x);
const add = (connection: DatabaseConnection, x: number) => connection.run('INSERT INTO a VALUES (?)', x);

it('waits for the disk at every commit except forgettable ones', () => {
  const connection = openTable();
  const synchronous = () => connection.pragma('synchronous');
  expect(connection.pragma('journal_mode')).toBe('wal');
  expect(connection.write(synchronous)).toBe(full);
  expect(connection.writeForgettable(synchronous)).toBe(normal);
  expect(connection.write(synchronous)).toBe(full);
  expect(() =>
    connection.writeForgettable(() => add(connection, null as never) && JSON.parse('{')),
  ).toThrow();
  expect(connection.write(synchronous)).toBe(full);
  // A forgettable write within a charge is as durable as the charge.
  expect(connection.write(() => connection.writeForgettable(synchronous))).toBe(full);
});

it('rolls back all of a failed write', () => {
  const connection = openTable();
  expect(() =>
    connection.write(() => {
      add(connection, 1);
      throw new Error('stop');
    }),
  ).toThrow('stop');
  expect(rows(connection)).toEqual([]);
  connection.write(() => add(connection, 2));
  expect(rows(connection)).toEqual([2]);
});

it('makes a nested transaction part of the outer one', () => {
  const connection = openTable();
  expect(() =>
    connection.write(() => {
      connection.write(() => add(connection, 1));
      throw new Error('stop');
    }),
  ).toThrow('stop');
  expect(rows(connection)).toEqual([]);
});

it('reads a consistent snapshot while another connection writes', () => {
  const connection = openTable();
  const other = new DatabaseConnection(connection.name);
  connection.read(() => {
    expect(rows(connection)).toEqual([]);
    add(other, 1);
    expect(rows(connection)).toEqual([]);
  });
  other.close();
  expect(rows(connection)).toEqual([1]);
});

it('enforces foreign keys', () => {
  const connection = openTable();
  connection.script('CREATE TABLE b (x INTEGER REFERENCES a (x)) STRICT');
  expect(() => connection.run('INSERT INTO b VALUES (9)')).toThrow('FOREIGN KEY');
});
