import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PrintJob } from '../../../src/browser/browser.ts';
import { startBrowserPool } from '../../../src/browser/browser-pool.ts';
import { isAddress } from '../../../src/pdf/document/document-title.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { processesBelow } from '../../support/browser/process-list.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { assetsOf, browserOptions, plainJob } from '../../support/real-browser.ts';

const options = {
  ...browserOptions,
  workers: 2,
};
const pool = startBrowserPool(options);
afterAll(() => pool.close());

/** Without the address of the page, which full browsers write as the title of an untitled document. */
const titleOf = ({ info: { Title } }: Awaited<ReturnType<typeof readPdf>>) =>
  isAddress(String(Title)) ? undefined : Title;

async function print(owner: string | undefined, job: Partial<PrintJob>) {
  const deadline = new Deadline(30_000);
  try {
    const printed = await pool.print({ ...plainJob, ...(owner ? { owner } : {}), ...job }, deadline);
    return { ...printed, read: await readPdf(printed.pdf) };
  } finally {
    deadline.close();
  }
}

const text = async (owner: string | undefined, job: Partial<PrintJob>) =>
  (await print(owner, job)).read.pages[0]?.trim();

const owners = [
  ['one owner', 'a', 'a'],
  ['two owners', 'a', 'b'],
  ['no owner', undefined, undefined],
] as const;

const square = (colour: string) => ({
  type: 'image/svg+xml',
  bytes: `<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm"><rect width="100%" height="100%" fill="${colour}"/></svg>`,
});
const fonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
);
const fontFile = async (name: string) => ({ type: 'font/ttf', bytes: await readFile(join(fonts, name)) });
/** The faces that these documents contain. The machine may have others of the family as its sans-serif fallback. */
const ownFont = /LiberationSans-(?:Bold|Italic)/;

describe('the page of an owner', () => {
  it('survives a document that calls window.close()', async () => {
    const closing = (call: string) => `<p>Text</p><script>${call}</script>`;
    for (const owner of ['closing', 'closing', undefined]) {
      expect(await text(owner, { html: closing('window.close(); setTimeout(() => close(), 50)') })).toBe(
        'Text',
      );
      await delay(100);
    }
  });

  it.each(['<p>Text', '<p>Text<script></script>'])('reports the fonts of its document: %s', async (html) => {
    for (const owner of ['fonts', 'fonts', undefined]) {
      const { findings } = await print(owner, { html, listFonts: true });
      expect(findings.fonts).toEqual([{ family: expect.any(String), glyphs: 4, own: false }]);
    }
  });

  async function running(html: string) {
    const pool = startBrowserPool(options);
    onTestFinished(() => pool.close());
    const { pid } = await pool.ready();
    const print = async (owner: string) => {
      const deadline = new Deadline(30_000);
      await pool.print({ ...plainJob, html, owner }, deadline);
      deadline.close();
    };
    const renderers = () =>
      processesBelow(pid).flatMap(({ command, pid }) => (/=renderer/.test(command) ? [pid] : []));
    return { print, renderers };
  }

  it.runIf(process.platform === 'linux')(
    'is reused for its owner, and another owner gets another renderer',
    async () => {
      const { print, renderers } = await running('Text');
      await print('first');
      // The default renderer of the browser, that of the owner, and one created in advance.
      for (let tries = 0; renderers().length < 3 && tries < 100; tries++) await delay(20);
      const before = renderers();
      for (let i = 0; i < 5; i++) await print('first');
      expect(renderers()).toEqual(before);
      await print('second');
      // Another one is created in advance for the next owner.
      for (let tries = 0; renderers().length <= before.length && tries < 100; tries++) await delay(20);
      expect(renderers().length).toBe(before.length + 1);
      expect(renderers()).toEqual(expect.arrayContaining(before));
    },
  );

  it.runIf(process.platform === 'linux')(
    'is reused after a document with scripts, once it is cleared',
    async () => {
      const { print, renderers } = await running('<script>document.write("Text")</script>');
      const seen = new Set<number>();
      const prints = 12;
      for (let i = 0; i < prints; i++) {
        await print('first');
        await delay(100);
        for (const pid of renderers()) seen.add(pid);
      }
      // A print that begins before the page is cleared gets another renderer. At best there are three in total.
      expect(seen.size).toBeLessThan(prints - 2);
    },
  );
});

describe.each(owners)(
  'a document without scripts leaves nothing behind for the next one (%s):',
  (_who, first, second) => {
    it.each([
      ['inlined', ''],
      ['requested', '<link rel="stylesheet" href="s.css">'],
      ['in a document with scripts', '<link rel="stylesheet" href="s.css"><script src="s.js"></script>'],
    ])('files of the same name, %s', async (_how, link) => {
      const job = {
        html: `${link}<img src="a.svg" style="position:absolute;left:50mm;top:50mm"><i style="position:absolute;left:50mm;top:100mm;width:40mm;height:40mm;background:url(a.svg)"></i><b></b><p class="own">Text</p>`,
        styles:
          '@font-face { font-family: Own; src: url("f.ttf") } .own { font-family: Own } b { position: absolute; left: 50mm; top: 150mm; width: 40mm; height: 40mm; background: url(a.svg) }',
      };
      const styled = link !== '';
      const style = (left: number) => ({ type: 'text/css', bytes: `p { margin-left: ${left}mm }` });
      const one = await print(first, {
        ...job,
        assets: assetsOf({
          'a.svg': square('red'),
          'f.ttf': await fontFile('LiberationSans-Bold.ttf'),
          's.css': style(50),
          's.js': { type: 'text/javascript', bytes: 'document.title = "one"' },
        }),
      });
      const two = await print(second, {
        ...job,
        assets: assetsOf({
          'a.svg': square('blue'),
          'f.ttf': await fontFile('LiberationSans-Italic.ttf'),
          's.css': style(100),
          's.js': { type: 'text/javascript', bytes: 'document.title = "two"' },
        }),
      });
      const none = await print(second, job);
      const colours = [];
      for (const { read } of [one, two, none]) {
        const picture = await read.picture(1);
        colours.push([80, 130, 180].map((top) => picture.at(80, top).join()));
      }
      const [red, blue, white] = ['255,0,0', '0,0,255', '255,255,255'];
      expect(colours).toEqual([
        [red, red, red],
        [blue, blue, blue],
        [white, white, white],
      ]);
      const scripted = link.includes('script');
      if (scripted) expect([one, two].map(({ read }) => read.info.Title)).toEqual(['one', 'two']);
      expect(one.read.place(1, 'Text').font).toContain('LiberationSans-Bold');
      expect(two.read.place(1, 'Text').font).toContain('LiberationSans-Italic');
      expect(none.read.place(1, 'Text').font).not.toMatch(ownFont);
      const moved = two.read.place(1, 'Text').left - one.read.place(1, 'Text').left;
      expect(moved).toBeCloseTo(styled ? 50 : 0, 0);
      expect(one.findings.failed).toEqual([]);
      expect(two.findings.failed).toEqual([]);
      expect(new Set(none.findings.failed.map(({ url }) => url))).toEqual(
        new Set(['a.svg', 'f.ttf', ...(styled ? ['s.css'] : []), ...(scripted ? ['s.js'] : [])]),
      );
    });

    it('fonts of the same name', async () => {
      const styles = '@font-face { font-family: Own; src: url("f.ttf") } * { font-family: Own, sans-serif }';
      const assets = assetsOf({ 'f.ttf': await fontFile('LiberationSans-Bold.ttf') });
      await print(first, { html: '<p>Text</p>', styles, assets });
      const two = await print(second, {
        html: '<style>* { font-family: Own, sans-serif }</style><p>Text</p>',
      });
      expect(two.read.place(1, 'Text').font).not.toMatch(ownFont);
    });

    it('paper, margins, title, language, quirks and styles', async () => {
      await print(first, {
        html: '<html lang="fr" style="font-size: 40px"><title>First</title><style>@page { margin: 50mm; size: A5 } @property --w { syntax: "<length>"; inherits: false; initial-value: 90mm }</style><body bgcolor="red">x',
        paper: { width: 100, height: 100, sizeGiven: true, margins: { left: 30 } },
      });
      const html =
        '<!doctype html><style>body { margin: 0 } p { margin-left: var(--w, 5mm); font-size: 1rem }</style><p>Next</p>';
      const [two, alone] = [await print(second, { html }), await print(undefined, { html })];
      expect(two.read.sizes).toEqual(alone.read.sizes);
      expect(two.read.place(1, 'Next')).toEqual(alone.read.place(1, 'Next'));
      expect(titleOf(two.read)).toBe(titleOf(alone.read));
      expect(two.read.info.Lang).toBe(alone.read.info.Lang);
      expect((await two.read.picture(1)).at(100, 100)).toEqual([255, 255, 255]);
    });

    it('content security policy, base address, colour scheme and visited links', async () => {
      const assets = assetsOf({ 'a.svg': square('red'), 'b/a.svg': square('blue') });
      await print(first, {
        html: '<meta name="color-scheme" content="dark"><meta http-equiv="Content-Security-Policy" content="img-src \'none\'; style-src \'none\'"><base href="b/"><img src="a.svg"><a href="#x">x</a>',
        assets,
      });
      const { read } = await print(second, {
        html: '<style>a { color: rgb(0, 0, 254) } a:visited { color: red } div { color-scheme: light dark; background: Canvas; height: 20mm }</style><img src="a.svg" style="position:absolute;left:50mm;top:50mm"><div></div><a href="#x" id="x">x</a>',
        assets,
      });
      const picture = await read.picture(1);
      expect(picture.at(80, 80)).toEqual([255, 0, 0]);
      expect(picture.at(150, 15)).toEqual([255, 255, 255]);
      expect(read.links).toEqual(['#x']);
    });
  },
);

it('a content security policy that allows self admits the files of the document', async () => {
  const policy = (sources: string) =>
    `<meta http-equiv="Content-Security-Policy" content="img-src ${sources}">`;
  const image = '<img src="a.svg" style="position:absolute;left:50mm;top:50mm">';
  const assets = assetsOf({ 'a.svg': square('red') });
  const colours = [];
  for (const sources of ["'self'", "'none'"]) {
    const { read } = await print('a', { html: policy(sources) + image, assets });
    colours.push((await read.picture(1)).at(80, 80).join());
  }
  expect(colours).toEqual(['255,0,0', '255,255,255']);
});

describe.each(owners)('scripts leave nothing behind for the next document (%s):', (_who, first, second) => {
  /** Prints, then waits until the page is cleared and available to its owner again. */
  const leave = async (owner: string | undefined, job: Partial<PrintJob>) => {
    await print(owner, job);
    await delay(owner === undefined ? 0 : 250);
  };
  const write = `<script>
    globalThis.left = 1; Array.prototype.left = 1; window.name = 'left';
    document.cookie = 'left=1'; document.cookie = 'left=1; domain=pdfapi.invalid';
    localStorage.left = sessionStorage.left = 'left';
    history.pushState({ left: 1 }, '', '#left');
    setInterval(() => { document.body.append('left') }, 1);
    window.pdfapiReady = new Promise((done) => {
      const open = indexedDB.open('left');
      open.onsuccess = () => done();
    });
  </script>`;
  const read = `<p id="out"></p><script>
    const out = document.getElementById('out');
    const found = [typeof left, typeof [].left, window.name, document.cookie, localStorage.left, sessionStorage.left,
      history.length < 3, history.state, location.hash, 'serviceWorker' in navigator, 'caches' in window];
    window.pdfapiReady = indexedDB.databases().then((all) => { out.textContent = [...found.map(String), all.length].join('|') });
  </script>`;
  const nothing = 'undefined|undefined|||undefined|undefined|true|null||false|false|0';

  it('globals, names, cookies, storage, databases, history, timers, service workers', async () => {
    expect(await text(undefined, { html: read })).toBe(nothing);
    await leave(first, { html: write });
    expect(await text(second, { html: read })).toBe(nothing);
    // The same with access to the network, which the address in the HTML comment causes.
    await leave(first, { html: `${write}<!-- http://example.com -->` });
    expect(await text(second, { html: `${read}<!-- http://example.com -->` })).toBe(nothing);
  });

  it.each([
    [
      'while the page unloads',
      (work: string) =>
        `addEventListener('pagehide', () => { ${work} }); addEventListener('unload', () => { ${work} })`,
    ],
    [
      'by a window that it opened',
      (work: string) =>
        `const other = open('about:blank'); other.eval(\`setInterval(() => { ${work} }, 1)\`)`,
    ],
    [
      'by a frame',
      (work: string) =>
        `document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: \`<script>${work}<\\/script>\` }))`,
    ],
    [
      'under a clock that it replaced',
      (work: string) =>
        `setTimeout(() => { ${work} }, 100_000); Date.now = () => 5; Object.defineProperty(window, Symbol.for('x'), { value: 1 })`,
    ],
  ])('storage, cookies and names that a script sets %s', async (_when, script) => {
    const work =
      "localStorage.left = sessionStorage.left = 'left'; document.cookie = 'left=1'; top.name = 'left'; indexedDB.open('left')";
    await leave(first, { html: `<body><script>${script(work)}</script>Text` });
    expect(await text(second, { html: read })).toBe(nothing);
  });

  it('files, shared workers, registered styles and elements, the domain and the clock', async () => {
    await leave(first, {
      html: `<p>Text</p><script>
          customElements.define('x-left', class extends HTMLElement {});
          CSS.registerProperty({ name: '--left', syntax: '<length>', inherits: true, initialValue: '9px' });
          document.domain = 'pdfapi.invalid';
          setTimeout(() => {}, 2_900);
          const kind = 'Shared' + 'Work' + 'er';
          try { new globalThis[kind](URL.createObjectURL(new Blob(['self.left = 1'])), { name: 'left' }) } catch {}
          webkitRequestFileSystem(0, 1000, (system) => system.root.getFile('left', { create: true }, () => {}));
        </script>`,
    });
    const html = `<p id="out"></p><script>
        const style = getComputedStyle(document.documentElement);
        const found = [customElements.get('x-left'), style.getPropertyValue('--left'), document.domain, Math.abs(Date.now() - ${Date.now()}) < 60_000];
        window.pdfapiReady = new Promise((done) => {
          webkitRequestFileSystem(0, 1000, (system) => system.root.createReader().readEntries((all) => { found.push(all.length); done() }));
        }).then(() => { out.textContent = found.map(String).join('|') });
      </script>`;
    expect(await text(second, { html })).toBe('undefined||document.pdfapi.invalid|true|0');
  });

  it('a page that cannot be unloaded in time does not delay other documents', async () => {
    await leave(first, {
      html: `<p>Text</p><script>addEventListener('pagehide', () => { for (;;); })</script>`,
    });
    expect(await text(second, { html: '<script>document.write("Next")</script>' })).toBe('Next');
  });

  it('history entries to go back to', async () => {
    await leave(first, { html: '<p>First</p><script>1</script>' });
    const html =
      '<p>Second</p><script>history.back(); history.go(-2); window.pdfapiReady = new Promise((done) => setTimeout(done, 50))</script>';
    expect(await text(second, { html })).toBe('Second');
  });

  it('global state, even if the next document has no scripts', async () => {
    await leave(first, { html: write });
    const html =
      '<style>body:has(p)::after { content: " after" }</style><p>Next</p><script type="text/x">left</script>';
    expect(await text(second, { html })).toMatch(/^Next\s*after$/);
  });

  it('cached responses and cookies of servers', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests++;
      response
        .writeHead(200, {
          'content-type': 'image/svg+xml',
          'cache-control': 'public, max-age=3600, immutable',
          'set-cookie': 'left=1',
        })
        .end(square('red').bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cookies: unknown[] = [];
    server.on('request', ({ headers }) => cookies.push(headers.cookie));
    const job = { html: `<img src="http://${host}/a.svg">Text`, allowHosts: [host] };
    await print(first, job);
    await print(second, job);
    await print(second, { ...job, html: `${job.html}<script></script>` });
    expect(requests).toBe(3);
    expect(cookies).toEqual([undefined, undefined, undefined]);
  });

  it('messages between concurrent documents', async () => {
    const html = (name: string) => `<p id="out">silence</p><script>
      const channel = new BroadcastChannel('all');
      channel.onmessage = ({ data }) => { document.getElementById('out').textContent = data };
      addEventListener('storage', () => { document.getElementById('out').textContent = 'storage' });
      window.pdfapiReady = new Promise((done) => {
        let times = 0;
        const timer = setInterval(() => {
          channel.postMessage('${name}'); localStorage.said = '${name}' + times;
          if (times++ > 40) { clearInterval(timer); done(); }
        }, 10);
      });
    </script>`;
    const heard = await Promise.all([
      text(first, { html: html('one') }),
      text(second, { html: html('two') }),
    ]);
    expect(heard).toEqual(['silence', 'silence']);
  });
});

describe('a document that turns out to need the network', () => {
  it('is printed again with access to the network and its rules', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(square('red').bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const place = 'style="position:absolute;left:50mm;top:50mm"';
    for (const html of [
      `<img ${place} src="&#104;ttp://${host}/a.svg">`,
      `<img ${place} id="i"><script>i.src = 'http:' + '/' + '/${host}/a.svg'</script>`,
    ]) {
      const { read, findings } = await print('a', { html, allowHosts: [host] });
      expect((await read.picture(1)).at(80, 80)).toEqual([255, 0, 0]);
      expect(findings.refused).toEqual([]);
      const refused = await print('a', { html });
      expect(refused.findings.refused).toHaveLength(1);
    }
  });

  it('is printed again even if only a worker from one of its files requests it', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('answer');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const assets = assetsOf({
      'main.js': {
        type: 'text/javascript',
        bytes:
          "const worker = new Worker('worker.js'); worker.onmessage = ({ data }) => { out.textContent = data };",
      },
      'worker.js': {
        type: 'text/javascript',
        bytes: `fetch('http:' + '/' + '/${host}/').then((answer) => answer.text()).then(postMessage, (error) => postMessage(String(error)))`,
      },
    });
    const job = { html: '<p id="out">before</p><script src="main.js"></script>', assets };
    expect(await text('a', { ...job, allowHosts: [host] })).toBe('answer');
    expect(await text('a', job)).toMatch(/^TypeError/);
  });
});
