/** The built `pdfapi admin` and `pdfapi templates` on a database on PostgreSQL, without a server. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { postgresMigrations } from '../../src/store/database/migrations/index.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { hasPostgres, newDatabase } from '../support/postgres/new-database.ts';
import { root, run } from '../support/run.ts';

const newest = postgresMigrations.at(-1)?.version;
const cwd = root;

/** Runs a command with `--json` and returns its result or its error. */
async function pdfapi(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const home = { HOME: cwd, PDFAPI_DATA_DIR: temporaryFolder(), ...env };
  const { stdout, stderr, exitCode } = await run([...args, '--json'], { cwd, env: home });
  return {
    exitCode,
    result: stdout === '' ? undefined : JSON.parse(stdout),
    error: stderr === '' ? undefined : JSON.parse(stderr).error,
  };
}

const admin = (...args: string[]) => pdfapi(['admin', ...args]);

describe.skipIf(!hasPostgres)('admin on PostgreSQL', () => {
  it('migrates a database once, whoever asks and however often', async () => {
    const url = await newDatabase();
    const commands = Array.from({ length: 8 }, () => admin('migrate', '--database-url', url));
    const migrated = (await Promise.all(commands)).map(({ result }) => result);
    expect(migrated.map(({ to }) => to)).toEqual(Array.from({ length: 8 }, () => newest));
    expect(migrated.filter(({ from }) => from === 0)).toHaveLength(1);
    expect((await admin('migrate', '--database-url', url)).result).toEqual({
      database: expect.stringMatching(/^postgres:\/\/127\.0\.0\.1:\d+\/test_/),
      from: newest,
      to: newest,
    });
    const plain = await run(['admin', 'migrate', '--database-url', url], { cwd });
    expect([plain.stdout, plain.stderr]).toEqual([
      `${newest}\n`,
      expect.stringMatching(/has schema \d+ already/),
    ]);
  });

  it('changes no schema but by admin migrate, and names it', async () => {
    const url = await newDatabase();
    const { exitCode, error } = await admin('team', 'list', '--database-url', url);
    expect([exitCode, error]).toMatchObject([
      9,
      { code: 'database_older', hint: 'To migrate it: pdfapi admin migrate' },
    ]);
    expect((await admin('migrate', '--database-url', url)).result.from).toBe(0);
  });

  it('manages teams, tokens, credits, keys and templates', async () => {
    const url = await newDatabase();
    const database = ['--database-url', url];
    await admin('migrate', ...database);
    const team = await admin('team', 'create', 'acme', '--plan', 'pro', '--verified', ...database);
    expect(team.result).toMatchObject({ id: 1, name: 'acme', quota: 15_000, quota_from: 'plan' });
    expect((await admin('token', 'create', '--name', 'ci', ...database)).result).toMatchObject({
      team: 'acme',
    });
    expect((await admin('token', 'list', ...database)).result).toHaveLength(1);
    expect((await admin('token', 'revoke', '1', ...database)).result.revoked_at).not.toBeNull();
    expect((await admin('credits', 'add', 'acme', '7', ...database)).result.credits).toBe(7);
    expect((await admin('credits', 'correct', 'acme', '3', ...database)).result.credits).toBe(4);
    expect((await admin('signing-key', 'rotate', ...database)).result.id).toBe('1');
    const letter = join(root, 'templates-examples', 'letter');
    const pushed = await pdfapi(['templates', 'push', letter, '--publish', ...database]);
    expect(pushed.result).toMatchObject({ version: 1, published: true });
    const folder = join(temporaryFolder(), 'pulled');
    await pdfapi(['templates', 'pull', 'letter', folder], { PDFAPI_DATABASE_URL: url });
    expect(readFileSync(join(folder, 'template.html'))).toEqual(readFileSync(join(letter, 'template.html')));
  });

  it('takes the address from a variable or a file, and a data directory only if it is named', async () => {
    const url = await newDatabase();
    const file = join(temporaryFolder(), 'database-url');
    writeFileSync(file, `${url}\n`);
    expect((await pdfapi(['admin', 'migrate'], { PDFAPI_DATABASE_URL_FILE: file })).result.from).toBe(0);
    await pdfapi(['admin', 'team', 'create', 'shared'], { PDFAPI_DATABASE_URL: url });
    const missing = await pdfapi(['admin', 'team', 'list', '--data-dir', temporaryFolder()], {
      PDFAPI_DATABASE_URL: url,
    });
    expect(missing.error.code).toBe('data_directory_missing');
  });

  it('rejects passwords on the command line, and two databases', async () => {
    const secret = 'postgres://user:hunter2@127.0.0.1:1/x';
    const commands = [
      ['admin', 'team', 'list', '--database-url', secret],
      ['admin', 'move', '--data-dir', '.', '--to', secret],
      ['templates', 'list', '--database-url', secret],
    ];
    for (const command of commands) {
      const { exitCode, error } = await pdfapi(command);
      expect([exitCode, error.message]).toEqual([2, expect.stringContaining('contains a password')]);
      expect(JSON.stringify(error)).not.toContain('hunter2');
    }
    const both = ['--data-dir', '.', '--database-url', 'postgres://127.0.0.1:1/x'];
    for (const command of [
      ['admin', 'team', 'list'],
      ['admin', 'migrate'],
      ['templates', 'list'],
    ]) {
      expect((await pdfapi([...command, ...both])).error).toMatchObject({
        code: 'usage',
        message: '--data-dir and --database-url are mutually exclusive.',
      });
    }
  });

  it('leaves backups to the tools of PostgreSQL', async () => {
    const database = ['--database-url', 'postgres://127.0.0.1:1/x'];
    const backup = await admin('backup', 'a.sqlite', ...database);
    expect(backup).toMatchObject({ exitCode: 2, error: { hint: expect.stringContaining('pg_dump') } });
    const restore = await admin('restore', 'a.sqlite', ...database);
    expect(restore).toMatchObject({ exitCode: 2, error: { hint: expect.stringContaining('pg_restore') } });
  });
});
