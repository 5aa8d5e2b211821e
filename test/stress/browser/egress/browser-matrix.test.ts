/** The proxy and the flags in a real browser: every vector from a page to the network. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LaunchedBrowser } from '../../../../src/browser/process/launch.ts';
import { holds, openPage, startChromium } from '../../../support/browser/egress/chromium.ts';
import { testEgress, webServer } from '../../../support/browser/egress/loopback.ts';
import { vectors, withoutRequest } from '../../../support/browser/egress/vectors.ts';

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser?.kill());

const page = (body: string) => `<!doctype html><html><body>${body}</body></html>`;

/** Serves the page itself, and the redirects, workers and headers that some vectors start from. */
function pageServer(body: () => string) {
  return webServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://x');
    const target = decodeURIComponent(search.slice(1));
    const [, name, status] = pathname.split('/');
    const headers: Record<string, string> = { 'access-control-allow-origin': '*' };
    if (name === 'redirect') {
      response.writeHead(Number(status), { ...headers, location: target }).end();
    } else if (name === 'worker.js') {
      response
        .writeHead(200, { ...headers, 'content-type': 'text/javascript' })
        .end(`fetch('${target}').catch(() => {})`);
    } else {
      if (name === 'csp') headers['content-security-policy'] = `img-src 'none'; report-uri ${target}`;
      if (name === 'refresh') headers.refresh = `0;url=${target}`;
      if (name === 'link') headers.link = `<${target}>; rel=preload; as=image`;
      response.writeHead(200, { ...headers, 'content-type': 'text/html' });
      response.end(name === 'page' ? page(body()) : page('<img src="/x.png">'));
    }
  });
}

const targetServer = (interfaces?: '::') =>
  webServer((request, response) => {
    response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-methods': '*' });
    response.end(request.url?.includes('import') ? 'export {}' : 'x');
  }, interfaces);

describe.each(Object.entries(vectors))('%s', (name, vector) => {
  test('reaches an allowed host and opens no connection to a forbidden one', async () => {
    const allowed = await targetServer();
    const forbidden = await targetServer('::');
    let body = '';
    const own = await pageServer(() => body);
    const here = `http://${own.host}`;
    body = [allowed, forbidden]
      .map(({ host }) => vector({ at: `http://${host}/${name}`, host, here }))
      .join('\n');
    // The port of the forbidden host is allowed, so that only its address decides.
    const egress = await testEgress({ allowHosts: [own.host, allowed.host], ports: [forbidden.port] });
    const { session, close } = await openPage(browser, egress);
    await session.send('Page.navigate', { url: `${here}/page` });

    const reached = () =>
      withoutRequest.has(name)
        ? allowed.connections > 0
        : allowed.requests.some((request) => request.endsWith(`/${name}`));
    const refused = () => egress.refused.some(({ url }) => new URL(url).port === String(forbidden.port));
    await holds(() => reached() && refused());
    await close();
    expect(reached(), 'the allowed host was reached').toBe(true);
    expect(refused(), 'the forbidden host was asked for and refused').toBe(true);
    expect(forbidden.connections).toBe(0);
  });
});
