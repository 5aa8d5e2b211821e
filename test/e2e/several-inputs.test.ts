/** Several inputs of one `pdfapi html` or `pdfapi generate`: a PDF of each, printed side by side by one browser. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { answerOnTerminal, onTerminal, run, shell } from '../support/run.ts';
import { type RunningServe, startServe } from '../support/running-server.ts';
import { startStubServer } from './stub-server.ts';

const page = (text: string) => `<!doctype html><title>T</title><h1>${text} {{ name }}</h1>`;
const text = async (folder: string, name: string) =>
  (await readPdf(readFileSync(join(folder, name)))).pages[0];

describe('html with several files', () => {
  const files = { 'a.html': page('First'), 'in/b.htm': page('Second'), 'c.md': '# Third {{ name }}' };

  it('writes a PDF of each to the folder of -o, named after its file, and prints the paths in order', async () => {
    const cwd = temporaryFolder(files);
    const { stdout, stderr, exitCode } = await run(
      ['html', 'a.html', 'in/b.htm', 'c.md', '-s', 'name=Ada', '-o', 'new/out/'],
      { cwd },
    );
    expect(stdout).toBe('new/out/a.pdf\nnew/out/b.pdf\nnew/out/c.pdf\n');
    expect(stderr).toMatch(
      /^3 documents {2}3 rendered · local · 3 pages · [\d.]+ KB · [\d.]+ m?s · [\d.]+ documents\/s\n$/,
    );
    expect(exitCode).toBe(0);
    expect(await text(cwd, 'new/out/a.pdf')).toContain('First Ada');
    expect(await text(cwd, 'new/out/b.pdf')).toContain('Second Ada');
    expect(await text(cwd, 'new/out/c.pdf')).toContain('Third Ada');
  });

  it('writes to the working directory without -o, and is quiet with -q', async () => {
    const cwd = temporaryFolder(files);
    const { stdout, stderr } = await run(['html', 'a.html', 'in/b.htm', '-s', 'name=Ada', '-q'], { cwd });
    expect({ stdout, stderr }).toEqual({ stdout: 'a.pdf\nb.pdf\n', stderr: '' });
  });

  it('reads data from a pipe once for all of them', async () => {
    const cwd = temporaryFolder(files);
    const { exitCode } = await run(['html', 'a.html', 'c.md', '-d', '-'], { cwd, input: '{"name":"Ada"}' });
    expect(exitCode).toBe(0);
    expect(await text(cwd, 'a.pdf')).toContain('First Ada');
    expect(await text(cwd, 'c.pdf')).toContain('Third Ada');
  });

  it('prints a line of JSON for each, with its warnings', async () => {
    const cwd = temporaryFolder({ 'a.html': page('First'), 'b.html': '<img src="missing.png">Second' });
    const { stdout } = await run(['html', 'a.html', 'b.html', '-s', 'name=x', '--json', '-o', 'out/'], {
      cwd,
    });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { input: 'a.html', target: 'local', path: 'out/a.pdf', ok: true, pages: 1 },
      { input: 'b.html', target: 'local', path: 'out/b.pdf', ok: true, pages: 1 },
    ]);
    expect(lines[0].warnings).toBeUndefined();
    expect(lines[1].warnings).toContainEqual(expect.stringContaining('missing.png did not load'));
  });

  it('shows the progress on a terminal', async () => {
    const cwd = temporaryFolder(
      Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.html`, page('Page')])),
    );
    const { stdout } = await onTerminal(
      ['html', ...Array.from({ length: 12 }, (_, i) => `${i}.html`), '-s', 'name=x', '--concurrency', '1'],
      { cwd },
    );
    expect(stdout).toMatch(/\d+ documents? · [\d.]+ documents\/s · \d+ s left/);
  });

  it('draws the pages of each with --image', async () => {
    const cwd = temporaryFolder(files);
    const { stdout } = await run(
      ['html', 'a.html', 'c.md', '-s', 'name=x', '--image', 'png', '-o', 'drawn/'],
      { cwd },
    );
    expect(stdout).toBe('drawn/a-1.png\ndrawn/c-1.png\n');
    expect(readdirSync(join(cwd, 'drawn'))).toEqual(['a-1.png', 'c-1.png']);
  });

  it('prints web pages and files together', async () => {
    const server = createServer((_, response) => response.end('<h1>From the network</h1>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cwd = temporaryFolder(files);
    try {
      const { stdout, stderr } = await run(
        ['html', `http://${host}/docs/one`, 'a.html', '-s', 'name=x', '--allow-host', host, '-o', 'out/'],
        { cwd },
      );
      const [first = '', second] = stdout.split('\n');
      expect(second, stderr).toBe('out/a.pdf');
      expect(await text(cwd, first)).toContain('From the network');
    } finally {
      server.close();
    }
  });
});

describe('a document that fails', () => {
  const files = { 'a.html': page('First'), 'b.html': '{% if %}', 'c.html': page('Third') };

  it('ends the command with its own error and exit code', async () => {
    const cwd = temporaryFolder(files);
    const { stderr, exitCode } = await run(['html', 'a.html', 'b.html', 'c.html', '-o', 'out/'], { cwd });
    expect(stderr).toMatch(/^error: b\.html:1:\d+: Unexpected end of tag/m);
    expect(exitCode).toBe(5);
    expect(existsSync(join(cwd, 'out/b.pdf'))).toBe(false);
  });

  it('ends with a count of the documents that were not rendered', async () => {
    const inputs = Array.from({ length: 8 }, (_, index) => `${index}.html`);
    const contents = inputs.map((name, index) => [name, index === 0 ? '{% if %}' : page(name)]);
    const cwd = temporaryFolder(Object.fromEntries(contents));
    const { stdout, stderr } = await run(['html', ...inputs, '--concurrency', '1'], { cwd });
    const rendered = stdout.split('\n').length - 1;
    expect(stderr).toContain(
      `8 documents  ${rendered} rendered · 1 failed · ${7 - rendered} not rendered · local`,
    );
  });

  it('does not keep the others from being written with --continue-on-error, which exits with 8', async () => {
    const cwd = temporaryFolder(files);
    const { stdout, stderr, exitCode } = await run(
      ['html', 'a.html', 'b.html', 'gone.html', 'c.html', '-o', 'out/', '--continue-on-error'],
      { cwd },
    );
    expect(stdout).toBe('out/a.pdf\nout/c.pdf\n');
    expect(stderr).toContain('failed: b.html:1: Unexpected end of tag');
    expect(stderr).toContain('failed: Cannot read gone.html: no such file.');
    expect(stderr).toMatch(/error: 2 of 4 documents failed\.\ncode: rows_failed \(exit 8\)\n$/);
    expect(exitCode).toBe(8);
  });

  it('exits with 8, too, if all fail', async () => {
    const cwd = temporaryFolder({ 'b.html': '{% if %}', 'd.html': '{{ "' });
    const args = ['html', 'b.html', 'd.html', '-o', 'out/', '--continue-on-error', '--json'];
    const { stdout, stderr, exitCode } = await run(args, { cwd });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { input: 'b.html', ok: false, error: { code: 'invalid_template', file: 'b.html', line: 1 } },
      { input: 'd.html', ok: false, error: { code: 'invalid_template', file: 'd.html' } },
    ]);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'rows_failed', exit: 8 } });
    expect(exitCode).toBe(8);
    expect(readdirSync(cwd)).toEqual(['b.html', 'd.html']);
  });
});

describe('a web page that fails among others', () => {
  let server: Server;
  let host: string;
  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      response.statusCode = Number(/\d{3}/.exec(url ?? '')?.[0] ?? 200);
      response.end('<h1>From the network</h1>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  const html = (args: readonly string[], cwd: string) =>
    run(['html', ...args, '--allow-host', '127.0.0.1', '-o', 'out/'], { cwd });

  it('does not keep any other from being written with --continue-on-error', async () => {
    const cwd = temporaryFolder({ 'a.html': '<h1>A</h1>', 'c.md': '# C' });
    // Nothing listens at the last address, and the name before it does not exist.
    const gone = [
      ...[404, 403, 429, 503].map((status) => `http://${host}/${status}`),
      'http://nowhere.invalid/',
      'http://127.0.0.1:9/',
    ];
    const all = ['a.html', ...gone, `http://${host}/fine`, 'c.md'];
    const { stdout, stderr, exitCode } = await html([...all, '--continue-on-error'], cwd);
    const page = `out/${host.replace(':', '-')}-fine.pdf`;
    expect(stdout, stderr).toBe(`out/a.pdf\n${page}\nout/c.pdf\n`);
    for (const address of gone) expect(stderr).toContain(`failed: Cannot print ${address}: `);
    expect(stderr).toMatch(/^9 documents {2}3 rendered · 6 failed · local/m);
    expect(stderr).toMatch(/error: 6 of 9 documents failed\.\ncode: rows_failed \(exit 8\)\n$/);
    expect(exitCode).toBe(8);
  });

  it('has a line of JSON in its place', async () => {
    const cwd = temporaryFolder({ 'a.html': '<h1>A</h1>' });
    const gone = `http://${host}/404`;
    const { stdout, exitCode } = await html([gone, 'a.html', '--continue-on-error', '--json'], cwd);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { input: gone, ok: false, error: { code: 'not_found', exit: 4 } },
      { input: 'a.html', path: 'out/a.pdf', ok: true },
    ]);
    expect(exitCode).toBe(8);
  });

  it('ends the command with its own exit code without the option', async () => {
    const cwd = temporaryFolder({ 'a.html': '<h1>A</h1>' });
    const gone = `http://${host}/404`;
    const { stderr, exitCode } = await html(['a.html', gone], cwd);
    expect(stderr).toContain(`error: Cannot print ${gone}: the server responded with 404 Not Found.`);
    expect(exitCode).toBe(4);
  });
});

describe('before anything is rendered', () => {
  it.each<[string[], number, string]>([
    [
      ['x/a.html', 'a.html', '-o', 'out/'],
      2,
      'error: x/a.html and a.html have the same file: out/a.pdf.\nRender one of them',
    ],
    [['a.html', 'a.md'], 2, 'error: a.html and a.md have the same file: a.pdf.\n'],
    [['a.html', 'gone.html'], 9, 'error: Cannot read gone.html: no such file.\n'],
    [
      ['a.html', 'b.html', '-o', 'all.pdf'],
      2,
      'error: -o all.pdf names one file, but 2 documents are rendered.\nA PDF of each, in a folder: -o out/. One PDF of all: pdfapi merge a.html b.html -o all.pdf\n',
    ],
    [['a.html', 'b.html', '-o', '-'], 2, 'error: -o - is one stream, but 2 documents are rendered.\n'],
    [['a.html', 'b.html', '--filename', 'x.pdf'], 2, 'error: --filename is for one document'],
    [['a.html', 'b.html', '--report', 'r.json'], 2, 'error: --report is for one document'],
    [['a.html', 'b.html', '--watch'], 2, 'error: --watch is for one document'],
    [['a.html', 'b.html', '--url'], 2, 'error: --url needs a server'],
    [['a.html', 'x', 'b.html', '--continue-on-error'], 2, 'error: x is a folder'],
    [
      ['x/', '-o', 'out/'],
      2,
      'error: x/ is a folder, but html needs files.\nIts files, a PDF of each: pdfapi html x/*.html -o out/. A template folder: pdfapi generate x/\n',
    ],
    [
      ['a.html', 'b.html', '-o', 'page-{n}.png'],
      2,
      'but 2 documents are rendered.\nImages of each, in a folder: --image png -o out/\n',
    ],
    [['a.html', 'https://example.com', '--assets', 'x'], 2, 'error: --assets is for HTML files'],
    [
      ['-', '-'],
      2,
      'error: stdin can be read only once.\nGive one of the inputs as a file. To write the PDF to stdout: pdfapi html - -o -\n',
    ],
    [
      ['a.html', '-'],
      2,
      'error: - is stdin, which is empty: for stdout, - follows -o.\nWrite: pdfapi html a.html -o -\n',
    ],
    [['a.html', 'b.html', '-'], 2, 'Write: pdfapi merge a.html b.html -o -\n'],
  ])('html %j is refused', async (args, code, message) => {
    const files = { 'a.html': page('a'), 'b.html': page('b'), 'a.md': '# a', 'x/a.html': page('xa') };
    const cwd = temporaryFolder(files);
    const { stdout, stderr, exitCode } = await run(['html', ...args], { cwd });
    expect(stderr).toContain(message);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: code });
    expect(readdirSync(cwd)).toEqual(['a.html', 'a.md', 'b.html', 'x']);
  });

  it('a file that exists is named, and replaced with --force or after a question only', async () => {
    const cwd = temporaryFolder({ 'a.html': page('a'), 'b.html': page('b'), 'out/b.pdf': 'mine' });
    const args = ['html', 'a.html', 'b.html', '-s', 'name=x', '-o', 'out/'];
    const refused = await run(args, { cwd });
    expect(refused.stderr).toContain('error: out/b.pdf already exists.\n');
    expect(refused.exitCode).toBe(2);
    expect(readdirSync(join(cwd, 'out'))).toEqual(['b.pdf']);
    const asked = { question: 'out/b.pdf exists already. Overwrite?', keys: 'n\r' };
    expect((await answerOnTerminal(args, { cwd }, asked)).exitCode).toBe(2);
    expect(readFileSync(join(cwd, 'out/b.pdf'), 'utf8')).toBe('mine');
    expect((await answerOnTerminal(args, { cwd }, { ...asked, keys: 'y\r' })).exitCode).toBe(0);
    expect(await text(cwd, 'out/b.pdf')).toContain('b x');
    expect((await run([...args, '--force'], { cwd })).exitCode).toBe(0);
  });
});

describe('generate with several files of data', () => {
  const files = {
    'letter/template.html': '<p>Dear {{ name }} of {{ city }}</p>',
    'letter/schema.json': '{ "properties": { "name": { "type": "string" } } }',
    'data/ada.json': '{ "name": "Ada" }',
    'data/grace.json': '{ "name": "Grace", "city": "New York" }',
    'data/bad.json': '{ "name": 7 }',
  };

  it('makes a PDF of each, named after its file; --data and --set are what they share', async () => {
    const cwd = temporaryFolder(files);
    const { stdout, exitCode } = await run(
      ['generate', './letter', 'data/ada.json', 'data/grace.json', '-s', 'city=London', '-o', 'out/'],
      { cwd },
    );
    expect({ stdout, exitCode }).toEqual({ stdout: 'out/ada.pdf\nout/grace.pdf\n', exitCode: 0 });
    expect(await text(cwd, 'out/ada.pdf')).toContain('Dear Ada of London');
    expect(await text(cwd, 'out/grace.pdf')).toContain('Dear Grace of New York');
  });

  it('makes one of a single file as well', async () => {
    const cwd = temporaryFolder(files);
    const { stdout } = await run(['generate', './letter', 'data/grace.json', '-o', 'out/'], { cwd });
    expect(stdout).toBe('out/grace.pdf\n');
    expect(await text(cwd, 'out/grace.pdf')).toContain('Dear Grace of New York');
  });

  it('names the file whose data is wrong', async () => {
    const cwd = temporaryFolder(files);
    const args = ['generate', './letter', 'data/bad.json', 'data/grace.json', '-o', 'out/'];
    const failed = await run([...args, '--continue-on-error'], { cwd });
    expect(failed.stderr).toMatch(/failed: .*data\/bad\.json.*name/);
    expect({ stdout: failed.stdout, exitCode: failed.exitCode }).toEqual({
      stdout: 'out/grace.pdf\n',
      exitCode: 8,
    });
  });

  it.each([
    [
      ['data'],
      'data is a folder, but generate takes files of data.\nIts files, a PDF of each: pdfapi generate ./letter data/*.json -o out/\n',
    ],
    [
      ['data/ada.json', 'data/grace.json', '-o', 'new/{{ nr }}.pdf'],
      "Names from the data are for batch: pdfapi batch ./letter data/ada.json data/grace.json -o 'new/{{ nr }}.pdf'\n",
    ],
  ])('names the command that is meant, for %j', async (args, hint) => {
    const { stdout, stderr, exitCode } = await run(['generate', './letter', ...args], {
      cwd: temporaryFolder(files),
    });
    expect(stderr).toContain(hint);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });

  it('looks up the template again for the next file if that failed', async () => {
    let lookups = 0;
    const template = { id: 7, name: 'letter', type: 'html', has_base_pdf: false };
    const time = '2026-11-30T12:00:00+00:00';
    const links = { first: 'http://localhost', last: 'http://localhost', prev: null, next: null };
    const meta = { current_page: 1, last_page: 1, per_page: 50, total: 1 };
    const usage = { current: 1, limit: 100, percentage: 1, pack_credits: 0 };
    const pdf = Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64');
    const stub = await startStubServer((request) => {
      if (request.startsWith('POST'))
        return { body: { success: true, filename: 'a.pdf', size: 15, usage, pdf } };
      lookups += 1;
      if (lookups === 1) return { status: 500, body: { message: 'Try again.' } };
      return { body: { data: [{ ...template, created_at: time, updated_at: time }], links, meta } };
    });
    const args = [
      'generate',
      'name:letter',
      'data/ada.json',
      'data/grace.json',
      '-o',
      'out/',
      '--continue-on-error',
    ];
    const { stdout, stderr, exitCode } = await run([...args, '--concurrency', '1', '--retries', '0'], {
      cwd: temporaryFolder(files),
      env: { PDFAPI_URL: stub.url, PDFAPI_TOKEN: 'token' },
    });
    expect(stderr).toContain('Try again.');
    expect([stdout, exitCode, lookups]).toEqual(['out/grace.pdf\n', 8, 2]);
  });

  it('stops at an error in the Twig that all share', async () => {
    const cwd = temporaryFolder({ ...files, 'letter/template.html': '{% if %}' });
    const args = ['generate', './letter', 'data/ada.json', 'data/grace.json', '--continue-on-error'];
    const { stderr, exitCode } = await run(args, { cwd });
    expect(stderr).toMatch(/error: letter\/template\.html:1:\d+: Unexpected end of tag/);
    expect(exitCode).toBe(5);
  });
});

describe('the name of the result as the last argument', () => {
  it.each([
    ['html a.html out.pdf', 'pdfapi html a.html -o out.pdf'],
    ['html a.html b.html all.pdf', 'pdfapi merge a.html b.html -o all.pdf'],
    ['generate ./letter out.pdf', 'pdfapi generate ./letter -o out.pdf'],
    ['generate ./letter data.json out.pdf', 'pdfapi generate ./letter data.json -o out.pdf'],
    ['a.html out.pdf', 'pdfapi html a.html -o out.pdf'],
    ['a.html', 'pdfapi html a.html'],
    ['https://example.com out.pdf', 'pdfapi html https://example.com -o out.pdf'],
  ])('`pdfapi %s` is answered with `%s`', async (given, meant) => {
    const cwd = temporaryFolder({ 'a.html': page('a'), 'letter/template.html': page('l') });
    const { stdout, stderr, exitCode } = await run(given.split(' '), { cwd });
    expect(stderr).toContain(`\nWrite: ${meant}\n`);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });

  it('is quoted where a shell needs it', async () => {
    const { stderr } = await shell('pdfapi html "my page.html" out.pdf', { cwd: temporaryFolder() });
    expect(stderr).toContain("Write: pdfapi html 'my page.html' -o out.pdf\n");
  });
});

describe('on a server', () => {
  let folder: string;
  let server: RunningServe;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
    server = await startServe(join(folder, 'data'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const pdfapi = (args: readonly string[], cwd: string) =>
    run(args, { cwd, env: { PDFAPI_URL: server.url, PDFAPI_TOKEN: String(server.token) } });

  it('html prints several files, each with its own folder of assets', async () => {
    const cwd = temporaryFolder({
      'a/one.html': '<link rel="stylesheet" href="style.css"><p>One {{ name }}</p>',
      'a/style.css': 'p::after { content: " of A" }',
      'b/two.html': '<link rel="stylesheet" href="style.css"><p>Two {{ name }}</p>',
      'b/style.css': 'p::after { content: " of B" }',
    });
    const args = ['html', 'a/one.html', 'b/two.html', '-s', 'name=x', '-o', 'out/', '--json'];
    const { stdout, stderr } = await pdfapi(args, cwd);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
      stderr,
    ).toMatchObject([
      { input: 'a/one.html', target: 'remote', server: server.url, path: 'out/one.pdf', ok: true, pages: 1 },
      { input: 'b/two.html', target: 'remote', server: server.url, path: 'out/two.pdf', ok: true, pages: 1 },
    ]);
    expect(await text(cwd, 'out/one.pdf')).toContain('One x of A');
    expect(await text(cwd, 'out/two.pdf')).toContain('Two x of B');
  });

  it('prints the address of each with --url', async () => {
    const cwd = temporaryFolder({ 'a.html': page('a'), 'b.html': page('b') });
    const { stdout } = await pdfapi(['html', 'a.html', 'b.html', '-s', 'name=x', '--url'], cwd);
    const addresses = stdout.trim().split('\n');
    expect(addresses).toHaveLength(2);
    for (const address of addresses) expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    expect(readdirSync(cwd)).toEqual(['a.html', 'b.html']);
  });

  it('generate fills its template with each file of data', async () => {
    const cwd = temporaryFolder({
      'source/card/template.html': '<p>Card of {{ name }}</p>',
      'ada.json': '{ "name": "Ada" }',
      'grace.json': '{ "name": "Grace" }',
    });
    const operator = ['--publish', '--data-dir', join(folder, 'data'), '--team', '1'];
    await run(['templates', 'push', './source/card', ...operator], { cwd });
    const { stdout, stderr } = await pdfapi(
      ['generate', 'card', 'ada.json', 'grace.json', '-o', 'out/'],
      cwd,
    );
    expect(stdout, stderr).toBe('out/ada.pdf\nout/grace.pdf\n');
    expect(stderr).toMatch(/^2 documents {2}2 rendered · http:\/\/127/);
    expect(await text(cwd, 'out/ada.pdf')).toContain('Card of Ada');
    expect(await text(cwd, 'out/grace.pdf')).toContain('Card of Grace');
  });
});
