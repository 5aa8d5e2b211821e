/** `pdfapi admin` and `pdfapi templates` on a data directory while its server runs. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, run } from '../support/run.ts';
import { ask, type RunningServe, startServe } from '../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
const examples = join(root, 'templates-examples');
let server: RunningServe;

beforeAll(async () => {
  server = await startServe(dataDir);
});

/** Runs a command on the data directory and returns its JSON or its error. */
async function pdfapi(...args: string[]) {
  const { stdout, stderr, exitCode } = await run([...args, '--data-dir', dataDir, '--json'], { cwd: folder });
  return {
    exitCode,
    result: stdout === '' ? undefined : JSON.parse(stdout),
    error: stderr && JSON.parse(stderr).error,
  };
}

describe('teams', () => {
  it('are created, changed, listed and shown, and the server sees each change immediately', async () => {
    const made = await pdfapi(
      'admin',
      'team',
      'create',
      'acme',
      '--plan',
      'basic',
      '--email',
      'a@acme.example',
    );
    expect(made.result).toMatchObject({ id: 2, name: 'acme', plan: 'basic', quota: 5000, verified: false });
    const { result: token } = await pdfapi('admin', 'token', 'create', '--team', 'acme', '--name', 'ci');
    expect(token).toMatchObject({ token: expect.stringMatching(/^pdf_/), name: 'ci', team: 'acme' });
    expect((await ask(server, token.token, '/api/v1/usage')).status).toBe(403);

    const set = await pdfapi('admin', 'team', 'set', 'acme', '--verified', '--plan', 'pro', '--quota', '3');
    expect(set.result).toMatchObject({ plan: 'pro', quota: 3, verified: true });
    const usage = await (await ask(server, token.token, '/api/v1/usage')).json();
    expect(usage).toMatchObject({ data: { plan: 'pro', quota_limit: 3 } });

    const { result: list } = await pdfapi('admin', 'team', 'list');
    expect(list.map(({ name }: { name: string }) => name)).toEqual(['default', 'acme']);
    expect((await pdfapi('admin', 'team', 'set', '2', '--quota', 'plan')).result.quota).toBe(15_000);
    const rateLimit = async (value: string) =>
      (await pdfapi('admin', 'team', 'set', '2', '--rate-limit', value)).result.rate_limit;
    expect(await rateLimit('600')).toBe(600);
    expect(await rateLimit('server')).toBeNull();
  });

  it('fail with a clear message if unknown, taken or invalid', async () => {
    expect(await pdfapi('admin', 'team', 'show', 'acmee')).toMatchObject({
      exitCode: 4,
      error: { message: 'There is no team "acmee". Did you mean "acme"?' },
    });
    expect((await pdfapi('admin', 'team', 'create', 'acme')).exitCode).toBe(5);
    expect((await pdfapi('admin', 'team', 'create', 'x', '--plan', 'gold')).exitCode).toBe(2);
    expect((await pdfapi('admin', 'team', 'set', 'acme')).exitCode).toBe(2);
  });
});

describe('tokens', () => {
  it('stop working when they are revoked', async () => {
    const { result } = await pdfapi('admin', 'token', 'create', '--team', 'default', '--expires', '1d');
    expect(new Date(result.expires_at).getTime()).toBeGreaterThan(Date.now() + 80_000_000);
    expect((await ask(server, result.token, '/api/v1/usage')).status).toBe(200);
    await pdfapi('admin', 'token', 'revoke', String(result.id));
    expect((await ask(server, result.token, '/api/v1/usage')).status).toBe(401);
    const { result: list } = await pdfapi('admin', 'token', 'list', '--team', 'default');
    expect(list.at(-1)).toMatchObject({ id: result.id, revoked_at: expect.any(String) });
    expect(JSON.stringify(list)).not.toContain(result.token);
  });

  it('are printed alone on stdout, so that a script can capture them', async () => {
    const args = ['admin', 'token', 'create', '--team', 'default', '--data-dir', dataDir];
    const { stdout } = await run(args, { cwd: folder });
    expect(stdout).toMatch(/^pdf_[0-9A-Za-z]{36}\n$/);
  });
});

describe('credits', () => {
  it('are added to the balance', async () => {
    await pdfapi('admin', 'team', 'create', 'buyer', '--verified');
    expect((await pdfapi('admin', 'credits', 'add', 'buyer', '1000')).result).toEqual({
      team: 'buyer',
      added: 1000,
      credits: 1000,
    });
    expect((await pdfapi('admin', 'credits', 'add', 'buyer', '5')).result.credits).toBe(1005);
    expect((await pdfapi('admin', 'credits', 'add', 'buyer', '-5')).exitCode).toBe(2);
  });
});

describe('the signing key', () => {
  it('rotates while the server runs: the previous key is still accepted, an older one is not', async () => {
    const address = async () => {
      const answer = await ask(server, server.token, '/api/v1/html-to-pdf', {
        html: '<p>Hi</p>',
        output: 'url',
      });
      return ((await answer.json()) as { url: string }).url;
    };
    const status = async (url: string) => (await fetch(url)).status;
    const first = await address();
    const { result } = await pdfapi('admin', 'signing-key', 'rotate');
    expect(result).toEqual({ id: '2', created_at: expect.any(String), accepted_too: ['1'] });
    const second = await address();
    expect(second).toContain('signature=2.');
    expect([await status(first), await status(second)]).toEqual([200, 200]);

    const { stdout } = await run(['admin', 'signing-key', 'rotate', '--data-dir', dataDir], { cwd: folder });
    expect(stdout).toBe('3\n');
    expect([await status(first), await status(second), await status(await address())]).toEqual([
      403, 200, 200,
    ]);
  });
});

describe('templates', () => {
  it('are pushed as drafts, published, rendered in the published version, and pulled unchanged', async () => {
    const source = join(folder, 'greeting');
    cpSync(join(examples, 'letter'), source, { recursive: true });
    // Approved documents are for tests and stay in the folder.
    rmSync(join(source, 'golden'), { recursive: true });
    const manifest = JSON.parse(readFileSync(join(source, 'template.json'), 'utf8'));
    writeFileSync(join(source, 'template.json'), JSON.stringify({ ...manifest, name: 'greeting' }));
    const pushed = await pdfapi('templates', 'push', source, '--team', 'default');
    expect(pushed.result).toMatchObject({ version: 1, published: false, unchanged: false });
    const { id } = pushed.result;
    const draft = await ask(server, server.token, `/api/v1/templates/${id}/generate`, {});
    expect([draft.status, await draft.json()]).toEqual([
      422,
      {
        message: `Template ${id} has no published version.`,
        code: 'not_published',
        errors: { template_id: [`Template ${id} has no published version.`] },
      },
    ]);

    expect((await pdfapi('templates', 'publish', 'greeting', '--team', 'default')).result.version).toBe(1);
    const data = JSON.parse(readFileSync(join(source, 'data.json'), 'utf8'));
    const generated = await ask(server, server.token, `/api/v1/templates/${id}/generate`, { data });
    expect(generated.status).toBe(200);
    const again = await pdfapi('templates', 'push', source, '--team', 'default', '--publish');
    expect(again.result).toEqual({ ...pushed.result, published: true, unchanged: true });

    writeFileSync(join(source, 'template.html'), '<p>Second</p>');
    expect((await pdfapi('templates', 'push', source, '--team', 'default')).result).toMatchObject({
      id,
      version: 2,
      published: false,
    });
    const { result: shown } = await pdfapi('templates', 'show', String(id), '--team', 'default');
    const command = { kind: 'command' };
    expect(shown.versions).toMatchObject([
      { version: 2, created_by: command, published: false, published_by: null, has_errors: false },
      { version: 1, created_by: command, published: true, published_by: command, has_errors: false },
    ]);

    const target = join(folder, 'pulled');
    await pdfapi('templates', 'pull', 'greeting', target, '--team', 'default', '--from', '2');
    expect(findFiles(target)).toEqual(findFiles(source));
    expect((await pdfapi('templates', 'pull', 'greeting', target, '--team', 'default')).exitCode).toBe(2);
  });

  it('are drafts if they have errors, and not published until they have none', async () => {
    const source = join(folder, 'unfinished');
    cpSync(join(examples, 'letter'), source, { recursive: true });
    writeFileSync(join(source, 'template.json'), '{ "name": "unfinished" }');
    writeFileSync(join(source, 'template.html'), '<p>\n{% for a in b %}<img src="assets/none.png"></p>');
    const push = ['templates', 'push', source, '--team', 'default'];
    const draft = await pdfapi(...push);
    expect(draft).toMatchObject({ exitCode: 0, result: { version: 1, published: false, has_errors: true } });
    const name = 'unfinished';
    const publish = () => pdfapi('templates', 'publish', String(draft.result.id), '--team', 'default');
    const failure = { exitCode: 5, error: { file: expect.stringMatching(/template\.html$/), line: 2 } };
    expect(await publish()).toMatchObject(failure);
    expect(await pdfapi(...push, '--publish')).toMatchObject(failure);
    const { result } = await pdfapi('templates', 'show', name, '--team', 'default');
    expect(result.versions).toMatchObject([{ version: 1, published: false, has_errors: true }]);
    writeFileSync(join(source, 'template.html'), '<p>Done</p>');
    expect((await pdfapi(...push)).result).toMatchObject({ version: 2, published: false });
    expect((await publish()).exitCode).toBe(0);
  });

  it('are not published if one of them has an error, which is reported with file and line', async () => {
    const source = join(folder, 'broken');
    cpSync(join(examples, 'letter'), source, { recursive: true });
    writeFileSync(join(source, 'template.html'), '<p>\n{{ oops </p>');
    const before = (await pdfapi('templates', 'list', '--team', 'default')).result.length;
    const refused = await pdfapi(
      'templates',
      'push',
      join(examples, 'report'),
      source,
      '--publish',
      '--team',
      'default',
    );
    expect(refused).toMatchObject({ exitCode: 5, error: { file: join(source, 'template.html'), line: 2 } });
    expect((await pdfapi('templates', 'list', '--team', 'default')).result).toHaveLength(before);
  });

  it('come from the default data directory if neither a server nor a directory is configured', async () => {
    const env = { XDG_DATA_HOME: join(folder, 'home') };
    const own = await startServe(join(folder, 'home/pdfapi'));
    const { stdout } = await run(['templates', 'list', '--json'], { cwd: folder, env });
    expect(JSON.parse(stdout).map(({ name }: { name: string }) => name)).toContain('letter');
    await own.stop();
    const none = await run(['templates', 'list'], {
      cwd: folder,
      env: { XDG_DATA_HOME: join(folder, 'none') },
    });
    expect(none.exitCode).toBe(2);
    expect(none.stderr).toContain('No server is set up.');
  });

  it('of another team are not found, and a team must be named if there are several', async () => {
    expect((await pdfapi('templates', 'show', '1', '--team', 'acme')).exitCode).toBe(4);
    expect((await pdfapi('templates', 'list')).error.message).toContain('several teams');
  });
});

describe('a backup', () => {
  it('taken while the server runs restores teams, tokens, templates and usage', async () => {
    await ask(server, server.token, '/api/v1/html-to-pdf', { html: 'x' });
    const file = join(folder, 'backup.sqlite');
    expect((await pdfapi('admin', 'backup', file)).result).toEqual({ path: file });
    expect((await pdfapi('admin', 'restore', file)).error.code).toBe('data_directory_in_use');

    const usageOf = async (from: RunningServe) =>
      await (await ask(from, server.token, '/api/v1/usage')).json();
    const before = await usageOf(server);
    const restored = join(folder, 'restored');
    const { exitCode } = await run(['admin', 'restore', file, '--data-dir', restored], { cwd: folder });
    expect(exitCode).toBe(0);
    const second = await startServe(restored);
    expect(second.token).toBeNull();
    expect(await usageOf(second)).toEqual(before);
    const list = await (await ask(second, server.token, '/api/v1/templates')).json();
    expect(list).toMatchObject({
      meta: { total: (await pdfapi('templates', 'list', '--team', 'default')).result.length },
    });
    await second.stop();
  });

  it('that is not a database is rejected', async () => {
    const file = join(folder, 'nonsense.sqlite');
    writeFileSync(file, 'nonsense');
    const { exitCode, stderr } = await run(['admin', 'restore', file, '--data-dir', join(folder, 'fresh')], {
      cwd: folder,
    });
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('nonsense.sqlite');
  });
});

it('a team is deleted while its server runs, after a confirmation, and its charges stay', async () => {
  await pdfapi('admin', 'team', 'create', 'leaving', '--plan', 'basic', '--verified');
  const { result: made } = await pdfapi('admin', 'token', 'create', '--team', 'leaving');
  const printed = await ask(server, made.token, '/api/v1/html-to-pdf', { html: '<p>x</p>', output: 'url' });
  const { url } = await printed.json();
  expect((await fetch(url)).status).toBe(200);

  const unconfirmed = await pdfapi('admin', 'team', 'delete', 'leaving');
  expect(unconfirmed).toMatchObject({
    exitCode: 2,
    error: { hint: 'Confirm it with --yes: pdfapi admin team delete leaving --yes' },
  });
  const tried = await pdfapi('admin', 'team', 'delete', 'leaving', '--dry-run');
  expect(tried.result).toMatchObject({
    name: 'leaving',
    tokens: 1,
    documents: 1,
    deleted: false,
    dry_run: true,
  });
  expect((await ask(server, made.token, '/api/v1/usage')).status).toBe(200);

  const deleted = await pdfapi('admin', 'team', 'delete', 'leaving', '--yes');
  expect(deleted.result).toEqual({ ...tried.result, deleted: true, dry_run: undefined });
  expect((await ask(server, made.token, '/api/v1/usage')).status).toBe(401);
  const { result: list } = await pdfapi('admin', 'team', 'list');
  expect(list.map(({ name }: { name: string }) => name)).not.toContain('leaving');
  expect((await pdfapi('admin', 'team', 'delete', 'leaving', '--yes')).exitCode).toBe(4);
  expect((await pdfapi('admin', 'team', 'create', 'leaving')).exitCode).toBe(0);
  // The sweep of the server, every 15 s, removes the document.
  await expect.poll(async () => (await fetch(url)).status, { timeout: 40_000, interval: 500 }).toBe(410);
}, 60_000);

it('a folder that is not a data directory is rejected, and not created', async () => {
  const { exitCode, stderr } = await run(['admin', 'team', 'list', '--data-dir', join(folder, 'typo')], {
    cwd: folder,
  });
  expect(exitCode).toBe(9);
  expect(stderr).toContain('is not the data directory of a server');
  expect(readdirSync(folder)).not.toContain('typo');
});

function findFiles(path: string): Record<string, string> {
  const names = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    names.sort().map((name) => [name.slice(path.length), readFileSync(name).toString('base64')]),
  );
}
