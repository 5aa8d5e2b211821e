/** `pdfapi batch <id>` against a real server: every row is charged once, whatever happens in between. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { findFreePort } from '../../support/free-port.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { bin, run } from '../../support/run.ts';
import { ask, type RunningServe, startServe } from '../../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
const args = ['--port', String(await findFreePort())];
let server: RunningServe;

beforeAll(async () => {
  server = await startServe(dataDir, args);
});

/** Runs a command on the data directory, which all tests of this file share. */
async function admin<Result>(...words: string[]): Promise<Result> {
  const { stdout, stderr } = await run([...words, '--data-dir', dataDir, '--json'], { cwd: folder });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Pushes and publishes a template, and returns its id. */
async function push(html: string, name: string, team: string): Promise<string> {
  const path = join(mkdtempSync(join(folder, 'template-')), name);
  mkdirSync(path);
  writeFileSync(join(path, 'template.html'), html);
  const { id } = await admin<{ id: number }>('templates', 'push', path, '--publish', '--team', team);
  return String(id);
}

/** Creates a separate team, so that its charges are known. */
async function teamOf(name: string, options: string[] = []) {
  await admin('admin', 'team', 'create', name, '--plan', 'pro', '--verified', ...options);
  const { token } = await admin<{ token: string }>('admin', 'token', 'create', '--team', name);
  const template = await push('<!doctype html><title>{{ name }}</title><h1>{{ name }}</h1>', 'card', name);
  const used = async () => {
    const answer = (await (await ask(server, token, '/api/v1/usage')).json()) as {
      data: { current_month_usage: number };
    };
    return answer.data.current_month_usage;
  };
  return { token, template, used };
}

const csv = (count: number) => `name\n${Array.from({ length: count }, (_, i) => `N${i + 1}\n`).join('')}`;

function given(token: string | null, files: Record<string, string>, url = server.url) {
  const cwd = temporaryFolder(files);
  const env = { PDFAPI_URL: url, PDFAPI_TOKEN: token ?? '', PDFAPI_CONFIG_DIR: join(cwd, '.config') };
  return { cwd, env };
}

const pdfsIn = (path: string) => readdirSync(path).filter((name) => name.endsWith('.pdf'));

it('rejects the second of two concurrent runs, and charges nothing twice', async () => {
  const { token, template, used } = await teamOf('twice');
  const { cwd, env } = given(token, { 'rows.csv': csv(30) });
  const both = ['batch', template, 'rows.csv', '-o', 'o/{{ name }}.pdf', '--concurrency', '1'];
  const first = execa(process.execPath, [bin, ...both], { cwd, env, reject: false });
  const isLocked = () =>
    existsSync(join(cwd, 'o')) && readdirSync(join(cwd, 'o')).some((name) => name.endsWith('.lock'));
  await expect.poll(isLocked, { timeout: 30_000, interval: 5 }).toBe(true);
  const second = await run(both, { cwd, env });
  expect({ stdout: second.stdout, exitCode: second.exitCode }).toEqual({ stdout: '', exitCode: 9 });
  expect(second.stderr).toContain(`Process ${first.pid} is running this batch.`);
  expect((await first).exitCode).toBe(0);
  expect(await used()).toBe(30);
});

it('renders each row on the server, writes it locally, and charges it once', async () => {
  const { token, template, used } = await teamOf('plain');
  const { cwd, env } = given(token, { 'rows.csv': csv(12) });
  const { stdout, stderr, exitCode } = await run(['batch', template, 'rows.csv', '-o', 'o/{{ name }}.pdf'], {
    cwd,
    env,
  });
  expect(exitCode, stderr).toBe(0);
  expect(stdout.trim().split('\n')).toEqual(Array.from({ length: 12 }, (_, i) => `o/N${i + 1}.pdf`));
  expect((await readPdf(readFileSync(join(cwd, 'o/N7.pdf')))).pages[0]).toContain('N7');
  expect(stderr.trim().split('\n').at(-1)).toMatch(/^12 rows {2}12 rendered · http.+ 14988 PDFs left$/);
  expect(await used()).toBe(12);
});

it('combines all rows into one PDF in row order', async () => {
  const { token, template, used } = await teamOf('merging');
  const { cwd, env } = given(token, { 'rows.csv': csv(10) });
  const { stdout, stderr } = await run(['batch', template, 'rows.csv', '--merge-into', 'all.pdf', '--json'], {
    cwd,
    env,
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    path: 'all.pdf',
    rows: 10,
    pages: 10,
  });
  const { pages } = await readPdf(readFileSync(join(cwd, 'all.pdf')));
  expect(pages.map((text) => text.trim())).toEqual(Array.from({ length: 10 }, (_, i) => `N${i + 1}`));
  expect(await used()).toBe(10);
});

describe('stopped halfway and resumed', () => {
  it.each([
    ['files', ['-o', 'o/{{ name }}.pdf']],
    ['one file', ['--merge-into', 'all.pdf']],
  ])('charges every row exactly once: %s', async (name, output) => {
    const count = 40;
    const { token, template, used } = await teamOf(`killed ${name}`);
    const { cwd, env } = given(token, { 'rows.csv': csv(count) });
    const words = ['batch', template, 'rows.csv', ...output];
    // Kills it more than once, at arbitrary points.
    for (const enough of [3, 14]) {
      const child = execa(process.execPath, [bin, ...words, '--resume'], { cwd, env, reject: false });
      await expect.poll(used, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(enough);
      child.kill('SIGKILL');
      await child;
    }
    const { stderr, exitCode } = await run([...words, '--resume'], { cwd, env });
    expect(exitCode, stderr).toBe(0);
    expect(await used()).toBe(count);
    if (name === 'files') expect(pdfsIn(join(cwd, 'o'))).toHaveLength(count);
    else expect((await readPdf(readFileSync(join(cwd, 'all.pdf')))).pages).toHaveLength(count);
    // Another run has nothing left to do, or delivers the file again.
    expect((await run([...words, '--resume'], { cwd, env })).exitCode).toBe(0);
    if (name === 'files') expect(await used()).toBe(count);
  });

  it('delivers a lost PDF again without a charge', async () => {
    const { token, template, used } = await teamOf('lost');
    const { cwd, env } = given(token, { 'rows.csv': csv(5) });
    const words = ['batch', template, 'rows.csv', '-o', 'o/{{ name }}.pdf'];
    await run(words, { cwd, env });
    rmSync(join(cwd, 'o/N2.pdf'));
    expect((await run([...words, '--resume'], { cwd, env })).stdout).toBe('o/N2.pdf\n');
    expect(await used()).toBe(5);
    writeFileSync(join(cwd, 'rows.csv'), csv(5).replace('N3', 'M3'));
    expect((await run([...words, '--resume'], { cwd, env })).stdout).toBe('o/M3.pdf\n');
    expect(await used()).toBe(6);
  });

  it('continues after the server was killed and restarted', async () => {
    const count = 40;
    const { token, template, used } = await teamOf('dying');
    const { cwd, env } = given(token, { 'rows.csv': csv(count) });
    const words = ['batch', template, 'rows.csv', '-o', 'o/{{ name }}.pdf'];
    const child = execa(process.execPath, [bin, ...words, '--retries', '1'], { cwd, env, reject: false });
    await expect.poll(used, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(10);
    await server.stop('SIGKILL');
    const { exitCode, stderr } = await child;
    expect(exitCode, stderr).toBe(10);
    expect(stderr).toContain('--resume');
    server = await startServe(dataDir, args);
    expect((await run([...words, '--resume'], { cwd, env })).exitCode).toBe(0);
    expect(pdfsIn(join(cwd, 'o'))).toHaveLength(count);
    expect(await used()).toBe(count);
  });

  it('does not charge again for requests before Ctrl-C', async () => {
    const { token, template, used } = await teamOf('interrupted');
    const { cwd, env } = given(token, { 'rows.csv': csv(40) });
    const words = ['batch', template, 'rows.csv', '-o', 'o/{{ name }}.pdf'];
    const child = execa(process.execPath, [bin, ...words], { cwd, env, reject: false });
    await expect.poll(used, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(5);
    child.kill('SIGINT');
    const { exitCode, stderr } = await child;
    expect({ exitCode, stderr }).toEqual({
      exitCode: 130,
      stderr: expect.stringContaining('with --resume to continue'),
    });
    expect((await run([...words, '--resume'], { cwd, env })).exitCode).toBe(0);
    expect(await used()).toBe(40);
  });
});

it('a 402 stops the batch immediately, even with --continue-on-error; new credits let it continue', async () => {
  const { token, template, used } = await teamOf('poor', ['--quota', '5']);
  // On the discovery plan, because a paying team would get the welcome pack above its quota.
  await admin('admin', 'team', 'set', 'poor', '--plan', 'discovery', '--quota', '5');
  const { cwd, env } = given(token, { 'rows.csv': csv(300) });
  const words = ['batch', template, 'rows.csv', '-o', 'o/{{ name }}.pdf', '--continue-on-error'];
  const { stderr, stdout, exitCode } = await run([...words, '--report', 'why.ndjson'], { cwd, env });
  expect(exitCode, stderr).toBe(12);
  expect(stderr).toContain('Credits: ');
  expect(stderr).toContain('--resume');
  expect(stdout.trim().split('\n')).toHaveLength(5);
  expect(readFileSync(join(cwd, 'why.ndjson'), 'utf8')).toBe('');
  expect(await used()).toBe(5);
  await admin('admin', 'credits', 'add', 'poor', '7');
  writeFileSync(join(cwd, 'rows.csv'), csv(12));
  const resumed = await run([...words, '--resume'], { cwd, env });
  expect(resumed.exitCode, resumed.stderr).toBe(0);
  expect(pdfsIn(join(cwd, 'o'))).toHaveLength(12);
  expect(await used()).toBe(12);
});

it('a row that the server rejects is named, not charged, and sent again once the template is fixed', async () => {
  const { token, used } = await teamOf('refused');
  const template = await push('<p>{{ name|date("Y") }}</p>', 'dated', 'refused');
  const { cwd, env } = given(token, { 'rows.csv': 'name\n2026-01-01\nno date\n2027-01-01\n' });
  const words = ['batch', template, 'rows.csv', '-o', 'o/', '--continue-on-error', '--json'];
  const first = await run(words, { cwd, env });
  expect(first.exitCode).toBe(8);
  const lines = first.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ ok }) => ok)).toEqual([true, false, true]);
  expect(lines[1].error).toMatchObject({ code: 'invalid_template', file: 'rows.csv', line: 3 });
  expect(await used()).toBe(2);
  await push('<p>{{ name }}</p>', 'dated', 'refused');
  const second = await run([...words, '--resume'], { cwd, env });
  expect(second.exitCode, second.stdout).toBe(0);
  expect(await used()).toBe(3);
});

it('a fault that affects every row stops the batch, even with --continue-on-error', async () => {
  const { token, template } = await teamOf('wrong');
  const { cwd, env } = given(token, { 'rows.csv': csv(20) });
  const nowhere = await run(['batch', '999', 'rows.csv', '--continue-on-error', '--json'], { cwd, env });
  expect(nowhere.exitCode).toBe(4);
  expect(nowhere.stdout).toBe('');
  const stranger = await run(['batch', template, 'rows.csv', '--continue-on-error'], {
    cwd,
    env: { ...env, PDFAPI_TOKEN: 'not-a-token' },
  });
  expect(stranger.exitCode).toBe(3);
  const away = await run(['batch', template, 'rows.csv', '--continue-on-error', '--retries', '0'], {
    cwd,
    env: { ...env, PDFAPI_URL: `http://127.0.0.1:${await findFreePort()}` },
  });
  expect(away.exitCode).toBe(10);
});
