/** An empty database on PostgreSQL is not always that of a first start. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newDocumentId } from '../../src/store/documents.ts';
import { openPostgresStore } from '../../src/store/open-postgres-store.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { newDatabase, prepare } from '../support/postgres/new-database.ts';
import { startTestServer } from '../support/server/start-test-server.ts';

const refused = (text: string) => ({
  code: 'database_corrupt',
  message: expect.stringContaining(text),
  hint: expect.stringContaining('admin restore'),
});

it('refuses an empty database beside the data directory of a service', async () => {
  const dataDir = temporaryFolder();
  await (await openStore({ dataDirectory: dataDir })).close();
  writeFileSync(join(dataDir, 'identity.key'), 'a key');
  const found = `${join(dataDir, 'database.sqlite')}, identity.key`;
  const databaseUrl = await newDatabase();
  for (let start = 0; start < 2; start++) {
    await expect(startTestServer({ browser: false, dataDir, databaseUrl })).rejects.toMatchObject(
      refused(found),
    );
  }
  const store = await openPostgresStore({ url: databaseUrl, prepare });
  expect(await store.teams.list()).toEqual([]);
  await store.close();
});

it('refuses an empty database beside a folder of documents, and starts once it has teams', async () => {
  const documents = temporaryFolder({ [newDocumentId()]: '%PDF' });
  const databaseUrl = await newDatabase();
  const options = { browser: false, databaseUrl, flags: { documents }, dataDir: temporaryFolder() };
  await expect(startTestServer(options)).rejects.toMatchObject(refused('documents in the storage'));
  const store = await openPostgresStore({ url: databaseUrl, prepare });
  await store.teams.create({ name: 'acme', plan: 'pro' });
  await store.close();
  await (await startTestServer(options)).stop();
});
