/** The built `pdfapi admin move`: from a server's data directory to PostgreSQL and back. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { hasPostgres, newDatabase } from '../support/postgres/new-database.ts';
import { bare, bin, onTerminal, root, run } from '../support/run.ts';
import { ask, startServe } from '../support/running-server.ts';
import { addCharges, generateHistory } from '../support/store/generate-history.ts';

const letter = join(root, 'templates-examples', 'letter');

/** Runs a command with `--json` and returns its result or its error. */
async function pdfapi(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { stdout, stderr, exitCode } = await run([...args, '--json'], { cwd: root, env });
  return {
    exitCode,
    result: stdout === '' ? undefined : JSON.parse(stdout),
    error: stderr === '' ? undefined : JSON.parse(stderr).error,
  };
}

describe.skipIf(!hasPostgres)('admin move', () => {
  it('takes a service to PostgreSQL and back without a change that its users could notice', async () => {
    const url = await newDatabase();
    const folder = temporaryFolder();
    const dataDir = join(folder, 'data');
    const server = await startServe(dataDir);
    const { token } = server;
    const pushed = await pdfapi(['templates', 'push', letter, '--publish', '--data-dir', dataDir]);
    const { id } = pushed.result;
    const data = JSON.parse(readFileSync(join(letter, 'data.json'), 'utf8'));
    const made = await ask(server, token, `/api/v1/templates/${id}/generate`, { data, output: 'url' });
    const address = new URL(((await made.json()) as { url: string }).url);
    const download = async (at: string) =>
      Buffer.from(await (await fetch(new URL(`${address.pathname}${address.search}`, at))).arrayBuffer());
    const document = await download(server.url);
    const usage = async (at: typeof server) => await (await ask(at, token, '/api/v1/usage')).json();
    const running = await pdfapi(['admin', 'move', '--data-dir', dataDir, '--to', url]);
    expect(running).toMatchObject({ exitCode: 9, error: { code: 'data_directory_in_use' } });
    const used = await usage(server);
    expect(await server.stop()).toBe(0);
    addCharges(dataDir, 1, 2_000);
    const rendered = async (...from: string[]) => {
      const target = join(temporaryFolder(), 'letter');
      await pdfapi(['templates', 'pull', 'letter', target, ...from]);
      const file = join(target, '..', 'a.pdf');
      const args = [
        'generate',
        target,
        '-d',
        join(letter, 'data.json'),
        '-o',
        file,
        '--reproducible',
        '--local',
      ];
      expect((await pdfapi(args)).exitCode).toBe(0);
      return readFileSync(file);
    };
    const pdf = await rendered('--data-dir', dataDir);

    const dryRun = await pdfapi(['admin', 'move', '--data-dir', dataDir, '--to', url, '--dry-run']);
    expect(dryRun.result).toMatchObject({ dryRun: true, kept: null, documents: { copied: 1, missing: 0 } });
    const there = await pdfapi(['admin', 'move', '--data-dir', dataDir], { PDFAPI_MOVE_TO: url });
    expect(there.result).toEqual({ ...dryRun.result, dryRun: false, kept: expect.stringMatching(/moved/) });
    expect(there.result.tables.find(({ name }: { name: string }) => name === 'entries').rows).toBe(4_002);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.sqlite'))).toHaveLength(1);
    expect((await pdfapi(['admin', 'team', 'list', '--data-dir', dataDir])).error.code).toBe(
      'data_directory_missing',
    );
    expect((await rendered('--database-url', url)).equals(pdf)).toBe(true);
    // A second, empty service in the old place would remove the documents of the first.
    await expect(startServe(dataDir)).rejects.toThrow(/was moved elsewhere[\s\S]*rename database\.moved\./);

    const back = join(folder, 'back');
    const env = { PDFAPI_DATABASE_URL: url };
    const plain = await run(['admin', 'move', '--to', back], { cwd: root, env });
    expect([plain.stdout, plain.exitCode]).toEqual([`${back}\n`, 0]);
    expect(plain.stderr).toMatch(/Moved and compared [\d,]+ rows and 1 documents[\s\S]*drop it when/);
    const again = await startServe(back);
    expect(again.token).toBe(null);
    expect(await usage(again)).toEqual(used);
    expect((await download(again.url)).equals(document)).toBe(true);
    expect((await rendered('--data-dir', back)).equals(pdf)).toBe(true);
    await again.stop();
    const copy = ['admin', 'move', '--data-dir', back, '--to', join(folder, 'copy'), '--dry-run'];
    const tables = (all: { name: string }[]) => all.filter(({ name }) => name !== 'tokens');
    // The token was used since.
    expect(tables((await pdfapi(copy)).result.tables)).toEqual(tables(there.result.tables));
  });

  it('changes nothing when it is interrupted', async () => {
    const url = await newDatabase();
    const dataDir = temporaryFolder();
    const store = await openStore({ dataDirectory: dataDir });
    const { teamId } = await generateHistory(store);
    await store.close();
    addCharges(dataDir, teamId, 20_000);
    const child = execa(process.execPath, [bin, 'admin', 'move', '--data-dir', dataDir, '--to', url], {
      env: bare,
      reject: false,
      stdin: 'ignore',
    });
    await expect.poll(() => existsSync(join(dataDir, 'owner.json'))).toBe(true);
    child.kill('SIGTERM');
    const { exitCode, stderr } = await child;
    expect([exitCode, stderr]).toEqual([143, 'Terminated. Nothing was changed.']);
    const again = await onTerminal(['admin', 'move', '--data-dir', dataDir, '--to', url], { cwd: root });
    expect(again.exitCode).toBe(0);
    // Its progress, which a pipe does not get.
    expect(again.stdout).toMatch(/(?:Copying|Comparing) +[█░]+ +\d+ % +[\d,]+ of 40,\d+ rows/);
  });

  it('needs a target that is an address or a folder', async () => {
    expect((await pdfapi(['admin', 'move', '--data-dir', root])).error.message).toContain(
      '--to or PDFAPI_MOVE_TO',
    );
    for (const to of ['mysql://db.example.com/x', ' ']) {
      expect((await pdfapi(['admin', 'move', '--to', to])).error).toMatchObject({
        code: 'usage',
        message: expect.stringContaining('is not a folder or an address such as postgres://'),
        hint: 'See: pdfapi admin move --help',
      });
    }
  });
});
