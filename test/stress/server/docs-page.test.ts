/** The reference page at `/docs` in a real browser. */
import { expect, it } from 'vitest';
import { routes } from '../../../src/contract/api/routes.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const openPage = realPages();

const operations = [
  ...Object.values(routes).map(({ method, path }) => [method, `/api/v1${path}`] as const),
  ['GET', '/documents/{id}/{filename}'] as const,
  ['HEAD', '/documents/{id}/{filename}'] as const,
];

async function open(width: number, scheme: 'light' | 'dark', hash = ''): Promise<RealPage> {
  const page = await openPage();
  await page.look(width, 850, scheme);
  await page.go(`${server.url}/docs${hash}`);
  await page.until(`document.querySelector('h1')?.innerText.includes('pdfapi HTTP API')`);
  return page;
}

/** Expects that every request went to this server, and that neither the browser nor a script reported an error. */
function expectCleanRun({ requests, errors, scriptErrors }: RealPage): void {
  expect(requests.length).toBeGreaterThan(3);
  const outside = requests.filter((url) => !url.startsWith(`${server.url}/`) && !/^(?:data|blob):/.test(url));
  expect([outside, errors, scriptErrors]).toEqual([[], [], []]);
}

/** Evaluates to the brightness of each background: 0 is black, 255 is white. */
const brightness = `(() => {
  const reference = document.querySelector('.scalar-app') ?? document.body;
  const parts = [document.body, ...reference.querySelectorAll('main, section')];
  const colours = parts.map((part) => getComputedStyle(part).backgroundColor).filter((each) => !/, 0\\)$/.test(each));
  return colours.map((each) => Math.max(...each.match(/[\\d.]+/g).slice(0, 3).map(Number)));
})()`;

it.each([
  [1280, 'dark'],
  [1280, 'light'],
  [390, 'dark'],
  [390, 'light'],
] as const)(
  'shows each operation at %i px in %s, and requests nothing from other hosts',
  async (width, scheme) => {
    const page = await open(width, scheme);
    expect(await page.evaluate('document.title')).toBe('pdfapi HTTP API');
    for (const [method, path] of operations) {
      // The page adds a section when it scrolls near it, and the section's texts when the section is visible.
      const section = `document.querySelector('section[id$="/${method}${path}"]')`;
      const texts = JSON.stringify(['Responses', path.replace(/\{.*/, '')]);
      await page.until(
        `(${section} ? ${section}.scrollIntoView() : scrollBy(0, 500), ${texts}.every((text) => ${section}.innerText.includes(text)))`,
      );
      expect(await page.evaluate(`document.documentElement.scrollWidth <= innerWidth`), path).toBe(true);
    }
    const shades = await page.evaluate<number[]>(brightness);
    expect(shades.length).toBeGreaterThan(0);
    for (const shade of shades) {
      if (scheme === 'dark') expect(shade).toBeLessThan(60);
      else expect(shade).toBeGreaterThan(200);
    }
    expectCleanRun(page);
  },
);

it('follows the colour scheme of the system while the page is open', async () => {
  const page = await open(1280, 'light');
  await page.look(1280, 850, 'dark');
  await page.until(`Math.max(...${brightness}) < 60`);
  await page.look(1280, 850, 'light');
  await page.until(`Math.min(...${brightness}) > 200`);
});

const buttonWith = (pattern: RegExp, within = 'document') =>
  `[...${within}.querySelectorAll('button')].find((button) => ${pattern}.test(button.innerText.trim()))`;

it.each([1280, 390])('renders a PDF with the typed token, at %i px', async (width) => {
  const page = await open(width, 'dark', '#tag/html/POST/api/v1/html-to-pdf');
  const tryIt = buttonWith(/post \/api\/v1\/html-to-pdf/);
  await page.until(tryIt);
  await page.evaluate(`${tryIt}.click()`);
  const token = '[role=dialog] input[placeholder=Token]';
  await page.until(`document.querySelector('${token}')?.checkVisibility()`);
  await page.evaluate(`(() => {
    const own = fetch;
    fetch = async (...request) => {
      const response = await own(...request);
      globalThis.lastResponse = await response.clone().text();
      return response;
    };
    document.querySelector('${token}').focus();
  })()`);
  await page.type(String(server.server.token));
  await page.evaluate(`${buttonWith(/^Send/, "document.querySelector('[role=dialog]')")}.click()`);
  await page.until('globalThis.lastResponse');
  const response = JSON.parse(await page.evaluate<string>('lastResponse'));
  expect(response).toMatchObject({ success: true, filename: 'document.pdf' });
  // Only the API fills placeholders; the page must send the braces unchanged.
  expect((await readPdf(Buffer.from(response.pdf, 'base64'))).pages.join()).toContain('Hello Ada');
  await page.until(`document.querySelector('[role=dialog]').innerText.includes('200')`);
  expect(await page.evaluate(`document.documentElement.scrollWidth <= innerWidth`)).toBe(true);
  expectCleanRun(page);
});

it('stores the token neither in the browser’s storage nor in a cookie', async () => {
  const page = await open(1280, 'dark');
  await page.click('input[placeholder=Token]');
  await page.type('pdf_secret');
  await page.until(`document.querySelector('input[placeholder=Token]').value === 'pdf_secret'`);
  const stored = '[JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie].join()';
  expect(await page.evaluate(stored)).not.toContain('pdf_secret');
});

it('serves its files compressed, with a strict policy, and with 304 if they are unchanged', async () => {
  const html = await server.stranger().get('/docs');
  const policy = html.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
  const sources = [...html.bytes.toString().matchAll(/(?:src|href)="(\/docs[^"]*)"/g)].map(
    ([, path = '']) => path,
  );
  expect(sources.sort()).toEqual(['/docs/docs.css', '/docs/scalar.js', '/docs/start.js']);
  for (const path of sources) {
    const response = await fetch(`${server.url}${path}`, { headers: { 'accept-encoding': 'gzip' } });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
    const again = await server.stranger().get(path, { 'if-none-match': response.headers.get('etag') ?? '' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  }
});
