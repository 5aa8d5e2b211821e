/** A database whose encoding lacks characters: what it cannot store is the fault of the request, not of the server. */
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/open-postgres-store.ts';
import { newDatabase, prepare } from '../support/postgres/new-database.ts';

const settings = "TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'";

it('refuses a character that the encoding of the database does not have, and stores the others', async () => {
  const url = await newDatabase(onTestFinished, settings);
  const store = await openPostgresStore({ url, prepare });
  try {
    await expect(store.teams.create({ name: 'Привет', plan: 'pro' })).rejects.toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: expect.stringMatching(/^The database .+ cannot store a character of a text: .+LATIN1.+\.$/),
      }),
    );
    expect(await store.teams.create({ name: 'Müller', plan: 'pro' })).toMatchObject({ name: 'Müller' });
  } finally {
    await store.close();
  }
});
