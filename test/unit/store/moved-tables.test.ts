import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DatabaseConnection } from '../../../src/store/database/connection.ts';
import { movedTables, unmovedTables } from '../../../src/store/move/moved-tables.ts';
import { openTestStore } from '../../support/store/open-test-store.ts';

/** `rate_windows` exists on PostgreSQL only. */
const onPostgresOnly = ['rate_windows'];

it('a move copies every table and every column of the schema, or leaves the table out on purpose', async () => {
  const { dataDirectory } = await openTestStore();
  const connection = new DatabaseConnection(join(dataDirectory, 'database.sqlite'));
  const tables = connection
    .all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .map(({ name }) => name);
  const listed = [...movedTables.map(({ name }) => name), ...unmovedTables];
  expect(listed.filter((name) => !onPostgresOnly.includes(name)).sort()).toEqual(tables);
  for (const { name, columns, key, hasSequence } of movedTables) {
    const found = connection.all<{ name: string; pk: number }>(
      'SELECT name, pk FROM pragma_table_info(?)',
      name,
    );
    expect([name, ...columns].sort()).toEqual([name, ...found.map((column) => column.name)].sort());
    const primary = found.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    expect([name, ...key]).toEqual([name, ...primary.map((column) => column.name)]);
    const sql = connection.get<{ sql: string }>('SELECT sql FROM sqlite_schema WHERE name = ?', name)?.sql;
    expect([name, hasSequence]).toEqual([name, /AUTOINCREMENT/.test(sql ?? '')]);
  }
  connection.close();
});
