/** How a page is loaded, shown and printed in another way than usual. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRenderer, type Renderer } from '../../../src/index.ts';
import { startSite } from '../../support/browser/start-site.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { browserOptions, otherBrowser } from '../../support/real-browser.ts';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await openRenderer({ workers: 1, browserPath: otherBrowser, sandbox: browserOptions.sandbox });
});
afterAll(async () => await renderer.close());

const textOf = async (pdf: Uint8Array) => (await readPdf(pdf)).pages.join('\n').trim();

describe('headers, cookies, the password and the name of the browser', () => {
  const secret = 'hidden-4711';
  const own = {
    headers: { 'X-Secret': secret },
    cookies: [{ name: 'session', value: secret }],
    basicAuth: { username: 'ada', password: secret },
    userAgent: `Mine ${secret}`,
  };
  /** What a server is sent of them. */
  const sent = (headers: NodeJS.Dict<string | string[]> | undefined) =>
    ['x-secret', 'cookie', 'authorization', 'user-agent'].filter((name) =>
      name === 'authorization' ? headers?.[name] !== undefined : String(headers?.[name]).includes(secret),
    );
  const everything = ['x-secret', 'cookie', 'authorization', 'user-agent'];
  const embedding = (other: string) =>
    `<img src="${other}/picture.png"><iframe src="${other}/frame"></iframe><link rel="stylesheet" href="${other}/style.css">
    <script>fetch('${other}/fetched'); new WebSocket('${other.replace('http', 'ws')}/socket');
    document.write('<p id="name">' + navigator.userAgent)</script>`;

  it('reach the server that they are for, and no other', async () => {
    await using other = await startSite(
      (path) => (path === '/frame' ? `<img src="/in-frame.png">` : undefined),
      'localhost',
    );
    await using site = await startSite((path) =>
      path === '/' ? embedding(other.origin) + embedding('') : undefined,
    );
    const allowHosts = [site.host, other.host];
    const { pdf, warnings, report } = await renderer.webPage(site.origin, { ...own, allowHosts });
    expect(site.of('/').map(sent)).toEqual([everything]);
    for (const path of ['/picture.png', '/frame', '/style.css', '/fetched']) {
      expect(new Set(site.of(path).map((headers) => sent(headers).join()))).toEqual(
        new Set([everything.join()]),
      );
      expect(new Set(other.of(path).map((headers) => sent(headers).join()))).toEqual(new Set(['']));
    }
    expect(other.of('/in-frame.png').map(sent)).toEqual([[]]);
    expect(JSON.stringify(other.visits)).not.toContain(secret);
    expect(await textOf(pdf)).toContain(`Mine ${secret}`);
    expect(JSON.stringify([warnings, report])).not.toContain(secret);
  });

  it('go with a redirect of the server to itself, and not with one to another', async () => {
    await using other = await startSite(() => 'Elsewhere', 'localhost');
    await using site = await startSite((path) => {
      if (path === '/own') return { status: 302, headers: { location: '/page' } };
      if (path === '/leaves') return { status: 302, headers: { location: `${other.origin}/landed` } };
      if (path === '/picture.png')
        return { status: 302, headers: { location: `${other.origin}/picture.png` } };
      return '<img src="/picture.png">Here';
    });
    const allowHosts = [site.host, other.host];
    await renderer.webPage(`${site.origin}/own`, { ...own, allowHosts });
    expect([...site.of('/own'), ...site.of('/page'), ...site.of('/picture.png')].map(sent)).toEqual([
      everything,
      everything,
      everything,
    ]);
    expect(other.of('/picture.png').map(sent)).toEqual([[]]);
    const { pdf } = await renderer.webPage(`${site.origin}/leaves`, { ...own, allowHosts });
    expect(await textOf(pdf)).toBe('Elsewhere');
    expect(other.of('/landed').map(sent)).toEqual([[]]);
    expect(JSON.stringify(other.visits)).not.toContain(secret);
  });

  it('are not at the service of another page that a redirect leads to', async () => {
    let leads = '';
    await using site = await startSite((path) =>
      path === '/'
        ? { status: 302, headers: { location: leads } }
        : { type: 'text/plain', body: 'secret data' },
    );
    await using other = await startSite(
      () =>
        `<script>fetch('${site.origin}/data').then((answer) => answer.text()).then((text) => document.body.append(text))</script>`,
      'localhost',
    );
    leads = `${other.origin}/`;
    await renderer.webPage(site.origin, { ...own, allowHosts: [site.host, other.host] });
    // Only what the browser is called.
    expect(site.of('/data').map(sent)).toEqual([['user-agent']]);
  });

  it('do not remain for the next document', async () => {
    await using site = await startSite(
      () =>
        '<style>p::before { content: "screen" } @media print { p::before { content: "print" } }</style><p>',
    );
    const allowHosts = [site.host];
    const media = 'screen' as const;
    const { pdf } = await renderer.webPage(site.origin, { ...own, allowHosts, media });
    expect(await textOf(pdf)).toBe('screen');
    const { pdf: next } = await renderer.webPage(site.origin, { allowHosts });
    expect(await textOf(next)).toBe('print');
    expect(site.of('/').map(sent)).toEqual([everything, []]);
  });

  it('of HTML go to the origins and domains that are named', async () => {
    await using other = await startSite(() => undefined, 'localhost');
    await using site = await startSite(() => undefined);
    const { warnings } = await renderer.html(
      `<img src="${site.origin}/a.png"><img src="${other.origin}/b.png">`,
      {
        headers: { 'X-Secret': { value: secret, origin: site.origin } },
        basicAuth: { ...own.basicAuth, origin: site.origin },
        cookies: [{ name: 'session', value: secret, domain: '127.0.0.1' }],
        allowHosts: [site.host, other.host],
      },
    );
    expect(site.of('/a.png').map(sent)).toEqual([['x-secret', 'cookie', 'authorization']]);
    expect(other.of('/b.png').map(sent)).toEqual([[]]);
    expect(warnings.join()).not.toContain(secret);
  });

  it.each([
    [{ headers: { 'X-Secret': secret } }, 'config.headers'],
    [{ cookies: own.cookies }, 'config.cookies'],
    [{ basicAuth: own.basicAuth }, 'config.basic_auth'],
  ])('of HTML need to say for whom they are: %#', async (options, field) => {
    await expect(renderer.html('<p>a', options)).rejects.toMatchObject({
      code: 'invalid_option',
      errors: { [field]: [expect.stringContaining('that')] },
    });
  });

  it.each([
    [{ headers: { Host: 'a' } }, 'must not have Host'],
    [{ headers: { 'content-length': '0' } }, 'must not have content-length'],
    [{ headers: { Cookie: 'a=b' } }, 'belongs in cookies'],
    [{ headers: { 'Transfer-Encoding': 'chunked' } }, 'only the browser'],
    [{ headers: { Connection: 'close' } }, 'only the browser'],
    [{ headers: { 'Proxy-Authorization': 'a' } }, 'only the browser'],
    [{ headers: { 'X-A': `${secret}\r\nHost: evil` } }, 'one line'],
    [{ headers: { 'X-A\r\nX-B': 'a' } }, 'names of letters'],
    [{ headers: { 'X A': 'a' } }, 'names of letters'],
    [{ headers: { 'X-A': { value: 'a', origin: 'example.com' } } }, 'headers'],
    [{ cookies: [{ name: 'a', value: `${secret}; Domain=evil` }] }, 'without commas'],
    [{ cookies: [{ name: 'a', value: 'b', path: '/;x' }] }, 'path'],
    [{ basicAuth: { username: 'a:b', password: secret } }, 'colon'],
    [{ userAgent: `${secret}\nX: y` }, 'one line'],
  ])('that could pass for something else are refused: %#', async (options, words) => {
    const call = renderer.webPage('https://example.com', options as object);
    const error = await call.then(
      () => undefined,
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code: 'invalid_option', message: expect.stringContaining(words) });
    expect(JSON.stringify([error.message, error.errors, error.hint])).not.toContain(secret);
  });
});

describe('waitFor', () => {
  const late = (ms: number) =>
    `<p id="a">early</p><script>setTimeout(() => { window.isDone = true; a.textContent = 'late'; a.className = 'late' }, ${ms})</script>`;

  it.each([
    ['a selector', { selector: '#a.late' }],
    ['an expression', { expression: 'window.isDone // in the page' }],
    ['a promise', { expression: 'new Promise((done) => setTimeout(() => done(window.isDone), 50))' }],
    ['a delay', { delay: 4_500 }],
  ])('waits for %s, beyond the usual time', async (_, waitFor) => {
    const { pdf } = await renderer.html(late(4_000), { waitFor });
    expect(await textOf(pdf)).toBe('late');
  });

  it('waits for the network', async () => {
    await using site = await startSite((path) =>
      path === '/'
        ? `<p id="a"></p><script>const load = (n) => fetch('/' + n).then(() => { a.textContent = n; if (n < 12) setTimeout(load, 300, n + 1) }); load(1)</script>`
        : '1',
    );
    const { pdf } = await renderer.webPage(site.origin, {
      waitFor: { networkIdle: true },
      allowHosts: [site.host],
    });
    expect(await textOf(pdf)).toBe('12');
  });

  it('has the time of the document', async () => {
    const call = renderer.html('<p>a', { waitFor: { selector: '#never' }, timeoutMs: 1_500 });
    await expect(call).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('wait_for'),
    });
  });

  it('has no access to what is not of the page', async () => {
    const expression = `typeof process === 'undefined' && !Object.getOwnPropertySymbols(globalThis).some((symbol) => String(symbol).includes('functions'))`;
    await renderer.html('<script>1</script>', { waitFor: { expression } });
  });

  it.each([
    [{ selector: '<>' }, 'config.wait_for.selector'],
    [{ expression: 'if (' }, 'config.wait_for.expression'],
    [{ expression: 'missing.value' }, 'config.wait_for.expression'],
  ])('names what cannot be waited for: %j', async (waitFor, field) => {
    await expect(renderer.html('<p>a', { waitFor })).rejects.toMatchObject({
      code: 'invalid_option',
      errors: { [field]: [expect.any(String)] },
    });
  });
});

describe('how the page is shown', () => {
  it('applies media features', async () => {
    const html =
      '<style>p::before { content: "light" } @media (prefers-color-scheme: dark) { p::before { content: "dark" } }</style><p>';
    expect(await textOf((await renderer.html(html)).pdf)).toBe('light');
    const mediaFeatures = { 'prefers-color-scheme': 'dark' };
    expect(await textOf((await renderer.html(html, { mediaFeatures })).pdf)).toBe('dark');
  });

  it('gives scripts the viewport', async () => {
    const html = '<script>document.write(innerWidth + " " + innerHeight)</script>';
    const { pdf } = await renderer.html(html, { viewport: { width: 1234, height: 567 } });
    expect(await textOf(pdf)).toBe('1234 567');
  });

  it('prints at a scale', async () => {
    const html = '<body style="margin:0;font:20px sans-serif">Text';
    const sizeAt = async (scale?: number) => {
      const read = await readPdf((await renderer.html(html, scale ? { scale } : {})).pdf);
      return read.place(1, 'Text').size;
    };
    expect((await sizeAt(2)) / (await sizeAt())).toBeCloseTo(2);
    expect((await sizeAt(0.5)) / (await sizeAt())).toBeCloseTo(0.5);
  });

  it('paper as high as its contents has their scaled height', async () => {
    const html = '<body style="margin:0"><div style="height:100mm">a</div>';
    const { pdf } = await renderer.html(html, { format: '80mm', margins: 0, scale: 0.5 });
    expect((await readPdf(pdf)).sizes).toEqual([{ width: 80, height: 50 }]);
  });

  it('lets @page of the CSS come first, or not count', async () => {
    const html = '<style>@page { size: 100mm 120mm }</style><p>a';
    const sizeOf = async (options: object) =>
      (await readPdf((await renderer.html(html, options)).pdf)).sizes[0];
    expect(await sizeOf({ format: 'A5' })).toEqual({ width: 148, height: 210 });
    expect(await sizeOf({ format: 'A5', preferCssPageSize: true })).toEqual({ width: 100, height: 120 });
    expect(await sizeOf({ preferCssPageSize: false })).toEqual({ width: 210, height: 297 });
  });

  it('leaves out backgrounds', async () => {
    const html = '<style>@page { margin: 0 } body { margin: 0; background: #f00; height: 100vh }</style>';
    const colorOf = async (options: object) =>
      (await (await readPdf((await renderer.html(html, options)).pdf)).picture(1)).at(50, 50);
    expect(await colorOf({})).toEqual([255, 0, 0]);
    expect(await colorOf({ backgrounds: false })).toEqual([255, 255, 255]);
  });

  it('has the settings of template.json, which an option overrides', async () => {
    const template = {
      'template.html':
        '<style>p::before { content: "print" } @media screen { p::before { content: "screen" } }</style><p>',
      'template.json': '{"media":"screen","viewport":{"width":500,"height":400},"scale":0.5}',
    };
    expect(await textOf((await renderer.render({ template })).pdf)).toBe('screen');
    expect(await textOf((await renderer.render({ template, media: 'print' })).pdf)).toBe('print');
    const wrong = { ...template, 'template.json': '{"scale":5}' };
    await expect(renderer.render({ template: wrong })).rejects.toMatchObject({
      code: 'invalid_template',
      errors: { scale: [expect.stringContaining('0.1 to 2')] },
    });
  });
});

describe('failOn', () => {
  it('a status is one of the page, unless it is to be printed', async () => {
    await using site = await startSite(() => ({ status: 418, body: 'Tea' }));
    const allowHosts = [site.host];
    await expect(renderer.webPage(site.origin, { allowHosts })).rejects.toMatchObject({
      code: 'page_failed',
    });
    expect(await textOf((await renderer.webPage(site.origin, { allowHosts, failOn: [] })).pdf)).toBe('Tea');
  });

  it.each([
    ['resource_status', '<img src="/missing.png">'],
    ['console', '<script>throw new Error("Oh")</script>'],
    ['resources', '<img src="http://127.0.0.1:9/x.png">'],
  ] as const)('%s', async (kind, body) => {
    await using site = await startSite((path) => (path === '/' ? body : { status: 404 }));
    const allowHosts = [site.host, '127.0.0.1:9'];
    await renderer.webPage(site.origin, { allowHosts });
    const call = renderer.webPage(site.origin, { allowHosts, failOn: ['status', kind] });
    await expect(call).rejects.toMatchObject({ code: 'page_failed', facts: { fail_on: kind } });
  });
});
