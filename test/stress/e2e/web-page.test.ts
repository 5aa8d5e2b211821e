/** `pdfapi html https://…`: prints a web page of a real server with the real browser, through the egress proxy. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { run } from '../../support/run.ts';
import { cert, key } from '../../support/self-signed.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const asked: string[] = [];
let host = '';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
const page =
  (body: string, headers: Readonly<Record<string, string>> = html, status = 200): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

const answers: Record<string, Answer> = {
  '/docs/intro.html': page(
    '<title>T</title><link rel=stylesheet href="../style.css"><h1>Braces {{ stay }} {% here %}</h1>' +
      '<p id=a></p><p id=b></p><script src="app.js"></script>',
  ),
  '/style.css': page('h1::after { content: " styled" }', { 'content-type': 'text/css' }),
  '/header.svg': page(
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60"><rect width="400" height="60" fill="blue"/></svg>',
    { 'content-type': 'image/svg+xml' },
  ),
  '/receipt': page('<style>@page { size: 80mm auto; margin: 4mm }</style><p>Receipt</p>'),
  '/book/chapters.html': page(
    '<title>Book</title><link rel=stylesheet href="paged.css"><h1>One</h1><p>See <a class=ref href="#b">there</a></p><h1 id=b>Two</h1>',
  ),
  '/book/paged.css': page(
    `h1 { string-set: chapter content(); break-before: page }
     @page { @top-center { content: string(chapter) ", page " counter(page) } }
     .ref::after { content: " on page " target-counter(attr(href), page) }
     p { float: top }`,
    { 'content-type': 'text/css' },
  ),
  '/docs/app.js': page(
    'a.textContent = location.pathname + " " + isSecureContext; document.cookie = "x=1";' +
      'fetch("/api").then((r) => r.json()).then((data) => { b.textContent = data.text; });',
    { 'content-type': 'text/javascript' },
  ),
  '/api': page('{"text":"fetched"}', { 'content-type': 'application/json' }),
  '/moved': page('', { location: '/redirected/target' }, 302),
  '/redirected/target': page('<p>arrived</p>'),
  '/refresh': page('<meta http-equiv=refresh content="0;url=/redirected/target">'),
  '/long-title': page(
    `<title>${'x'.repeat(3_000)}</title><script>setTimeout(() => { location.href = "/redirected/target" }, 800)</script>`,
  ),
  '/script': page('<p>before</p><script>location.href = "/redirected/target"</script>'),
  '/round': page('<script>location.href = "/round?" + Math.random()</script>'),
  '/loop': page('', { location: '/loop' }, 302),
  '/to-private': page('', { location: 'http://127.0.0.1/secret' }, 302),
  '/to-private-by-script': page('<script>location.href = "http://127.0.0.1/secret"</script>'),
  '/gone': page('<h1>Not here</h1>', html, 404),
  '/closed': page('<h1>Sign in</h1>', html, 403),
  '/broken': page('<h1>Oops</h1>', html, 500),
  '/picture.png': page('x', { 'content-type': 'image/png' }),
  '/file.pdf': page('%PDF-1.7', { 'content-type': 'application/pdf' }),
  '/data.json': page('{}', { 'content-type': 'application/json' }),
  '/download': page('<p>x</p>', { ...html, 'content-disposition': 'attachment; filename=x.html' }),
  '/nothing': page('', {}, 204),
  '/cut': (response) => response.destroy(),
  '/slow': () => {},
  '/twig': page('<p>Hello {{ name }}</p><p>caf\xe9</p>', { 'content-type': 'text/html; charset=iso-8859-1' }),
  '/twig-wrong': page('<p>one</p>\n<p>{{ name|nofilter }}</p>'),
  '/cookies': (response, { headers }) =>
    response.writeHead(200, html).end(`cookie: ${headers.cookie ?? 'none'}`),
};

const respond = (request: IncomingMessage, response: ServerResponse) => {
  const path = request.url?.split('?')[0] ?? '';
  asked.push(path);
  (answers[path] ?? page('none', html, 404))(response, request);
};
const server = createServer(respond);
const tlsServer = createTlsServer({ key, cert }, respond);
const listen = async (each: typeof server | typeof tlsServer) => {
  await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(each.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  host = await listen(server);
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const print = async (path: string, args: readonly string[] = [], cwd = temporaryFolder()) => {
  const address = `http://${host}${path}`;
  return { ...(await run(['html', address, '--allow-host', host, ...args], { cwd })), cwd, address };
};
const textOf = async ({ cwd, stdout }: { cwd: string; stdout: string }) =>
  (await readPdf(readFileSync(join(cwd, stdout.trim())))).pages.join('\n');

describe('a web page', () => {
  it('is printed as a browser shows it, with its URL, styles, scripts and fetched data', async () => {
    const printed = await print('/docs/intro.html');
    expect(printed.stderr).toMatch(/^127\.0\.0\.1-\d+-docs-intro\.pdf {2}local · 1 page · [^\n]+\n$/);
    expect(printed.stdout).toBe(`${host.replace(':', '-')}-docs-intro.pdf\n`);
    const text = await textOf(printed);
    expect(text).toContain('Braces {{ stay }} {% here %} styled');
    expect(text).toContain('/docs/intro.html true');
    expect(text).toContain('fetched');
  });

  it('is rendered locally even if a server is configured, unless a result of the server is wanted', async () => {
    const cwd = temporaryFolder();
    const env = { PDFAPI_URL: 'http://127.0.0.1:1', PDFAPI_TOKEN: 'x' };
    const address = `http://${host}/redirected/target`;
    const { stdout, exitCode } = await run(['html', address, '--allow-host', host, '--json'], { cwd, env });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ target: 'local', pages: 1 });
    // A signed address is one of the server's, which is asked then.
    const url = await run(['html', address, '--url', '--retries', '0'], { cwd, env });
    expect([url.exitCode, url.stderr]).toEqual([10, expect.stringContaining('127.0.0.1:1')]);
  });

  it.each(['/moved', '/refresh', '/script'])('is the page that %s leads to', async (path) => {
    expect(await textOf(await print(path))).toBe('arrived');
  });

  it('is reported without the title of a page that led to it', async () => {
    const printed = await print('/long-title');
    expect(await textOf(printed)).toBe('arrived');
    expect(printed.stderr).not.toContain('is cut after');
  });

  it('accepts page options and a footer with its URL, and runs no scripts with --no-scripts', async () => {
    const cwd = temporaryFolder({ 'footer.html': '<span class="url"></span>' });
    const printed = await print(
      '/docs/intro.html',
      ['--no-scripts', '--format', 'A5', '--footer', 'footer.html', '-o', 'x.pdf'],
      cwd,
    );
    const text = await textOf(printed);
    expect(text).toContain(`http://${host}/docs/intro.html`);
    expect(text).not.toContain('fetched');
    expect(asked).not.toContain('/api');
  });

  it('has a header in its own styles, with pictures, the number of the page and the address that it led to', async () => {
    const header = `<style>p { font-size: 20pt }</style><p>{{ page.number }} of {{ page.count }}: <b class="url"></b></p>
      <img src="http://${host}/header.svg">`;
    const cwd = temporaryFolder({ 'header.html': header });
    for (const path of ['/moved', '/script']) {
      const printed = await print(path, ['--header', 'header.html', '--margin-top', '4cm'], cwd);
      const read = await readPdf(readFileSync(join(cwd, printed.stdout.trim())));
      expect(read.pages.join()).toMatch(/arrived/);
      expect(read.pages.join()).toContain(`1 of 1: http://${host}/redirected/target`);
      expect(read.place(1, '1 of 1').size).toBeCloseTo(20, 1);
      expect((await read.picture(1)).at(12, 25)).toEqual([0, 0, 255]);
    }
  });

  it('may ask for paper that is as high as its contents', async () => {
    const { cwd, stdout } = await print('/receipt');
    const { sizes } = await readPdf(readFileSync(join(cwd, stdout.trim())));
    expect(sizes).toEqual([{ width: 80, height: expect.any(Number) }]);
    expect(sizes[0]?.height).toBeLessThan(40);
  });

  it('has the paged media of its style sheets, and says what of them is not printed', async () => {
    const printed = await print('/book/chapters.html');
    const { pages } = await readPdf(readFileSync(join(printed.cwd, printed.stdout.trim())));
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain('One, page 1');
    expect(pages[0]).toContain('See there on page 2');
    expect(pages[1]).toContain('Two, page 2');
    expect(printed.stderr.match(/^warning: .*/gm)).toEqual([
      expect.stringContaining(`http://${host}/book/paged.css:4: float: top has no effect`),
    ]);
  });

  it('receives no cookies', async () => {
    expect(await textOf(await print('/cookies'))).toBe('cookie: none');
  });

  it('is a Twig template only with --twig', async () => {
    const plain = await print('/twig', ['-s', 'name=Ada', '-o', 'plain.pdf']);
    expect(await textOf(plain)).toContain('Hello {{ name }}');
    const filled = await print('/twig', ['-s', 'name=Ada', '--twig', '-o', 'filled.pdf']);
    expect(await textOf(filled)).toMatch(/Hello Ada\s+café/);
    const wrong = await print('/twig-wrong', ['--twig']);
    expect(wrong.stderr).toMatch(/nofilter/);
    expect(wrong.stderr).toContain(`http://${host}/twig-wrong:2`);
    expect(wrong.exitCode).toBe(5);
  });
});

describe('rejects', () => {
  it.each([
    ['/gone', 4, 'the server responded with 404 Not Found'],
    ['/closed', 3, 'the server responded with 403 Forbidden'],
    ['/broken', 10, 'the server responded with 500 Internal Server Error'],
    ['/cut', 10, 'closed the connection before responding'],
    ['/picture.png', 6, 'it is an image (image/png), not a web page'],
    ['/file.pdf', 6, 'it is a PDF (application/pdf), not a web page'],
    ['/data.json', 6, 'it is application/json, not a web page'],
    ['/download', 6, 'it is a download, not a web page'],
    ['/nothing', 6, 'the server responded with 204 No Content'],
    ['/loop', 6, 'it redirects endlessly'],
    ['/round', 6, 'it moves on to another page more than 10 times'],
    ['/to-private', 5, '127.0.0.1 is not a public address'],
    ['/to-private-by-script', 5, '127.0.0.1 is not a public address'],
  ])('%s, exiting with %i: %s', async (path, exit, reason) => {
    const { stdout, stderr, exitCode, cwd } = await print(path);
    expect(stderr).toContain(reason);
    expect(stderr).toMatch(/^error: Cannot print http:\/\/127\.0\.0\.1[:/]/);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: exit });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('a private address that --allow-host does not name, and sends it nothing', async () => {
    const cwd = temporaryFolder();
    const { stderr, exitCode } = await run(['html', `http://${host}/gone`], { cwd });
    expect(stderr).toContain(`--allow-host ${host}`);
    expect(exitCode).toBe(5);
    const local = await run(['html', 'http://127.0.0.1/'], { cwd });
    expect(local.stderr).toContain('127.0.0.1 is not a public address of another machine');
    expect(local.exitCode).toBe(5);
    expect(asked).toEqual([]);
  });

  it('a host with an untrusted certificate', async () => {
    const secure = await listen(tlsServer);
    const cwd = temporaryFolder();
    const { stderr, exitCode } = await run(['html', `https://${secure}/api`, '--allow-host', secure], {
      cwd,
    });
    tlsServer.close();
    expect(stderr).toMatch(/^error: Cannot print https:\S+ its certificate is not signed by an authority/);
    expect(exitCode).toBe(6);
    expect(asked).toEqual([]);
  });

  it('a host without a listener', async () => {
    const closed = createServer();
    const free = await listen(closed);
    await new Promise((resolve) => closed.close(resolve));
    const cwd = temporaryFolder();
    const { stderr, exitCode } = await run(['html', `http://${free}/`, '--allow-host', free], { cwd });
    expect(stderr).toContain('127.0.0.1 does not accept connections on port');
    expect(exitCode).toBe(10);
    const unsafe = await run(['html', 'http://127.0.0.1:1/', '--allow-host', '127.0.0.1'], { cwd });
    expect(unsafe.stderr).toContain('browsers do not connect to port 1');
    expect(unsafe.exitCode).toBe(6);
  });

  it('a page that does not load in time', async () => {
    const { stderr, exitCode } = await print('/slow', ['--timeout', '3s']);
    expect(stderr).toContain('error: ');
    expect(exitCode).toBe(7);
  });

  it.each([
    ['ftp://example.com/x', 'only http and https addresses'],
    ['file:///etc/passwd', 'only http and https addresses'],
    ['https://', 'is not an address'],
    ['https://ada:secret@example.com/', 'contains a user name or a password'],
  ])('%s', async (address, reason) => {
    const { stderr, exitCode } = await run(['html', address], { cwd: temporaryFolder() });
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('secret');
    expect(exitCode).toBe(2);
  });

  it('--assets, which does not apply to a web page', async () => {
    const { stderr, exitCode, cwd } = await print('/gone', ['--assets', '.']);
    expect(stderr).toContain('--assets');
    expect(exitCode).toBe(2);
    expect(existsSync(join(cwd, 'x.pdf'))).toBe(false);
  });
});
