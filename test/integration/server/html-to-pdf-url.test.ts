/** `POST /html-to-pdf` with the address of a web page, and screenshots. */
import { expect, it } from 'vitest';
import { startSite } from '../../support/browser/start-site.ts';
import { findFreePort } from '../../support/free-port.ts';
import { readPng } from '../../support/images/read-png.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const lines: string[] = [];
const secret = 'hidden-4711';
let privateOrigin = '';
const site = await startSite((path) => {
  if (path === '/private') return { status: 302, headers: { location: privateOrigin } };
  if (path === '/missing') return { status: 404 };
  if (path === '/data') return '<p>Hello {{ name }}';
  return `<p>Page ${path}<script>console.log(document.cookie)</script>`;
});
const hidden = await startSite(() => 'private', 'localhost');
privateOrigin = hidden.origin;
const server = await startTestServer({
  flags: { rateLimit: '0', allowHosts: site.host } as never,
  onLog: (line) => void lines.push(line),
});
const member = await server.team();
const textOf = async (pdf: Uint8Array) => (await readPdf(pdf)).pages.join('\n').trim();
const post = (body: object, headers = {}) =>
  member.post('html-to-pdf', { output: 'binary', ...body }, headers);

it('prints the page, with what is for its server', async () => {
  const { status, bytes } = await post({
    url: `${site.origin}/a`,
    config: {
      headers: { 'X-Secret': secret },
      cookies: [{ name: 'session', value: secret, http_only: true, same_site: 'Lax' }],
      basic_auth: { username: 'ada', password: secret },
      wait_for: { selector: 'p', network_idle: true },
      media: 'screen',
    },
  });
  expect([status, await textOf(bytes)]).toEqual([200, 'Page /a']);
  expect(site.of('/a')).toMatchObject([
    {
      'x-secret': secret,
      cookie: `session=${secret}`,
      authorization: `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`,
    },
  ]);
  expect(lines.join('\n')).not.toContain(secret);
});

it('leaves Twig alone unless there is data', async () => {
  const url = `${site.origin}/data`;
  expect(await textOf((await post({ url })).bytes)).toBe('Hello {{ name }}');
  expect(await textOf((await post({ url, data: { name: 'Ada' } })).bytes)).toBe('Hello Ada');
});

it('reaches nothing that is not public, also not after a redirect', async () => {
  const before = await member.used();
  const port = await findFreePort();
  for (const url of [
    hidden.origin,
    `http://127.0.0.1:${port}`,
    'http://[::1]/',
    'http://169.254.169.254/',
    `${site.origin}/private`,
  ]) {
    const { status, json } = await member.post('html-to-pdf', { url });
    expect([url, status, json.errors]).toEqual([url, 422, { url: [expect.stringMatching(/^Cannot print/)] }]);
  }
  expect(hidden.visits).toEqual([]);
  expect(await member.used()).toBe(before);
});

it('a status of the page is a fault of the address', async () => {
  const { status, json } = await member.post('html-to-pdf', { url: `${site.origin}/missing` });
  expect([status, json.code, json.status]).toEqual([422, 'page_failed', 404]);
  expect(json.errors).toEqual({ url: [expect.stringContaining('404')] });
});

it.each([
  [{ url: 'https://example.com', html: 'a' }, 'url', 'must not be given together with html'],
  [{ markdown: 'a', html: 'a' }, 'markdown', 'must not be given together with html'],
  [{}, 'html', 'field is required'],
  [{ url: 'file:///etc/passwd' }, 'url', 'http://'],
  [{ url: 'example.com' }, 'url', 'must be the address'],
  [{ url: `https://ada:${secret}@example.com` }, 'url', 'user name'],
  [{ html: 'a', config: { headers: { A: secret } } }, 'config.headers', 'origin'],
  [{ html: 'a', config: { headers: { Host: secret } } }, 'config.headers', 'must not have Host'],
  [{ html: 'a', config: { headers: { 'A\r\nB': secret } } }, 'config.headers', 'names of letters'],
  [{ html: 'a', config: { scale: 3 } }, 'config.scale', '0.1 to 2'],
  [{ html: 'a', config: { wait_for: { selector: '<' } } }, 'config.wait_for.selector', 'selector'],
  [{ html: 'a', screenshot: {} }, 'screenshot', 'must only be given for output'],
  [{ html: 'a', output: 'png', screenshot: {}, page: 1 }, 'page', 'no pages'],
  [{ html: 'a', output: 'png', screenshot: {}, config: { format: 'A4' } }, 'config.format', 'no pages'],
  [
    {
      html: 'a',
      output: 'png',
      screenshot: { device_scale_factor: 5 },
      config: { viewport: { width: 3000, height: 3000 } },
    },
    'screenshot',
    '36,000,000',
  ],
])('%j is an invalid request', async (body, field, words) => {
  const { status, json } = await member.post('html-to-pdf', body);
  expect([status, json.errors]).toEqual([422, { [field]: [expect.stringContaining(words)] }]);
  expect(JSON.stringify(json)).not.toContain(secret);
});

it('a job prints the page, but stores no secrets', async () => {
  const headers = { prefer: 'respond-async' };
  const accepted = await member.post('html-to-pdf', { url: `${site.origin}/job` }, headers);
  expect(accepted.status).toBe(202);
  const { json } = await member.get(`jobs/${accepted.json.data.id}?wait=30`);
  expect(json.data.state).toBe('finished');
  const { pathname, search } = new URL(json.data.result.url);
  expect(await textOf((await server.stranger().get(`${pathname}${search}`)).bytes)).toBe('Page /job');
  for (const config of [
    { headers: { A: secret } },
    { cookies: [] },
    { basic_auth: { username: 'a', password: secret } },
  ]) {
    const refused = await member.post('html-to-pdf', { url: site.origin, config }, headers);
    const field = `config.${Object.keys(config)[0]}`;
    expect([refused.status, refused.json.errors]).toEqual([
      422,
      { [field]: [expect.stringContaining('never stored')] },
    ]);
  }
});

it('a screenshot is an image of what the screen shows', async () => {
  const { status, headers, bytes } = await post({
    url: `${site.origin}/shot`,
    output: 'png',
    screenshot: { full_page: true },
    config: { viewport: { width: 320, height: 200 } },
  });
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
  expect([readPng(bytes).width, readPng(bytes).height]).toEqual([320, 200]);
  const jpeg = await post({ html: '<p>a', output: 'jpeg', screenshot: { quality: 50 } });
  expect([jpeg.headers.get('content-type'), jpeg.bytes.toString('latin1', 6, 10)]).toEqual([
    'image/jpeg',
    'JFIF',
  ]);
});
