/** `/`: a page for browsers, and 404 for other clients. */
import { expect, it } from 'vitest';
import { realPages } from '../../support/real-page.ts';
import { rawRequest } from '../../support/server/raw-request.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ browser: false });
const openPage = realPages();

it('links to the other pages, names the version, and loads nothing from other hosts', async () => {
  const page = await openPage();
  await page.look(390, 844, 'dark');
  await page.go(`${server.url}/`);
  const links = await page.evaluate<string[]>(`[...document.links].map((each) => each.getAttribute('href'))`);
  expect(links).toEqual(['/studio', '/docs', '/openapi.json', '/billing']);
  for (const path of links) expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200]);
  expect(await page.evaluate('document.body.innerText')).toContain('Version 0.0.0-test.');
  const asked = page.requests.map((url) => new URL(url).origin);
  expect([...new Set(asked)]).toEqual([server.url]);
  expect(page.errors).toEqual([]);
});

it('returns 404 with JSON if the client does not ask for HTML, and 405 for POST', async () => {
  for (const accept of ['application/json', '*/*', '']) {
    const { status, headers, json } = await server.stranger().send('/', { headers: { accept } });
    expect([accept, status, json]).toEqual([accept, 404, { message: 'Not found.', code: 'not_found' }]);
    expect(headers.get('vary')).toContain('accept');
  }
  const { status, headers } = await server.stranger().send('/', { method: 'POST' });
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

it('is 200 for load balancers, whose health checks send no Accept', async () => {
  for (const method of ['GET', 'HEAD']) {
    const request = `${method} / HTTP/1.1\r\nHost: pdf\r\nUser-Agent: GoogleHC/1.0\r\nConnection: close\r\n\r\n`;
    expect(await rawRequest(server.url, request)).toMatch(/^HTTP\/1\.1 200 /);
  }
});
