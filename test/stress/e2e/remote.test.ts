/** The command line against a server: profiles, and every command that sends requests. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { answerOnTerminal, onTerminal, root, run, runForBytes } from '../../support/run.ts';
import { ask, type RunningServe, startServe } from '../../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
const letterData = join(root, 'templates-examples/letter/data.json');
let server: RunningServe;
let letter: string;
let form: string;

beforeAll(async () => {
  server = await startServe(dataDir);
  const list = (await (await ask(server, server.token, '/api/v1/templates')).json()) as {
    data: { id: number; name: string }[];
  };
  const idOf = (wanted: string) => String(list.data.find(({ name }) => name === wanted)?.id);
  letter = idOf('letter');
  form = idOf('editor-form');
});

/** Address and token in the environment, as CI sets them. */
const ci = () => ({ PDFAPI_URL: server.url, PDFAPI_TOKEN: server.token ?? '' });
const asCi = (args: readonly string[], more: { env?: Record<string, string>; input?: string } = {}) =>
  run(args, { cwd: folder, ...more, env: { ...ci(), ...more.env } });
const usageNow = async () => JSON.parse((await asCi(['usage', '--json'])).stdout).current_month_usage;
const pdfAt = async (name: string) => await readPdf(readFileSync(join(folder, name)));

describe('login', () => {
  const config = { PDFAPI_CONFIG_DIR: join(folder, 'config') };
  const here = (args: readonly string[], input?: string) =>
    run(args, { cwd: folder, env: config, ...(input === undefined ? {} : { input }) });

  it('checks the token before saving it, in a file for this user only', async () => {
    const args = ['login', '--url-base', server.url, '--token-stdin'];
    const wrong = await here(args, 'pdf_wrong');
    expect(wrong.exitCode).toBe(3);
    expect(wrong.stderr).toContain('checksum');
    const other = await startServe(join(folder, 'other'));
    expect(await here(args, other.token ?? '')).toMatchObject({ exitCode: 3, stdout: '' });
    await other.stop();
    expect(JSON.parse((await here(['profiles', 'list', '--json'])).stdout)).toEqual([]);

    const right = await here(args, `${server.token}\n`);
    expect(right).toMatchObject({ exitCode: 0, stdout: 'default\n' });
    expect(right.stderr).not.toContain(server.token);
    const file = join(folder, 'config/config.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await here(['config', 'path'])).stdout).toBe(`${file}\n`);
  });

  it('makes later commands use that server, under the name of its profile', async () => {
    const who = JSON.parse((await here(['whoami', '--json'])).stdout);
    expect(who).toMatchObject({ url: server.url, profile: 'default', plan: 'pro' });
    await here(
      ['login', '--profile', 'staging', '--url-base', server.url, '--token-stdin'],
      server.token ?? '',
    );
    const list = JSON.parse((await here(['profiles', 'list', '--json'])).stdout);
    expect(list).toEqual([
      { name: 'default', url: server.url, current: false },
      { name: 'staging', url: server.url, current: true },
    ]);
    await here(['profiles', 'use', 'default']);
    expect((await here(['whoami', '--profile', 'stagin'])).stderr).toContain('Did you mean "staging"?');
    await here(['profiles', 'rm', 'staging']);

    const { stderr } = await here(['html', '-', '-o', 'by-profile.pdf'], '<p>Hello</p>');
    expect(stderr).toContain(server.url);
    const local = await here(['html', '-', '-o', 'local.pdf', '--local'], '<p>Hello</p>');
    expect(local.stderr).toContain('local · 1 page');
    expect(await here(['logout'])).toMatchObject({ exitCode: 0, stdout: 'default\n' });
    expect((await here(['usage'])).exitCode).toBe(2);
  });

  it('prompts on a terminal, and does not echo the token', async () => {
    const typed = await answerOnTerminal(
      ['login', '--url-base', server.url],
      { cwd: folder, env: { PDFAPI_CONFIG_DIR: join(folder, 'typed') } },
      { question: 'API token', keys: `${server.token}\r` },
    );
    expect(typed.exitCode).toBe(0);
    expect(typed.stdout).toContain('saved as profile default');
    expect(typed.stdout).not.toContain(server.token?.slice(6));
  });

  it('names the options if it cannot prompt', async () => {
    const { exitCode, stderr } = await here(['login', '--url-base', server.url]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--token-stdin');
  });
});

describe('settings', () => {
  it('come from flag, environment, project file, profile and default, and show their origin', async () => {
    const project = join(folder, 'project/deep');
    mkdirSync(project, { recursive: true });
    writeFileSync(
      join(folder, 'project/pdfapi.json'),
      '{ "url": "https://pdf.example.com", "timeout": "7s" }',
    );
    const list = async (args: string[], env: Record<string, string> = {}) =>
      JSON.parse((await run(['config', 'list', '--json', ...args], { cwd: project, env })).stdout);
    const file = join(folder, 'project/pdfapi.json');
    expect(await list([])).toEqual([
      { name: 'destination', value: 'https://pdf.example.com', origin: file },
      { name: 'data_dir', origin: 'not set' },
      { name: 'url', value: 'https://pdf.example.com', origin: file },
      { name: 'token', origin: 'not set' },
      { name: 'profile', origin: 'not set' },
      { name: 'timeout', value: '7s', origin: file },
      { name: 'retries', value: '5', origin: 'default' },
      { name: 'format', value: 'A4', origin: 'default' },
      { name: 'orientation', value: 'portrait', origin: 'default' },
      { name: 'margins', value: '10mm', origin: 'default' },
      { name: 'strict', value: 'false', origin: 'default' },
      { name: 'base_url', origin: 'not set' },
      { name: 'lang', origin: 'not set' },
      { name: 'locale', origin: 'not set' },
      { name: 'time_zone', origin: 'not set' },
      { name: 'pdfa', origin: 'not set' },
      { name: 'pdfua', value: 'false', origin: 'default' },
    ]);
    const [, , fromEnvironment] = await list([], { PDFAPI_URL: 'http://127.0.0.1:1/' });
    expect(fromEnvironment).toEqual({ name: 'url', value: 'http://127.0.0.1:1', origin: 'PDFAPI_URL' });
    const [, , fromFlag] = await list(['--url-base', 'http://b'], { PDFAPI_URL: 'http://a' });
    expect(fromFlag).toEqual({ name: 'url', value: 'http://b', origin: '--url-base' });
  });

  it('in a project file must not include a token or a misspelt name', async () => {
    const project = join(folder, 'leaky');
    mkdirSync(project);
    writeFileSync(join(project, 'pdfapi.json'), '{ "token": "pdf_x" }');
    const leaky = await run(['usage'], { cwd: project, env: ci() });
    expect(leaky).toMatchObject({ exitCode: 2, stdout: '' });
    expect(leaky.stderr).toContain('contains a token');
    writeFileSync(join(project, 'pdfapi.json'), '{ "retris": 3 }');
    expect((await run(['usage'], { cwd: project, env: ci() })).stderr).toContain('Did you mean "retries"?');
  });

  it('never send the token of a profile to a URL from a project file', async () => {
    const env = { PDFAPI_CONFIG_DIR: join(folder, 'victim') };
    await run(['login', '--url-base', server.url, '--token-stdin'], {
      cwd: folder,
      env,
      input: server.token ?? '',
    });
    const stranger = await startStub((_request, response) => response.end('{}'));
    const project = join(folder, 'hostile');
    mkdirSync(project);
    writeFileSync(join(project, 'pdfapi.json'), JSON.stringify({ url: stranger.url }));
    const { exitCode, stderr } = await run(['usage'], { cwd: project, env });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/ is for https?:\/\/\S+ and is not sent to /);
    expect(stranger.requests).toEqual([]);
  });

  it('of the user are set, read and removed', async () => {
    const env = { PDFAPI_CONFIG_DIR: join(folder, 'own') };
    const config = (...args: string[]) => run(['config', ...args], { cwd: folder, env });
    expect((await config('set', 'timeout', '90s')).exitCode).toBe(0);
    expect((await config('get', 'timeout')).stdout).toBe('90s\n');
    expect((await config('set', 'timeout', '90')).exitCode).toBe(2);
    expect((await config('unset', 'timeout')).exitCode).toBe(0);
    expect((await config('get', 'timeout')).stdout).toBe('2m\n');
    expect((await config('get', 'url')).exitCode).toBe(4);
  });
});

describe('rendering on a server', () => {
  it('writes the PDF of generate <id>, and prints how many PDFs are left', async () => {
    const { stdout, stderr, exitCode } = await asCi([
      'generate',
      letter,
      '-d',
      letterData,
      '-o',
      'letter.pdf',
    ]);
    expect({ stdout, exitCode }).toEqual({ stdout: 'letter.pdf\n', exitCode: 0 });
    expect(stderr).toMatch(/letter\.pdf {2}http:\/\/127\.0\.0\.1:\d+ · 1 page · .* · \d+ PDFs left/);
    expect((await pdfAt('letter.pdf')).pages).toHaveLength(1);
  });

  it('delivers the bytes for -o - and the properties of --meta', async () => {
    const { stdout } = await runForBytes(
      ['generate', letter, '-d', letterData, '-o', '-', '--meta', 'title=T {{ subject }}'],
      { cwd: folder, env: ci() },
    );
    const pdf = await readPdf(stdout);
    expect(pdf.info.Title).toMatch(/^T .+/);
  });

  it('prints a URL of the PDF with --url', async () => {
    const { stdout, exitCode } = await asCi(['html', '-', '--url', '5'], { input: '<p>Hello</p>' });
    expect(exitCode).toBe(0);
    const answer = await fetch(stdout.trim());
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect((await asCi(['html', '-', '--url', '0'], { input: 'x' })).exitCode).toBe(2);
    expect((await asCi(['html', '-', '--url', '-o', 'x.pdf'], { input: 'x' })).exitCode).toBe(2);
    expect((await run(['html', '-', '--url'], { cwd: folder, input: 'x' })).stderr).toContain(
      'needs a server',
    );
  });

  it('sends page settings, header, data and properties with html', async () => {
    writeFileSync(join(folder, 'header.html'), '<b>Head {{ n }}</b>');
    writeFileSync(join(folder, 'page.html'), '<p>Body {{ n }}</p>');
    const args = [
      'html',
      'page.html',
      '-s',
      'n=7',
      '--format',
      'A5',
      '--landscape',
      '--header',
      'header.html',
    ];
    expect((await asCi([...args, '--meta', 'author=Me', '--json'])).exitCode).toBe(0);
    const pdf = await pdfAt('page.pdf');
    expect(pdf.pages[0]).toContain('Body 7');
    expect(pdf.pages[0]).toContain('Head 7');
    expect(pdf.sizes[0]).toEqual({ width: 210, height: 148 });
    expect(pdf.info.Author).toBe('Me');
  });

  it('shows the line of the local file for a Twig error, is not charged, and leaves no file', async () => {
    const before = await usageNow();
    writeFileSync(join(folder, 'wrong.html'), '<p>one</p>\n<p>{{ two </p>');
    const { exitCode, stderr } = await asCi(['html', 'wrong.html', '-o', 'none.pdf']);
    expect(exitCode).toBe(5);
    expect(stderr).toContain('error: wrong.html:2: Unclosed');
    expect(stderr).toContain('2 │ <p>{{ two </p>');
    expect(() => statSync(join(folder, 'none.pdf'))).toThrow();
    expect(await usageNow()).toBe(before);
  });

  it('rejects options that only work locally, and names files that HTML from stdin cannot have', async () => {
    const refused = await asCi(['html', 'page.html', '--strict']);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain('--local');
    expect((await asCi(['generate', letter, '--format', 'A5'])).exitCode).toBe(2);
    expect((await asCi(['generate', letter, '--local'])).exitCode).toBe(2);
    const { stderr } = await asCi(['html', '-', '-o', 'w.pdf'], { input: '<img src="logo.png">' });
    expect(stderr).toContain('logo.png was not sent: files for HTML from stdin need --assets');
  });

  it('warns if the data has none of the template’s variables', async () => {
    writeFileSync(join(folder, 'other.json'), '{ "unrelated": "Ada" }');
    const { stderr, exitCode } = await asCi(['generate', form, '-d', 'other.json', '-o', 'other.pdf']);
    expect(stderr).toContain("warning: None of the template's variables is in the data: ");
    expect(exitCode).toBe(0);
  });

  it('exits with 3, 4, 5 or 12 for rejected requests', async () => {
    expect((await asCi(['generate', '9999'])).exitCode).toBe(4);
    const schema = await asCi(['generate', letter, '-s', 'sender=1']);
    expect(schema.exitCode).toBe(5);
    expect(schema.stderr).toContain('data.');
    const admin = async (...args: string[]) =>
      (await run(['admin', ...args, '--data-dir', dataDir], { cwd: folder })).stdout.trim();
    await admin('team', 'create', 'poor', '--verified', '--quota', 'prepaid');
    const poor = { PDFAPI_TOKEN: await admin('token', 'create', '--team', 'poor') };
    const refused = await asCi(['html', '-', '-o', 'p.pdf'], { input: 'x', env: poor });
    expect(refused.exitCode).toBe(12);
    expect(refused.stderr).toContain(`${server.url}/billing`);
    expect((await asCi(['merge', letter], { env: poor })).stderr).toContain('pro plan');
    expect((await asCi(['usage'], { env: { PDFAPI_TOKEN: 'other' } })).exitCode).toBe(3);
  });

  it('repeats a request whose response was lost with the same key, and is charged once', async () => {
    const before = await usageNow();
    let lost = 0;
    const proxy = await startStub(async (request, response) => {
      const answer = await forward(request);
      if (request.method === 'POST' && lost++ === 0) return void response.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
    });
    const { exitCode } = await asCi(['html', '-', '-o', 'twice.pdf'], {
      input: '<p>Hello</p>',
      env: { PDFAPI_URL: proxy.url },
    });
    expect(exitCode).toBe(0);
    expect(lost).toBe(2);
    const keys = proxy.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toEqual(expect.any(String));
    expect(new Set(keys).size).toBe(1);
    expect(await usageNow()).toBe(before + 1);
  });

  it('retries 429 and 503, never 402, and exits with 10 for a dead server', async () => {
    const answers = [
      [429, '{"message":"Too Many Requests."}', { 'retry-after': '0' }],
      [503, 'Service Unavailable', {}],
      [402, '{"message":"Used up.","usage":{},"purchase_url":"https://shop.example.com"}', {}],
    ] as const;
    let next = 0;
    const stub = await startStub((_request, response) => {
      const [status, body, headers] = answers[next++] ?? answers[2];
      response.writeHead(status, headers).end(body);
    });
    const env = { PDFAPI_URL: stub.url };
    const refused = await asCi(['html', '-', '-o', 'n.pdf'], { input: 'x', env });
    expect(refused.exitCode).toBe(12);
    expect(refused.stderr).toContain('https://shop.example.com');
    expect(stub.requests).toHaveLength(3);

    const dead = await asCi(['usage', '--retries', '1'], { env: { PDFAPI_URL: 'http://127.0.0.1:9' } });
    expect(dead.exitCode).toBe(10);
    expect(dead.stderr).toContain('http://127.0.0.1:9 cannot be reached: nothing is listening there.');
    const limited = await startStub((_request, response) =>
      response.writeHead(429, { 'retry-after': '0' }).end('{"message":"Too Many Requests."}'),
    );
    expect((await asCi(['usage', '--retries', '2'], { env: { PDFAPI_URL: limited.url } })).exitCode).toBe(11);
    expect(limited.requests).toHaveLength(3);
  });

  it('limits a request to --timeout, and detects a URL that is not the API', async () => {
    const silent = await startStub(() => {});
    const late = await asCi(['usage', '--timeout', '300ms'], { env: { PDFAPI_URL: silent.url } });
    expect(late.exitCode).toBe(7);
    const page = await startStub((_request, response) => response.end('<html>'));
    const wrong = await asCi(['usage'], { env: { PDFAPI_URL: page.url } });
    expect(wrong.exitCode).toBe(10);
    expect(wrong.stderr).toContain('not');
  });

  it('uses the proxy from the environment, and bypasses it for NO_PROXY and on this machine', async () => {
    const proxied: string[] = [];
    const proxy = await startStub((request, response) => {
      proxied.push(request.url ?? '');
      response.writeHead(502).end('no way');
    });
    proxy.server.on('connect', (request, socket) => {
      proxied.push(request.url ?? '');
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    const through = (url: string, more: Record<string, string> = {}) =>
      asCi(['usage', '--retries', '0'], {
        env: { PDFAPI_URL: 'https://pdf.example.invalid', HTTPS_PROXY: url, https_proxy: url, ...more },
      });
    expect((await through(proxy.url)).stderr).toContain('the proxy rejected it with 502');
    expect(proxied).toEqual(['pdf.example.invalid:443']);
    const failed = await through('http://127.0.0.1:9');
    expect(failed.exitCode).toBe(10);
    expect(failed.stderr).toContain('the proxy 127.0.0.1:9 failed (nothing is listening there)');
    await through(proxy.url, { NO_PROXY: 'pdf.example.invalid', no_proxy: 'pdf.example.invalid' });
    // The server of this test is on this machine, where the proxy has none.
    const env = { HTTP_PROXY: proxy.url, http_proxy: proxy.url };
    expect((await asCi(['usage'], { env })).exitCode).toBe(0);
    expect(proxied).toHaveLength(1);
  });
});

describe('data that is sent to a server', () => {
  const template = '{% for year in years|keys %}{{ year }} {% endfor %}{{ number }}';
  const data = '{"years":{"2026":1,"2025":2},"number":9007199254740993}';

  it('keeps the order of its keys and every digit, like a local render', async () => {
    writeFileSync(join(folder, 'exact.html'), template);
    writeFileSync(join(folder, 'exact.json'), data);
    const args = ['html', 'exact.html', '-d', 'exact.json', '-o', 'exact.pdf'];
    expect((await asCi(args)).exitCode).toBe(0);
    expect((await pdfAt('exact.pdf')).pages[0]).toContain('2026 2025 9007199254740993');
    expect((await asCi([...args, '--local'])).exitCode).toBe(0);
    expect((await pdfAt('exact.pdf')).pages[0]).toContain('2026 2025 9007199254740993');
  });

  it('is not sent if the id cannot exist', async () => {
    for (const args of [
      ['generate', '99999999999999999999'],
      ['merge', '0', '0'],
      ['batch', '0', 'exact.json'],
    ]) {
      const { exitCode, stderr } = await asCi(args);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`${args[1]} is not a template id`);
    }
  });
});

describe('usage', () => {
  it('is a chart on a terminal, and lines in a pipe', async () => {
    const { stdout: drawn } = await onTerminal(['usage'], { cwd: folder, env: ci() });
    expect(drawn).toContain('this month');
    expect(drawn).toMatch(/█/);
    const { stdout: narrow } = await onTerminal(['usage'], { cwd: folder, env: ci() }, 50);
    expect(
      Math.max(...narrow.split('\n').map((line) => stripVTControlCharacters(line).trimEnd().length)),
    ).toBeLessThanOrEqual(50);
    const { stdout: lines } = await asCi(['usage']);
    expect(lines).toMatch(/^current_month_usage\t\d+\n/);
    expect(lines.split('\n').filter((line) => /^\d{4}-\d\d-\d\d\t/.test(line))).toHaveLength(31);
  });
});

describe('merge', () => {
  it('combines templates by id on the server, in the given order', async () => {
    const before = await usageNow();
    const { exitCode } = await asCi([
      'merge',
      `${letter}:${letterData}`,
      `${letter}:${letterData}`,
      '-o',
      'ids.pdf',
    ]);
    expect(exitCode).toBe(0);
    expect((await pdfAt('ids.pdf')).pages).toHaveLength(2);
    expect(await usageNow()).toBe(before + 2);
  });

  it('combines folders and PDFs locally, with the properties of the first or new ones', async () => {
    writeFileSync(join(folder, 'one.html'), '<title>One</title><p>First</p>');
    await run(['html', 'one.html'], { cwd: folder });
    const letterFolder = join(root, 'templates-examples/letter');
    const args = ['merge', 'one.pdf', `${letterFolder}:${letterData}`, '-o', 'here.pdf'];
    const { stdout, stderr, exitCode } = await run([...args, '--meta', 'title=Both'], { cwd: folder });
    expect({ stdout, exitCode }).toEqual({ stdout: 'here.pdf\n', exitCode: 0 });
    expect(stderr).toContain('2 documents · 2 pages');
    const pdf = await pdfAt('here.pdf');
    expect(pdf.pages[0]).toContain('First');
    expect(pdf.info.Title).toBe('Both');
  });

  it('writes the same file again with --reproducible', async () => {
    const items = ['merge', join(root, 'templates-examples/letter'), 'one.pdf', '--reproducible'];
    await run([...items, '-o', 'r1.pdf'], { cwd: folder });
    await run([...items, '-o', 'r2.pdf'], { cwd: folder });
    expect(readFileSync(join(folder, 'r1.pdf')).equals(readFileSync(join(folder, 'r2.pdf')))).toBe(true);
  });

  it.skipIf(!isInstalled('qpdf'))('opens a PDF with a password from a file', async () => {
    execFileSync('qpdf', ['--encrypt', 'user', 'owner', '256', '--', 'one.pdf', 'locked.pdf'], {
      cwd: folder,
    });
    const locked = await run(['merge', 'one.pdf', 'locked.pdf', '-o', 'open.pdf'], { cwd: folder });
    expect(locked.exitCode).toBe(5);
    expect(locked.stderr).toContain('locked.pdf: The PDF is protected');
    expect(locked.stderr).toContain('--input-password-file');
    writeFileSync(join(folder, 'password'), 'user\n');
    const args = ['merge', 'one.pdf', 'locked.pdf', '-o', 'open.pdf', '--input-password-file', 'password'];
    expect((await run(args, { cwd: folder })).exitCode).toBe(0);
    expect((await pdfAt('open.pdf')).pages).toHaveLength(2);
  });

  it('rejects a mix of ids and files, missing inputs, and inputs that are not PDFs', async () => {
    expect((await asCi(['merge', letter, 'one.pdf'])).exitCode).toBe(2);
    expect((await asCi(['merge', 'nothing.pdf'])).stderr).toContain('Cannot read nothing.pdf: no such file');
    writeFileSync(join(folder, 'fake.pdf'), 'not a PDF');
    const { exitCode, stderr } = await run(['merge', 'one.pdf', 'fake.pdf', '-o', 'no.pdf'], { cwd: folder });
    expect(exitCode).toBe(5);
    expect(stderr).toContain('fake.pdf');
    expect(() => statSync(join(folder, 'no.pdf'))).toThrow();
  });
});

/** Starts a server that responds as a test specifies, for faults that the real one does not have. */
async function startStub(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const requests: IncomingMessage[] = [];
  const stub: Server = createServer((request, response) => {
    requests.push(request);
    void answer(request, response);
  });
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    stub.closeAllConnections();
    stub.close();
  });
  return { url: `http://127.0.0.1:${(stub.address() as AddressInfo).port}`, requests, server: stub };
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program]);
    return true;
  } catch {
    return false;
  }
}

/** Forwards a request unchanged to the real server. */
async function forward(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const answer = await fetch(`${server.url}${request.url}`, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  });
  return { status: answer.status, text: await answer.text() };
}
