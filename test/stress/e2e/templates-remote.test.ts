/** `pdfapi templates …` against a server over HTTP: one machine, two machines of a team, and permissions. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Machine, type MachineOptions, machineAt } from '../../e2e/machine.ts';
import { editorJson, text } from '../../support/pdfme/editor-files.ts';
import { onTerminal, run } from '../../support/run.ts';
import { ask, type RunningServe, startServe } from '../../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-remote-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
let server: RunningServe;
let token: string;

beforeAll(async () => {
  server = await startServe(dataDir);
  token = await newToken('--scope', 'templates:write');
});

async function newToken(...args: string[]): Promise<string> {
  const given = ['admin', 'token', 'create', '--data-dir', dataDir, '--team', 'default', ...args];
  return (await run(given, { cwd: folder })).stdout.trim();
}

type Asked = Partial<Pick<MachineOptions, 'url' | 'token' | 'env'>>;

const machine = (name: string, asked: Asked = {}): Machine =>
  machineAt({ cwd: join(folder, name), url: server.url, token, ...asked });

/** Simulates `git clone` on another machine: copies every file, including the recorded version. */
function clone(from: Machine, name: string): Machine {
  const there = machine(name);
  cpSync(from.cwd, there.cwd, { recursive: true });
  return there;
}

const stateOf = async (on: Machine, name: string) => (await on.templates('status', name)).result[0].state;
const versionsOf = async (on: Machine, name: string) =>
  (await on.templates('show', name)).result.versions.map(({ version }: { version: number }) => version);

describe('one machine', () => {
  let here: Machine;
  beforeAll(() => {
    here = machine('one');
  });

  it('pushes, lists changes, publishes, and the API renders the result', async () => {
    here.template('bill');
    expect(await stateOf(here, 'bill')).toBe('not_on_server');
    const dry = await here.templates('push', 'bill', '--dry-run', '--publish');
    expect(dry.result).toMatchObject({ id: null, version: 1, unchanged: false, dry_run: true });
    expect(here.has('bill/.pdfapi.json')).toBe(false);
    expect(await stateOf(here, 'bill')).toBe('not_on_server');

    const pushed = await here.templates('push', 'bill');
    expect(pushed.result).toMatchObject({ version: 1, published: false, unchanged: false, name: 'bill' });
    const { id } = pushed.result;
    expect(await stateOf(here, 'bill')).toBe('unpublished_draft');
    expect((await here.templates('push', 'bill')).result).toEqual({ ...pushed.result, unchanged: true });
    const published = await here.templates('publish', './bill');
    expect(published.result).toEqual({ id, name: 'bill', version: 1, published: true });
    expect(await stateOf(here, 'bill')).toBe('unchanged');

    here.write('bill/template.html', '<h1>\ntwo\n</h1>\n');
    expect(await stateOf(here, 'bill')).toBe('changed_here');
    const second = await here.templates('push', 'bill', '--publish');
    expect(second.result).toMatchObject({ id, version: 2, published: true });
    const generated = await ask(server, server.token, `/api/v1/templates/${id}/generate`, {});
    expect(generated.status).toBe(200);
    expect(await versionsOf(here, 'bill')).toEqual([2, 1]);
  });

  it('records each server by its URL, in a file that is not part of the template', async () => {
    const { servers } = JSON.parse(here.read('bill/.pdfapi.json'));
    expect(servers).toEqual({
      [server.url]: {
        id: expect.any(Number),
        version: 2,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        name: 'bill',
      },
    });
    const staging = { 'https://staging.example': { id: 9, version: 4, hash: 'f'.repeat(64) } };
    here.write('bill/.pdfapi.json', JSON.stringify({ servers: { ...staging, ...servers } }));
    here.write('bill/template.html', 'three');
    await here.templates('push', 'bill');
    const after = JSON.parse(here.read('bill/.pdfapi.json')).servers;
    expect(after).toMatchObject({ ...staging, [server.url]: { version: 3 } });
    const { result } = await here.templates('show', 'bill');
    expect((await here.templates('show', 'bill/')).result).toEqual(result);
    expect(result.files).toEqual(['assets/logo.svg', 'template.html', 'template.json']);
    expect(after[server.url].hash).toBe(result.versions[0].hash);
  });

  it('shows differences of text, in colour on a terminal, and binary files by their size', async () => {
    here.template('differing');
    await here.templates('push', 'differing', '--publish');
    here.write('differing/template.html', '<h1>\nother\n</h1>\n');
    here.write('differing/assets/dot.png', new Uint8Array([0x89, 0, 255]));
    rmSync(join(here.cwd, 'differing/assets/logo.svg'));
    const { stdout, exitCode } = await here.plain('diff', 'differing');
    expect(exitCode).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'Binary file assets/dot.png differs: nothing → 3 B',
      '--- a/assets/logo.svg\tversion 1',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-<svg xmlns="http://www.w3.org/2000/svg"/>',
      '\\ No newline at end of file',
      '--- a/template.html\tversion 1',
      '+++ b/template.html\tdiffering',
      '@@ -1,3 +1,3 @@',
      ' <h1>',
      '-one',
      '+other',
      ' </h1>',
      '',
    ]);
    const strict = await here.templates('diff', 'differing', '--exit-code');
    expect(strict).toMatchObject({ exitCode: 5, error: { code: 'templates_differ' } });
    expect(strict.result.files.map(({ change }: { change: string }) => change)).toEqual([
      'added',
      'removed',
      'changed',
    ]);
    const terminal = await onTerminal(['templates', 'diff', 'differing'], {
      cwd: here.cwd,
      env: here.environment,
    });
    expect(terminal.stdout).toContain('\u001b[31m-one');
    await here.templates('push', 'differing');
    expect((await here.templates('diff', 'differing', '--exit-code')).exitCode).toBe(0);
    for (const against of ['published', '1']) {
      const back = await here.templates('diff', 'differing', '--against', against);
      expect(back.result).toMatchObject({ version: 1, files: expect.any(Array) });
    }
    expect((await here.templates('diff', 'differing', '--against', '7')).exitCode).toBe(4);
    expect((await here.templates('diff', 'differing', '--against', 'x')).exitCode).toBe(2);
  });

  it('reports files that differ only in their line endings', async () => {
    here.template('ends');
    await here.templates('push', 'ends', '--publish');
    here.write('ends/template.html', here.read('ends/template.html').replaceAll('\n', '\r\n'));
    expect(await stateOf(here, 'ends')).toBe('changed_here');
    expect((await here.plain('diff', 'ends')).stderr).toContain('only the line endings differ');
  });

  it('publishes all of several folders, or none if one has errors', async () => {
    here.template('first');
    here.template('second', '{{ oops');
    const refused = await here.templates('push', 'first', 'second', '--publish');
    expect(refused).toMatchObject({ exitCode: 5, error: { file: 'second/template.html', line: 2 } });
    expect(await stateOf(here, 'first')).toBe('not_on_server');
    here.write('second/template.html', 'fine');
    here.write('second/template.json', JSON.stringify({ name: 'first' }));
    expect((await here.templates('push', 'first', 'second')).error.message).toContain('the same template');
    here.write('second/template.json', JSON.stringify({ name: 'second' }));
    expect((await here.templates('push', 'first', 'second')).result).toHaveLength(2);
    const { result } = await here.templates('status', 'first', 'second');
    expect(result.map(({ state }: { state: string }) => state)).toEqual([
      'unpublished_draft',
      'unpublished_draft',
    ]);
    expect((await here.templates('status', 'first', '--exit-code')).exitCode).toBe(5);
  });

  it('stores a draft with errors, warns of each, and shows who stored it', async () => {
    here.template('open', '{% for a in b %}');
    const pushed = await here.plain('push', 'open');
    expect(pushed.exitCode).toBe(0);
    expect(pushed.stderr).toMatch(/open\/template\.html:2: [\s\S]*stored as a draft with 1 error/);
    const shown = await here.templates('show', 'open');
    const author = { kind: 'token', id: expect.any(Number), name: null };
    expect(shown.result.versions).toMatchObject([
      { created_by: author, published_by: null, has_errors: true },
    ]);
    expect(shown.result.variables).toEqual([]);
    const refused = await here.templates('publish', 'open');
    expect([refused.exitCode, refused.error.message]).toEqual([
      5,
      expect.stringContaining('template.html:2'),
    ]);
    here.write('open/template.html', 'closed');
    await here.templates('push', 'open', '--publish');
    const { stdout } = await here.plain('show', 'open');
    expect(stdout).toMatch(/^2\tpublished\t[^\t]+\t\w{12}\ttoken \d+\ttoken \d+\n1\thas errors\t/);
  });

  it('treats another name in template.json as another template, and keeps the first one', async () => {
    here.template('before');
    const { result: first } = await here.templates('push', 'before');
    here.write('before/template.json', JSON.stringify({ name: 'after' }));
    expect(await stateOf(here, 'before')).toBe('not_on_server');
    const { result: second } = await here.templates('push', 'before');
    expect([second.version, second.id === first.id]).toEqual([1, false]);
    expect(await versionsOf(here, 'before')).toEqual([1]);
  });

  it('pushes from a read-only folder, and warns that changes cannot be detected', async () => {
    if (process.getuid?.() === 0) return;
    here.template('closed');
    chmodSync(join(here.cwd, 'closed'), 0o500);
    const { exitCode, stderr } = await here.plain('push', 'closed');
    chmodSync(join(here.cwd, 'closed'), 0o700);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('cannot detect what has changed')]);
  });

  it('names the file with conflict markers of a git merge', async () => {
    here.template('merged');
    here.write('merged/.pdfapi.json', '{\n<<<<<<< HEAD\n');
    const { exitCode, error } = await here.templates('push', 'merged');
    expect([exitCode, error.message]).toEqual([9, expect.stringContaining('git conflict markers')]);
  });

  it('finds the template folders in the working directory', async () => {
    const shelf = machine('shelf');
    shelf.template('templates/one');
    const { result } = await shelf.templates('status');
    expect(result).toMatchObject([{ path: 'templates/one', state: 'not_on_server' }]);
    const empty = machine('empty');
    expect((await empty.templates('status')).exitCode).toBe(2);
  });
});

describe('two machines', () => {
  it('do not overwrite a changed folder of an editor template with a pull', async () => {
    const one = machine('editor-one');
    one.write('offer/editor.json', editorJson([[text('greeting', 'first')]]));
    await one.templates('push', 'offer', '--publish');
    const two = machine('editor-two');
    expect((await two.templates('pull', 'offer')).result).toMatchObject({ version: 1 });
    expect((await two.templates('pull', 'offer')).result).toMatchObject({ unchanged: true });

    const changed = editorJson([[text('greeting', 'mine')]]);
    two.write('offer/editor.json', changed);
    one.write('offer/editor.json', editorJson([[text('greeting', 'second')]]));
    await one.templates('push', 'offer', '--publish');
    const { exitCode, error } = await two.templates('pull', 'offer');
    expect([exitCode, error.code]).toEqual([5, 'template_conflict']);
    expect(error.message).toContain('has changed since version 1');
    expect(two.read('offer/editor.json')).toBe(changed);

    expect((await two.templates('pull', 'offer', '--force')).exitCode).toBe(0);
    expect(two.read('offer/editor.json')).toBe(one.read('offer/editor.json'));
    // A folder without changes is updated.
    one.write('offer/editor.json', editorJson([[text('greeting', 'third')]]));
    await one.templates('push', 'offer', '--publish');
    expect((await two.templates('pull', 'offer')).result).toMatchObject({ version: 3 });
    expect(two.read('offer/editor.json')).toContain('third');
  });

  it('see each other’s pushes as conflicts, and overwrite neither silently', async () => {
    const anna = machine('anna');
    anna.template('shared');
    await anna.templates('push', 'shared');
    const ben = clone(anna, 'ben');

    anna.write('shared/template.html', 'Anna’s');
    await anna.templates('push', 'shared');
    expect(await stateOf(ben, 'shared')).toBe('changed_on_server');
    // Unchanged locally: a push would revert Anna's change.
    expect((await ben.templates('push', 'shared')).error.code).toBe('template_conflict');

    ben.write('shared/template.html', 'Ben’s');
    expect(await stateOf(ben, 'shared')).toBe('conflict');
    const refused = await ben.templates('push', 'shared', '--publish');
    expect(refused).toMatchObject({
      exitCode: 5,
      error: {
        code: 'template_conflict',
        message: 'shared has changed since version 1, and so has the server: its latest version is 2.',
        hint: expect.stringContaining('pdfapi templates diff ./shared'),
      },
    });
    expect((await ben.templates('push', 'shared', '--dry-run')).exitCode).toBe(5);
    expect(await versionsOf(anna, 'shared')).toEqual([2, 1]);
    expect((await ben.templates('pull', './shared')).error.code).toBe('template_conflict');
    expect(ben.read('shared/template.html')).toBe('Ben’s');

    const forced = await ben.templates('push', 'shared', '--force');
    expect(forced.result).toMatchObject({ version: 3 });
    // Anna's version still exists.
    const { result } = await anna.templates('diff', 'shared', '--against', '2');
    expect(result.files).toEqual([]);
    const pulled = await anna.templates('pull', './shared');
    expect(pulled.result).toMatchObject({ version: 3, unchanged: false });
    expect(anna.read('shared/template.html')).toBe('Ben’s');
    expect((await anna.templates('pull', './shared')).result.unchanged).toBe(true);
  });

  it('pull the files that others added and removed, and keep their own changes', async () => {
    const anna = machine('anna-2');
    anna.template('moving');
    await anna.templates('push', 'moving');
    const ben = machine('ben-2');
    expect((await ben.templates('pull', 'moving')).result).toMatchObject({ path: 'moving', version: 1 });
    anna.write('moving/assets/new.css', 'b {}');
    rmSync(join(anna.cwd, 'moving/assets/logo.svg'));
    await anna.templates('push', 'moving');

    ben.write('moving/notes.txt', 'mine, and no file of a template');
    const { result } = await ben.templates('pull', './moving');
    expect(result.removed).toEqual(['assets/logo.svg']);
    expect(readdirSync(join(ben.cwd, 'moving/assets'))).toEqual(['new.css']);
    expect(ben.read('moving/notes.txt')).toContain('mine');
    expect(await stateOf(ben, 'moving')).toBe('unpublished_draft');

    ben.write('moving/assets/mine.css', 'i {}');
    const stale = await ben.templates('pull', './moving', '--from', '1');
    expect(stale.error.code).toBe('template_conflict');
    const over = await ben.plain('pull', './moving', '--from', '1', '--force');
    expect([over.exitCode, over.stderr]).toEqual([0, expect.stringContaining('mine.css')]);
    expect(ben.has('moving/assets/mine.css')).toBe(true);
  });

  it('conflict in the same way without recorded versions', async () => {
    const anna = machine('anna-3');
    anna.template('unknown');
    await anna.templates('push', 'unknown');
    const ben = machine('ben-3');
    ben.template('unknown', 'another');
    expect(await stateOf(ben, 'unknown')).toBe('conflict');
    expect((await ben.templates('push', 'unknown')).error.code).toBe('template_conflict');
    expect((await ben.templates('pull', 'unknown')).error.code).toBe('file_exists');
    // With equal content there is nothing to lose.
    ben.template('unknown');
    expect((await ben.templates('pull', 'unknown')).result.unchanged).toBe(true);
    expect(ben.has('unknown/.pdfapi.json')).toBe(true);
    // An earlier version, without a record of it.
    rmSync(join(ben.cwd, 'unknown/.pdfapi.json'));
    anna.write('unknown/template.html', 'two');
    await anna.templates('push', 'unknown');
    expect(await stateOf(ben, 'unknown')).toBe('changed_on_server');
  });

  it('that push concurrently do not both succeed', async () => {
    const anna = machine('anna-4');
    anna.template('race');
    await anna.templates('push', 'race');
    const ben = clone(anna, 'ben-4');
    anna.write('race/template.html', 'a');
    ben.write('race/template.html', 'b');
    const both = await Promise.all([anna.templates('push', 'race'), ben.templates('push', 'race')]);
    expect(both.map(({ exitCode }) => exitCode).sort()).toEqual([0, 5]);
  });

  it('share the recorded version through git', async () => {
    const anna = machine('anna-git');
    const git = (cwd: string, ...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
        cwd,
        stdio: 'pipe',
      });
    anna.template('tracked');
    git(anna.cwd, 'init', '-q');
    await anna.templates('push', 'tracked');
    git(anna.cwd, 'add', '-A');
    git(anna.cwd, 'commit', '-qm', 'tracked');
    const ben = machine('ben-git');
    git(ben.cwd, 'clone', '-q', anna.cwd, '.');
    expect(await stateOf(ben, 'tracked')).toBe('unpublished_draft');
    ben.write('tracked/template.html', 'Ben’s');
    expect((await ben.templates('push', 'tracked')).exitCode).toBe(0);
    expect(await stateOf(anna, 'tracked')).toBe('changed_on_server');
  });
});

describe('the target', () => {
  it('requires a token with the scope to push, pull, compare and publish, but not to list and show', async () => {
    const ordinary = machine('ordinary', { token: await newToken() });
    ordinary.template('bill');
    for (const args of [
      ['push', 'bill'],
      ['status', 'bill'],
      ['diff', 'bill'],
      ['pull', 'bill', 'x'],
      ['publish', 'bill'],
    ]) {
      const { exitCode, error } = await ordinary.templates(...args);
      expect([args[0], exitCode, error.code]).toEqual([args[0], 3, 'scope_required']);
      expect(error.message).toContain('templates:write');
      expect(error.hint).toContain('--scope templates:write');
    }
    expect(ordinary.has('x')).toBe(false);
    const { result } = await ordinary.templates('list');
    expect(result[0]).toMatchObject({ id: expect.any(Number), name: expect.any(String) });
    expect(result[0]).not.toHaveProperty('latest_version');
    expect((await ordinary.templates('show', String(result[0].id))).result).toEqual(result[0]);
    const { name } = result[0];
    expect((await ordinary.plain('show', name)).stdout).toMatch(new RegExp(`^\\d+\\t${name}\\thtml\\t`));
  });

  it('is explained if the token is wrong or there is no server', async () => {
    const wrong = machine('wrong', { token: `pdf_${'0'.repeat(36)}` });
    expect((await wrong.templates('list')).exitCode).toBe(3);
    const none = machine('none', { url: '', token: '' });
    const { exitCode, error } = await none.templates('list');
    expect([exitCode, error.code, error.hint]).toEqual([
      2,
      'no_server',
      expect.stringContaining('--data-dir'),
    ]);
  });

  it('does not include another team’s templates', async () => {
    const { stdout } = await run(
      ['admin', 'team', 'create', 'strangers', '--verified', '--data-dir', dataDir, '--json'],
      { cwd: folder },
    );
    const args = ['admin', 'token', 'create', '--team', String(JSON.parse(stdout).id), '--data-dir', dataDir];
    const made = await run([...args, '--scope', 'templates:write'], { cwd: folder });
    const stranger = machine('stranger', { token: made.stdout.trim() });
    for (const args of [
      ['show', '1'],
      ['pull', '1'],
      ['publish', '1'],
    ]) {
      expect((await stranger.templates(...args)).exitCode).toBe(4);
    }
    expect((await stranger.templates('list')).result).toEqual([]);
  });

  it('is a data directory if one is named, and cannot be two targets together', async () => {
    const here = machine('both', { env: { PDFAPI_DATA_DIR: dataDir, PDFAPI_URL: '' } });
    here.template('local');
    const pushed = await here.templates('push', 'local', '--team', 'default');
    expect(pushed.result).toMatchObject({ version: 1, unchanged: false });
    // Its path is only valid on this machine, so it is not recorded.
    expect(here.has('local/.pdfapi.json')).toBe(false);
    expect((await here.templates('status', 'local', '--team', 'default')).result).toMatchObject([
      { state: 'unpublished_draft' },
    ]);
    here.write('local/template.html', 'two');
    expect((await here.templates('diff', 'local', '--team', 'default')).result.files).toHaveLength(1);
    const dry = await here.templates('push', 'local', '--team', 'default', '--dry-run');
    expect(dry.result).toMatchObject({ version: 2, dry_run: true });
    expect((await here.templates('push', 'local', '--team', 'default')).result.version).toBe(2);
    const server = await here.templates('list', '--url-base', 'http://127.0.0.1:9', '--retries', '0');
    expect(server.exitCode).toBe(10);
    const two = await here.templates('list', '--data-dir', dataDir, '--url-base', 'http://127.0.0.1:9');
    expect(two.exitCode).toBe(2);
  });
});
