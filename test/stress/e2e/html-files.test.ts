/**
 * `pdfapi html page.html` on a server: it sends the files that the page refers to, and the PDF equals a local render.
 */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { root, run } from '../../support/run.ts';
import { type RunningServe, startServe } from '../../support/running-server.ts';

const home = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let server: RunningServe;
beforeAll(async () => {
  server = await startServe(join(home, 'data'));
});

const square = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="${color}"/></svg>`;
const font = join(root, 'src/template/pdfme/fonts/OpenSans-Bold.ttf');

let folders = 0;
/** Creates a folder with these files. */
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = join(home, `page-${folders++}`);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const env = () => ({ PDFAPI_URL: server.url, PDFAPI_TOKEN: server.token ?? '' });
const remote = (
  cwd: string,
  args: readonly string[],
  given: { env?: Record<string, string>; input?: string } = {},
) => run(['html', ...args], { cwd, ...given, env: { ...env(), ...given.env } });
const pdfOf = async (cwd: string, name = 'page.pdf') => await readPdf(readFileSync(join(cwd, name)));

describe('a page with files', () => {
  it('has the text and the pixels of a local render', async () => {
    const cwd = folderOf({
      'page.html': `<base href="./"><link rel="stylesheet" href="css/main.css"><link rel="icon" href="gone.ico">
        <body><h1>Dear {{ name }}</h1><img src="assets/red.svg">
        {% for color in colors %}<img src="assets/{{ color }}.svg">{% endfor %}
        <div class="background"></div><p id="late"></p>
        <script type="module">import { color } from './scripts/color.js';
          late.innerHTML = '<img>'; late.firstChild.src = 'assets/' + color + '.svg';
          const known = ['assets/lime.svg'];
          await new Promise((done) => { late.firstChild.onload = done; });</script>`,
      'head.html': '<img src="assets/teal.svg" style="height: 5mm"> Header of {{ name }}',
      'css/main.css': '@import "more/print.css"; h1 { font-family: Own } img { width: 15mm }',
      'css/more/print.css':
        '@font-face { font-family: Own; src: url("../../fonts/own.ttf") } .background { height: 20mm; background: url(../../assets/navy%20blue.svg) } @page { margin: 25mm 10mm }',
      'scripts/color.js': 'export const color = "lime";',
      'assets/red.svg': square('red'),
      'assets/green.svg': square('green'),
      'assets/blue.svg': square('blue'),
      'assets/teal.svg': square('teal'),
      'assets/lime.svg': square('lime'),
      'assets/navy blue.svg': square('navy'),
      'assets/unused.svg': 'never read',
      'data.json': '{ "name": "Ada", "colors": ["green", "blue"] }',
    });
    mkdirSync(join(cwd, 'fonts'));
    copyFileSync(font, join(cwd, 'fonts/own.ttf'));
    const args = ['page.html', '-d', 'data.json', '--header', 'head.html', '--format', 'A5'];
    const there = await remote(cwd, [...args, '-o', 'there.pdf', '--verbose']);
    expect([there.exitCode, there.stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    expect(there.stderr).toContain('css/more/print.css');
    expect(there.stderr).not.toContain('unused');
    const here = await remote(cwd, [...args, '-o', 'here.pdf', '--local']);
    expect([here.exitCode, here.stderr]).toEqual([0, expect.not.stringContaining('warning')]);

    const [local, sent] = [await pdfOf(cwd, 'here.pdf'), await pdfOf(cwd, 'there.pdf')];
    expect(sent.pages).toEqual(local.pages);
    expect(sent.sizes).toEqual(local.sizes);
    expect(sent.place(1, 'Dear Ada')).toEqual(local.place(1, 'Dear Ada'));
    expect(sent.place(1, 'Dear Ada').font).toContain('OpenSans-Bold');
    const [picture, wanted] = [await sent.picture(1), await local.picture(1)];
    expect(Buffer.from(picture.pixels).equals(Buffer.from(wanted.pixels))).toBe(true);
    const colors = new Set<string>();
    for (let at = 0; at < picture.pixels.length; at += 4) colors.add(picture.pixels.slice(at, at + 3).join());
    for (const color of ['255,0,0', '0,128,0', '0,0,255', '0,128,128', '0,255,0', '0,0,128']) {
      expect(colors).toContain(color);
    }
  });

  it('keeps styles.css for another file that refers to it', async () => {
    const cwd = folderOf({
      'page.html': '<link rel="stylesheet" href="main.css"><p>text</p>',
      'foot.html': '<p class="foot" style="font-size: 12px">foot</p>',
      'main.css': '@import "styles.css" screen;',
      'styles.css': 'p { display: none }',
    });
    await remote(cwd, ['page.html', '--footer', 'foot.html']);
    expect((await pdfOf(cwd)).pages[0]).toMatch(/^text\s*foot$/);
  });

  it('finds them in --assets, also for HTML from stdin', async () => {
    const cwd = folderOf({ 'site/a.svg': square('red') });
    const html = '<body style="margin: 0"><img src="a.svg">';
    const { exitCode, stderr } = await remote(cwd, ['-', '--assets', 'site', '-o', 'page.pdf'], {
      input: html,
    });
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    expect((await (await pdfOf(cwd)).picture(1)).at(30, 30)).toEqual([255, 0, 0]);
    const below = folderOf({ 'site/pages/page.html': html });
    const refused = await remote(below, ['site/pages/page.html', '--assets', 'site']);
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--local') });
  });
});

describe('files that cannot be sent', () => {
  it('cause the warning of a local render, and nothing outside the folder is read', async () => {
    const cwd = folderOf({
      'in/page.html':
        '<img src="gone.png"><img src="../secret.svg"><img src="link.svg"><link rel=stylesheet href=a.css>',
      'in/a.css': '@font-face { font-family: Old; src: url(old.eot) } p { background: url(none.png) }',
      'secret.svg': square('red'),
    });
    symlinkSync('../secret.svg', join(cwd, 'in/link.svg'));
    const warningsOf = (text: string): string[] => JSON.parse(text).warnings;
    const there = warningsOf((await remote(join(cwd, 'in'), ['page.html', '--json'])).stdout);
    const here = warningsOf(
      (await remote(join(cwd, 'in'), ['page.html', '--json', '--local', '-o', 'here.pdf'])).stdout,
    );
    expect(there).toEqual(expect.arrayContaining(here));
    expect(there).toEqual([
      'gone.png did not load: there is no such file',
      "secret.svg did not load: ../secret.svg is outside the document's folder; allow it with --assets ..",
      'link.svg did not load: it is a link to a place outside the folder',
      'none.png did not load: there is no such file',
    ]);
    const { pixels } = await (await pdfOf(join(cwd, 'in'))).picture(1);
    expect(pixels.some((value, at) => at % 4 === 0 && value === 255 && pixels[at + 1] === 0)).toBe(false);
  });

  it('cause an error that names the limit and the largest files if they are too large', async () => {
    const small = await startServe(join(home, 'small'), ['--body-limit', '100KB']);
    const large = '<img src="a.png"><img src="b.png"><img src="c.png"><img src="d.png">';
    const cwd = folderOf({
      'page.html': large,
      ...Object.fromEntries(
        ['a', 'b', 'c', 'd'].map((name, i) => [`${name}.png`, new Uint8Array(40_000 * (i + 1))]),
      ),
    });
    const given = { env: { PDFAPI_URL: small.url, PDFAPI_TOKEN: small.token ?? '' } };
    const { exitCode, stderr } = await remote(cwd, ['page.html'], given);
    expect(exitCode).toBe(5);
    expect(stderr).toContain('at most 102,400 bytes');
    expect(stderr).toContain(
      '4 files have 400 KB. The largest: d.png (160 KB), c.png (120 KB), b.png (80 KB).',
    );
    writeFileSync(join(cwd, 'd.png'), new Uint8Array(12_000_000));
    const larger = await remote(cwd, ['page.html'], given);
    expect(larger.exitCode).toBe(5);
    expect(larger.stderr).toContain('at most 102,400 bytes');
    expect(larger.stderr).toContain('d.png (12.0 MB)');
  });

  it('cause an error before anything is sent if there are too many', async () => {
    const names = Array.from({ length: 195 }, (_, i) => `${i}.svg`);
    const cwd = folderOf({
      'page.html': names.map((name) => `<img src="${name}">`).join(''),
      ...Object.fromEntries(names.map((name) => [name, square('red')])),
    });
    const { exitCode, stderr } = await remote(cwd, ['page.html']);
    expect(exitCode).toBe(5);
    expect(stderr).toContain('The page has 195 files, but a server accepts at most 194 per page.');
  });

  it('are sent to a server with a higher limit', async () => {
    const large = await startServe(join(home, 'large'), ['--body-limit', '20MB']);
    const cwd = folderOf({
      'page.html': 'x<img src="a.png" width="9">',
      'a.png': new Uint8Array(12_000_000),
    });
    const { exitCode, stderr } = await remote(cwd, ['page.html'], {
      env: { PDFAPI_URL: large.url, PDFAPI_TOKEN: large.token ?? '' },
    });
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('error')]);
  });
});

/**
 * Forwards requests to the server unless `answer` overrides the response. It receives the content type and the number
 * of the request.
 */
async function proxy(
  answer: (type: string, number: number) => { status: number; body: object } | 'cut' | undefined,
): Promise<{ url: string; bodies: Buffer[]; keys: unknown[] }> {
  const [bodies, keys]: [Buffer[], unknown[]] = [[], []];
  const front = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    bodies.push(body);
    keys.push(request.headers['idempotency-key']);
    const type = request.headers['content-type'] ?? '';
    const own = answer(type, bodies.length);
    const pass = async () =>
      await fetch(`${server.url}${request.url}`, {
        method: 'POST',
        headers: {
          'content-type': type,
          authorization: request.headers.authorization ?? '',
          'idempotency-key': String(request.headers['idempotency-key']),
        },
        body,
      });
    if (own === 'cut') {
      await pass();
      return request.socket.destroy();
    }
    const { status, text } = own
      ? { status: own.status, text: JSON.stringify(own.body) }
      : await pass().then(async (passed) => ({ status: passed.status, text: await passed.text() }));
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  afterAll(() => front.close());
  return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, bodies, keys };
}

it('sends JSON, with a warning, to a server too old for files', async () => {
  const message = 'The request body must be JSON: Content-Type: application/json.';
  const old = await proxy((type) =>
    type.startsWith('multipart/') ? { status: 415, body: { message, code: 'unsupported_type' } } : undefined,
  );
  const cwd = folderOf({
    'page.html': 'text<img src="a.svg"><img src="b.svg">',
    'a.svg': square('red'),
    'b.svg': '<svg/>',
  });
  const { exitCode, stderr } = await remote(cwd, ['page.html'], { env: { PDFAPI_URL: old.url } });
  expect([exitCode, (await pdfOf(cwd)).pages[0]]).toEqual([0, 'text']);
  expect(stderr).toContain('warning: a.svg and 1 other file were not sent');
  expect(stderr).toContain('--local');
});

it('repeats the same bytes and key after a lost response, and is charged once', async () => {
  const flaky = await proxy((_, number) => (number === 1 ? 'cut' : undefined));
  const usage = async () =>
    JSON.parse((await run(['usage', '--json'], { cwd: home, env: env() })).stdout).current_month_usage;
  const before = await usage();
  const cwd = folderOf({ 'page.html': '<img src="a.svg">text', 'a.svg': square('red') });
  const { exitCode } = await remote(cwd, ['page.html'], { env: { PDFAPI_URL: flaky.url } });
  expect([exitCode, flaky.bodies.length]).toEqual([0, 2]);
  const [first, second] = flaky.bodies;
  expect(second && first?.equals(second)).toBe(true);
  expect(flaky.keys[0]).toBe(flaky.keys[1]);
  expect(await usage()).toBe(before + 1);
});

it('sends JSON for a page without files', async () => {
  const types: string[] = [];
  const front = await proxy((type) => void types.push(type));
  const cwd = folderOf({ 'page.html': '<p>{{ "no files" }}</p><a href="other.png">link</a>' });
  const { exitCode, stderr } = await remote(cwd, ['page.html'], { env: { PDFAPI_URL: front.url } });
  expect([exitCode, types]).toEqual([0, ['application/json']]);
  expect(stderr).not.toContain('warning');
});
