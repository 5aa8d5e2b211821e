/** Web pages from the command line: what is sent, what is waited for, screenshots, and who renders. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startSite } from '../support/browser/start-site.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPng } from '../support/images/read-png.ts';
import { readPdf } from '../support/read-pdf.ts';
import { run } from '../support/run.ts';
import { startTestServer } from '../support/server/start-test-server.ts';

const secret = 'hidden-4711';
const site = await startSite((path) =>
  path === '/gone'
    ? { status: 410, body: 'Gone' }
    : '<style>body { margin: 0; background: #00f } @media print { p::after { content: " printed" } }</style><p id="a">early</p><script>setTimeout(() => { a.textContent = "late"; a.className = "late" }, 4000)</script>',
);
afterAll(async () => await site[Symbol.asyncDispose]());
const allowed = ['--allow-host', site.host];
const textOf = async (path: string) => (await readPdf(readFileSync(path))).pages.join('\n').trim();

it('sends what is for the server of the page, and waits for it', async () => {
  const cwd = temporaryFolder({ login: `ada:${secret}\n` });
  const { exitCode, stdout, stderr } = await run(
    [
      ...['html', `${site.origin}/page`, ...allowed, '--request-header', `X-Secret: ${secret}`],
      ...['--cookie', `session=${secret}; HttpOnly`, '--basic-auth-file', 'login', '--user-agent', 'Mine/1'],
      ...[
        '--wait-for',
        '#a.late',
        '--media',
        'screen',
        '-o',
        'page.pdf',
        '--report',
        'report.json',
        '--verbose',
      ],
    ],
    { cwd },
  );
  expect(exitCode, stderr).toBe(0);
  expect(await textOf(join(cwd, 'page.pdf'))).toBe('late');
  expect(site.of('/page').at(-1)).toMatchObject({
    'x-secret': secret,
    cookie: `session=${secret}`,
    authorization: `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`,
    'user-agent': 'Mine/1',
  });
  expect(stdout + stderr + readFileSync(join(cwd, 'report.json'), 'utf8')).not.toContain(secret);
});

it('prints a page with a status above 400 only if asked to', async () => {
  const cwd = temporaryFolder({});
  const args = ['html', `${site.origin}/gone`, ...allowed, '-o', 'gone.pdf'];
  expect((await run(args, { cwd })).exitCode).toBe(4);
  expect((await run([...args, '--fail-on', 'none'], { cwd })).exitCode).toBe(0);
});

it('writes a screenshot of a page or a file', async () => {
  const cwd = temporaryFolder({ 'page.html': '<body style="background:#f00;height:1500px;margin:0">' });
  const shot = ['--screenshot', '--viewport', '300x200'];
  const { exitCode, stdout, stderr } = await run(['html', 'page.html', ...shot, '--full-page'], { cwd });
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toBe('page.png\n');
  const { width, height, data } = readPng(readFileSync(join(cwd, 'page.png')));
  expect([width, height, ...data.subarray(0, 3)]).toEqual([300, 1500, 255, 0, 0]);
  const page = await run(
    ['html', `${site.origin}/shot`, ...allowed, ...shot, '-o', 'shot.jpg', '--quality', '40'],
    { cwd },
  );
  expect(page.exitCode, page.stderr).toBe(0);
  expect(readFileSync(join(cwd, 'shot.jpg')).toString('latin1', 6, 10)).toBe('JFIF');
});

it.each([
  [['--request-header', `Host: ${secret}`], 'must not have Host'],
  [['--request-header', `X-A: ${secret}\nX-B: 1`], 'one line'],
  [['--cookie', `a=${secret},b`], 'without commas'],
  [['--scale', '3'], '0.1 to 2'],
  [['--viewport', '10'], '--viewport 1280x720'],
  [['--media', 'tv'], 'print, screen'],
  [['--fail-on', 'all'], 'resource_status'],
  [['--wait-for-delay', '1s'], 'milliseconds'],
  [['--full-page'], '--full-page is for --screenshot'],
])('%j is a mistake', async (args, words) => {
  const { exitCode, stderr } = await run(['html', 'https://example.com', ...args], {
    cwd: temporaryFolder({}),
  });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(stderr).not.toContain(secret);
});

it('is fetched by this machine, and by a server only if the command names it', async () => {
  const server = await startTestServer({ flags: { rateLimit: '0', allowHosts: site.host } as never });
  const { token } = await server.team();
  const cwd = temporaryFolder({});
  const env = { PDFAPI_URL: server.url, PDFAPI_TOKEN: token };
  const here = await run(['html', `${site.origin}/here`, ...allowed, '--json', '-o', 'a.pdf'], { cwd, env });
  expect(JSON.parse(here.stdout)).toMatchObject({ target: 'local' });
  const there = await run(
    [
      'html',
      `${site.origin}/there`,
      '--url-base',
      server.url,
      '--media',
      'screen',
      '--cookie',
      'a=b',
      '--json',
      '-o',
      'b.pdf',
    ],
    { cwd, env },
  );
  expect(there.exitCode, there.stderr).toBe(0);
  expect(JSON.parse(there.stdout)).toMatchObject({ target: 'remote' });
  expect(await textOf(join(cwd, 'b.pdf'))).not.toContain('printed');
  expect(site.of('/there').at(-1)).toMatchObject({ cookie: 'a=b' });
  const address = await run(['html', `${site.origin}/stored`, '--url'], { cwd, env });
  expect(address.stdout).toContain('/documents/');
});
