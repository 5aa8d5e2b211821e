/** The address of a database: its usual faults are explained, and `sslmode` means what it means to psql. */
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PostgresDatabase } from '../../src/store/database/postgres-database.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { findFreePort } from '../support/free-port.ts';
import { hasPostgres } from '../support/postgres/new-database.ts';
import { startPostgres } from '../support/postgres/start-postgres.ts';
import { cert, key } from '../support/self-signed.ts';

/** Lets `plain` in without a password and without TLS only, and the others only with both. */
const rules = `
local all all trust
hostnossl all plain 127.0.0.1/32 trust
hostssl all postgres 127.0.0.1/32 scram-sha-256
`;
const server = hasPostgres
  ? await startPostgres({
      files: { 'server.crt': cert, 'server.key': key, 'pg_hba.conf': rules },
      statements: [
        "ALTER USER postgres PASSWORD 'right'",
        'CREATE USER plain',
        "ALTER SYSTEM SET ssl = 'on'",
      ],
    })
  : undefined;
afterAll(() => server?.stop());
const isMissing = server === undefined;
if (isMissing) console.warn('Skipped, because PostgreSQL is not installed: faults of its address.');

interface Address {
  readonly user?: string;
  readonly password?: string;
  readonly host?: string;
  readonly port?: number;
  readonly database?: string;
  readonly options?: string;
}

function addressOf({
  user = 'postgres',
  password = 'right',
  host,
  port,
  database,
  options = '',
}: Address): string {
  const url = new URL(server?.url ?? 'postgres://localhost');
  url.username = user;
  url.password = password;
  if (host !== undefined) url.hostname = host;
  if (port !== undefined) url.port = String(port);
  if (database !== undefined) url.pathname = `/${database}`;
  return `${url.href}?${options}`;
}

/** Asks over a connection of the pool and over one of its own, as migrations do. */
async function connect(url: string): Promise<boolean> {
  const database = new PostgresDatabase({ url });
  try {
    await database.checkWritable();
    return await database.administer(async ({ client }) => {
      const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      return rows[0].ssl;
    });
  } finally {
    await database.close();
  }
}

describe.skipIf(isMissing)('an address of a database', () => {
  it.each([
    ['a wrong password', { password: 'wrong' }, /password authentication failed/, /percent-encoded/],
    ['no password', { password: '' }, /password/, /PDFAPI_DATABASE_URL/],
    ['no such database', { database: 'nowhere' }, /"nowhere" does not exist/, /createdb/],
    ['a user that no rule lets in', { user: 'nobody' }, /pg_hba\.conf/, /pg_hba\.conf/],
    [
      'no encryption where the server demands it',
      { options: 'sslmode=disable' },
      /no encryption/,
      /sslmode=require/,
    ],
    ['a private authority', { options: 'sslmode=verify-full' }, /self.signed/, /sslrootcert=/],
    ['a host that does not exist', { host: 'nowhere.invalid' }, /ENOTFOUND|EAI_AGAIN/, /./],
  ] satisfies [string, Address, RegExp, RegExp][])(
    'with %s is explained, with a remedy and exit code 9',
    async (_, address, message, hint) => {
      const failure = await connect(addressOf(address)).catch((error) => error);
      expect(failure).toMatchObject({
        code: 'database_failed',
        exitCode: 9,
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      });
      expect(failure.message).not.toContain('wrong@');
    },
  );

  it('with a port where nothing listens is explained', async () => {
    await expect(connect(addressOf({ port: await findFreePort() }))).rejects.toMatchObject({
      code: 'database_failed',
      message: expect.stringMatching(/ECONNREFUSED/),
      hint: expect.stringMatching(/Nothing listens there/),
    });
  });

  it.each(['', 'sslmode=prefer', 'sslmode=allow', 'sslmode=require', 'sslmode=no-verify'])(
    'is encrypted without a check of a self-signed certificate with “%s”',
    async (options) => {
      expect(await connect(addressOf({ options }))).toBe(true);
    },
  );

  it.each(['sslmode=require', 'sslmode=verify-ca', 'sslmode=verify-full'])(
    'is encrypted and checked with sslrootcert and %s',
    async (mode) => {
      const folder = temporaryFolder({ 'ca.pem': cert, 'empty.pem': '' });
      const withRoot = (name: string) => addressOf({ options: `${mode}&sslrootcert=${join(folder, name)}` });
      expect(await connect(withRoot('ca.pem'))).toBe(true);
      await expect(connect(withRoot('empty.pem'))).rejects.toMatchObject({ code: 'database_failed' });
      await expect(connect(withRoot('missing.pem'))).rejects.toMatchObject({ code: 'file_unreadable' });
    },
  );

  it('falls back to no encryption with prefer alone if the server has none', async () => {
    const plain = await startPostgres();
    try {
      const url = String(plain?.url);
      expect(await connect(url)).toBe(false);
      expect(await connect(`${url}?sslmode=disable`)).toBe(false);
      await expect(connect(`${url}?sslmode=require`)).rejects.toMatchObject({
        code: 'database_failed',
        message: expect.stringMatching(/does not support SSL/),
        hint: expect.stringMatching(/sslmode=disable/),
      });
    } finally {
      await plain?.stop();
    }
  });

  it('with an unknown sslmode is a fault of usage that names the known ones', async () => {
    await expect(connect(addressOf({ options: 'sslmode=always' }))).rejects.toMatchObject({
      code: 'usage',
      hint: expect.stringMatching(/verify-full/),
    });
  });
});
