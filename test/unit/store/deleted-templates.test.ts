/** Renaming and deleting templates, and databases from before either was possible. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DatabaseConnection } from '../../../src/store/database/connection.ts';
import { migrate } from '../../../src/store/database/migrate.ts';
import { migrations } from '../../../src/store/database/migrations/index.ts';
import type { PushedTemplate } from '../../../src/store/templates.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { charge, onPostgres, openTestStore, type TestStore } from '../../support/store/open-test-store.ts';

const files = (text: string) => new Map([['template.html', Buffer.from(text)]]);

function pushed(teamId: number, name: string, text = name): PushedTemplate {
  return { teamId, name, type: 'html', hasBasePdf: false, files: files(text), publish: true };
}

const names = async (store: TestStore, teamId: number) =>
  (await store.templates.list(teamId, 1, 50)).items.map(({ name }) => name);

it('a renamed template keeps its id and its versions', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const { id } = await store.templates.push(pushed(teamId, 'invoice', 'one'));
  await store.templates.push(pushed(teamId, 'invoice', 'two'));
  expect(await store.templates.rename({ teamId, id }, 'bill')).toEqual({
    id,
    name: 'bill',
    previousName: 'invoice',
    unchanged: false,
  });
  expect(await (await store.again()).templates.get(id)).toMatchObject({
    name: 'bill',
    latestVersion: 2,
    publishedVersion: 2,
  });
  expect(await store.templates.byName(teamId, 'invoice')).toBeUndefined();
  expect(await store.templates.push(pushed(teamId, 'bill', 'three'))).toMatchObject({ id, version: 3 });
  expect(await store.templates.push(pushed(teamId, 'invoice', 'one'))).toMatchObject({
    id: id + 1,
    version: 1,
  });
  expect(await store.templates.rename({ teamId, id }, 'bill')).toMatchObject({ unchanged: true });
});

it('a rename updates the time of the last change', async () => {
  let time = Date.parse('2026-03-10T12:00:00Z');
  const store = await openTestStore({ now: () => new Date(time) });
  const teamId = (await store.team()).id;
  const { id } = await store.templates.push(pushed(teamId, 'a'));
  await store.templates.push(pushed(teamId, 'b'));
  time += 60_000;
  await store.templates.rename({ teamId, id }, 'c');
  expect(await names(store, teamId)).toEqual(['c', 'b']);
  expect((await store.templates.get(id))?.updatedAt).toEqual(new Date(time));
});

it('rejects a taken name with the id of the template that has it', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const first = await store.templates.push(pushed(teamId, 'invoice'));
  const second = await store.templates.push(pushed(teamId, 'letter'));
  const rename = () => store.templates.rename({ teamId, id: second.id }, 'invoice');
  await expect(rename()).rejects.toThrow(`There is a template "invoice" already (id ${first.id}).`);
  await expect(rename()).rejects.toThrow(
    expect.objectContaining({
      code: 'template_conflict',
      facts: expect.objectContaining({ template_id: first.id }),
    }),
  );
  // The names of other teams do not matter.
  const other = (await store.team()).id;
  await store.templates.push(pushed(other, 'report'));
  expect((await store.templates.rename({ teamId, id: second.id }, 'report')).name).toBe('report');
});

it.each(['', '  ', 'a\nb', 'x'.repeat(201)])('rejects %j as a name', async (name) => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const { id } = await store.templates.push(pushed(teamId, 'invoice'));
  await expect(store.templates.rename({ teamId, id }, name)).rejects.toThrow('1 to 200 characters');
  expect((await store.templates.get(id))?.name).toBe('invoice');
});

it('a deleted template is gone, its name is free, and its id is never reused', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const { id } = await store.templates.push(pushed(teamId, 'invoice', 'old'));
  const other = await store.again();
  expect(await store.templates.delete({ teamId, id })).toMatchObject({ id, name: 'invoice' });
  // Another connection, such as that of a running server, sees the deletion immediately.
  expect(await other.templates.get(id)).toBeUndefined();
  expect(await other.templates.byName(teamId, 'invoice')).toBeUndefined();
  expect(await other.templates.list(teamId, 1, 50)).toEqual({ items: [], total: 0 });
  for (const change of [
    () => store.templates.delete({ teamId, id }),
    () => store.templates.rename({ teamId, id }, 'letter'),
    () => store.templates.publish(teamId, id, 1),
  ]) {
    await expect(change()).rejects.toThrow(`Template ${id} not found.`);
  }
  // The same content creates a template with its own history.
  const next = await store.templates.push(pushed(teamId, 'invoice', 'old'));
  expect(next).toEqual({ id: id + 1, version: 1, published: true, unchanged: false });
  await store.templates.delete({ teamId, id: next.id });
  expect((await (await store.again()).templates.push(pushed(teamId, 'invoice'))).id).toBe(id + 2);
});

it('keeps the versions and charges of a deleted template', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const at = new Date();
  const { id } = await store.templates.push(pushed(teamId, 'invoice', 'one'));
  await store.templates.push(pushed(teamId, 'invoice', 'two'));
  await charge(store, teamId, 3, at);
  await store.templates.delete({ teamId, id });
  expect((await store.templates.versions(id)).map(({ version }) => version)).toEqual([2, 1]);
  expect(Buffer.from((await store.templates.files(id, 1)).get('template.html') ?? []).toString()).toBe('one');
  expect((await store.ledger.usage(teamId, at)).current_month_usage).toBe(3);
});

it('a change based on an outdated version is a conflict; a template of another team is not found', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const { id } = await store.templates.push(pushed(teamId, 'invoice', 'one'));
  const base = await store.templates.hash(id, 1);
  await store.templates.push(pushed(teamId, 'invoice', 'two'));
  for (const change of [
    () => store.templates.delete({ teamId, id, base }),
    () => store.templates.rename({ teamId, id, base }, 'bill'),
  ]) {
    await expect(change()).rejects.toThrow(expect.objectContaining({ code: 'template_conflict' }));
  }
  const stranger = (await store.team()).id;
  await expect(store.templates.delete({ teamId: stranger, id })).rejects.toThrow('not found');
  await expect(store.templates.rename({ teamId: stranger, id }, 'mine')).rejects.toThrow('not found');
  expect((await store.templates.delete({ teamId, id, base: await store.templates.hash(id, 2) })).id).toBe(id);
});

it('a dry run changes nothing', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const { id } = await store.templates.push(pushed(teamId, 'invoice'));
  await store.templates.rename({ teamId, id, dryRun: true }, 'bill');
  await store.templates.delete({ teamId, id, dryRun: true });
  expect((await store.templates.get(id))?.name).toBe('invoice');
});

it.skipIf(onPostgres)(
  'migrates a database of the first schema with its templates, their versions and the id sequence',
  async () => {
    const dataDirectory = temporaryFolder();
    const file = join(dataDirectory, 'database.sqlite');
    writeFileSync(file, '');
    const connection = new DatabaseConnection(file);
    migrate(connection, migrations.slice(0, 1), new Date());
    connection.script(`
    INSERT INTO teams VALUES (1, 'acme', 'pro', NULL, NULL, 1, 0);
    INSERT INTO blobs VALUES (zeroblob(32), zeroblob(5));
    BEGIN;
    INSERT INTO templates VALUES (4, 1, 'invoice', 10, 20, 2, 1), (5, 1, 'draft', 10, 10, 1, NULL);
    INSERT INTO template_versions VALUES (4, 1, 'html', 0, zeroblob(32), 10), (4, 2, 'html', 0, zeroblob(32), 20),
      (5, 1, 'html', 0, zeroblob(32), 10);
    INSERT INTO template_files VALUES (4, 1, 'template.html', zeroblob(32));
    COMMIT;
    UPDATE sqlite_sequence SET seq = 9 WHERE name = 'templates';
  `);
    connection.close();
    const { templates } = await openTestStore({ dataDirectory });
    expect((await templates.list(1, 1, 50)).items).toMatchObject([
      {
        id: 4,
        name: 'invoice',
        latestVersion: 2,
        publishedVersion: 1,
        updatedAt: new Date(20),
        publishedAt: new Date(10),
      },
      { id: 5, name: 'draft', latestVersion: 1, publishedVersion: null, publishedAt: null },
    ]);
    expect([...(await templates.files(4, 1)).keys()]).toEqual(['template.html']);
    expect((await templates.push(pushed(1, 'new'))).id).toBe(10);
    await expect(templates.rename({ teamId: 1, id: 5 }, 'invoice')).rejects.toThrow('(id 4)');
  },
);
