/** `startServer` of the library with a database on PostgreSQL, as a TypeScript program calls it. */
import { expect, it } from 'vitest';
import { createClient, type ServerOptions, startServer } from '../../src/index.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { findFreePort } from '../support/free-port.ts';
import { newDatabase, prepare } from '../support/postgres/new-database.ts';
import { browserOptions, otherBrowser } from '../support/real-browser.ts';

async function node(databaseUrl: string): Promise<ServerOptions> {
  const port = await findFreePort();
  return {
    databaseUrl,
    databasePool: 2,
    databasePrepare: prepare,
    leaseMargin: 10_000,
    drainDelay: 0,
    dataDir: temporaryFolder(),
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    workers: 1,
    browser: otherBrowser,
    noSandbox: !browserOptions.sandbox,
  };
}

it('starts two servers that share a database', async () => {
  const url = await newDatabase();
  await using first = await startServer(await node(url));
  await using second = await startServer({ ...(await node(url)), noMigrate: true });
  expect([first.token, second.token]).toEqual([expect.any(String), undefined]);
  await using client = createClient({ url: second.url, token: first.token ?? '' });
  const { pdf } = await client.htmlToPdf({ html: '<p>Hello</p>' });
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
});

it('changes no schema with noMigrate', async () => {
  const options = { ...(await node(await newDatabase())), noMigrate: true };
  await expect(startServer(options)).rejects.toMatchObject({ code: 'database_older' });
});

it('needs a public address', async () => {
  const options = { ...(await node(await newDatabase())), publicUrl: undefined };
  await expect(startServer(options)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('public address'),
  });
});
