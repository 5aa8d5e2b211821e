import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PrintJob } from '../../../src/browser/browser.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { assetsOf, plainJob, realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();

async function print(job: Partial<PrintJob>, timeoutMs = 30_000) {
  const deadline = new Deadline(timeoutMs);
  try {
    return await browser.print({ ...plainJob, ...job }, deadline);
  } finally {
    deadline.close();
  }
}

async function printAndRead(job: Partial<PrintJob>) {
  return readPdf((await print(job)).pdf);
}

const a4 = { width: 210, height: 297, sizeGiven: true, margins: {} };
const red =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm"><rect width="100%" height="100%" fill="red"/></svg>';
const fonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
);
const font = { type: 'font/ttf', bytes: await readFile(join(fonts, 'LiberationSans-BoldItalic.ttf')) };
const ownFace = '@font-face { font-family: Own; src: url("fonts/own.ttf") } .own { font-family: Own }';

describe('paper', () => {
  it('has margins of 10 mm by default', async () => {
    const pdf = await printAndRead({
      html: '<style>body { margin: 0 }</style><p style="margin:0">Corner</p>',
    });
    expect(pdf.sizes).toEqual([{ width: 210, height: 297 }]);
    expect(pdf.place(1, 'Corner').left).toBeCloseTo(10, 0);
  });

  it('follows CSS @page if the caller gives no size', async () => {
    const css = '<style>@page { size: A5 landscape; margin: 30mm } body { margin: 0 }</style>';
    const pdf = await printAndRead({ html: `${css}<p>Corner</p>` });
    expect(pdf.sizes).toEqual([{ width: 210, height: 148 }]);
    expect(pdf.place(1, 'Corner').left).toBeCloseTo(30, 0);
  });

  it('follows the caller rather than CSS @page in size, orientation and margin', async () => {
    const css = '<style>@page { size: A5 landscape; margin: 30mm } body { margin: 0 }</style>';
    const pdf = await printAndRead({ html: `${css}<p>Corner</p>`, paper: { ...a4, margins: { left: 20 } } });
    expect(pdf.sizes).toEqual([{ width: 210, height: 297 }]);
    expect(pdf.place(1, 'Corner').left).toBeCloseTo(20, 0);
    expect(pdf.place(1, 'Corner').top).toBeGreaterThan(30);
  });

  it('can be full-bleed, with backgrounds printed to the edge', async () => {
    const margins = { top: 0, right: 0, bottom: 0, left: 0 };
    const pdf = await printAndRead({ html: '<body style="background: blue">x', paper: { ...a4, margins } });
    const picture = await pdf.picture(1);
    expect(picture.at(1, 1)).toEqual([0, 0, 255]);
    expect(picture.at(209, 296)).toEqual([0, 0, 255]);
  });
});

describe('a resource of a document', () => {
  it('is loaded before printing, be it a font, an image, a lazy image or a style sheet', async () => {
    const { pdf, findings } = await print({
      html: '<link rel="stylesheet" href="more.css"><p class="own">Text</p><div style="height: 200mm"></div><img loading="lazy" src="assets/red.svg">',
      styles: ownFace,
      assets: assetsOf({
        'fonts/own.ttf': font,
        'assets/red.svg': { type: 'image/svg+xml', bytes: red },
        'more.css': { type: 'text/css', bytes: 'img { position: absolute; left: 50mm; top: 50mm }' },
      }),
    });
    const read = await readPdf(pdf);
    expect(read.place(1, 'Text').font).toContain('LiberationSans-BoldItalic');
    expect((await read.picture(1)).at(80, 80)).toEqual([255, 0, 0]);
    expect(findings.failed).toEqual([]);
  });

  it('is loaded from the network if its host is allowed', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(red);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const html = `<img style="position:absolute;left:50mm;top:50mm" src="http://${host}/red.svg">`;
    const allowed = await print({ html, allowHosts: [host] });
    expect((await (await readPdf(allowed.pdf)).picture(1)).at(80, 80)).toEqual([255, 0, 0]);
    expect(allowed.findings.refused).toEqual([]);
    const refused = await print({ html });
    expect((await (await readPdf(refused.pdf)).picture(1)).at(80, 80)).toEqual([255, 255, 255]);
    expect(refused.findings.refused).toHaveLength(1);
    expect(refused.findings.failed).toEqual([]);
  });

  it('is reported if it is missing', async () => {
    const { findings } = await print({
      html: '<img src="assets/nope.png"><link rel="stylesheet" href="no.css">',
    });
    const reason = 'there is no such file that the document may use';
    expect(findings.failed).toHaveLength(2);
    expect(findings.failed).toContainEqual({ url: 'assets/nope.png', reason });
    expect(findings.failed).toContainEqual({ url: 'no.css', reason });
  });

  it('that never arrives is left out without failing the document', async () => {
    const server = createTcpServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { pdf, findings } = await print(
      { html: `<img src="http://${host}/x.png">Text`, allowHosts: [host] },
      4_000,
    );
    expect((await readPdf(pdf)).pages[0]).toContain('Text');
    expect(findings.failed).toEqual([
      { url: `http://${host}/x.png`, reason: expect.stringMatching(/^it did not arrive within/) },
    ]);
  });

  it('is never a file of this machine', async () => {
    const { pdf } = await print({
      html: '<iframe src="file:///etc/passwd"></iframe><img src="../../../etc/passwd">Text',
    });
    expect((await readPdf(pdf)).pages[0]?.trim()).toBe('Text');
  });
});

describe('links', () => {
  it('within the document stay internal, and headings become the outline', async () => {
    const html =
      '<h1>One</h1><a href="#two">to two</a> <a href="https://example.com/">out</a><img src="a.svg"><h2 id="two">Two</h2>';
    const pdf = await printAndRead({
      html,
      assets: assetsOf({ 'a.svg': { type: 'image/svg+xml', bytes: red } }),
    });
    expect(pdf.links).toEqual(['#two', 'https://example.com/']);
    expect(pdf.outline).toEqual(['One', 'Two']);
  });
});

describe('scripts', () => {
  it('run, and printing waits for window.pdfapiReady if it is a promise', async () => {
    const html =
      '<p id="a">before</p><script>window.pdfapiReady = new Promise((done) => setTimeout(() => { a.textContent = "after"; done() }, 80))</script>';
    expect((await printAndRead({ html })).pages[0]).toBe('after');
  });

  it('run, and printing waits for window.pdfapiReady if it is a flag', async () => {
    const html =
      '<p id="a">before</p><script>window.pdfapiReady = false; setTimeout(() => { a.textContent = "after"; window.pdfapiReady = true }, 80)</script>';
    expect((await printAndRead({ html })).pages[0]).toBe('after');
  });

  it('do not run if they are switched off', async () => {
    const html = '<p id="a">before</p><script>a.textContent = "after"</script><noscript>none</noscript>';
    expect((await printAndRead({ html, scripts: false })).pages[0]).toContain('before');
  });

  it('run, and printing waits for fetches that follow one another', async () => {
    const server = createServer((request, response) => {
      const answer = () => response.writeHead(200, { 'access-control-allow-origin': '*' }).end(request.url);
      setTimeout(answer, 150);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const html = `<p id="a">before</p><script>
      const get = (path) => fetch('http://${host}' + path).then((response) => response.text());
      get('/one').then((one) => get(one + '/two')).then((text) => { a.textContent = text })</script>`;
    const { pdf, findings } = await print({ html, allowHosts: [host] });
    expect((await readPdf(pdf)).pages[0]).toBe('/one/two');
    expect(findings.failed).toEqual([]);
  });

  it('run, and a fetch without a response is reported and takes only its share of the time', async () => {
    const server = createTcpServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const html = `<p>Text</p><script>fetch('http://${host}/never').catch(() => {})</script>`;
    const { pdf, findings } = await print({ html, allowHosts: [host] }, 4_000);
    expect((await readPdf(pdf)).pages[0]).toBe('Text');
    expect(findings.failed).toEqual([
      { url: `http://${host}/never`, reason: expect.stringMatching(/^it did not arrive within/) },
    ]);
  });

  it('are reported if they throw or write to the console', async () => {
    const { findings } = await print({ html: '<script>console.warn("careful", 1); null.x</script>' });
    expect(findings.console).toEqual([{ level: 'warning', text: 'careful 1' }]);
    expect(findings.errors).toEqual([expect.stringContaining('TypeError')]);
  });

  it.each([
    ['a dialog', '<script>alert(1); confirm(2); prompt(3)</script>Text'],
    ['window.print()', '<script>print()</script>Text'],
    ['pop-ups', '<script>for (let i = 0; i < 5; i++) open("about:blank", "_blank", "noopener")</script>Text'],
    ['a change of the hash', '<script>location.hash = "x"</script>Text'],
    [
      'elements named like properties that pdfapi uses',
      '<form name="fonts"></form><img name="querySelectorAll"><img name="styleSheets"><p id="pdfapiReady">Text',
    ],
  ])('cannot delay printing with %s', async (_what, html) => {
    expect((await printAndRead({ html })).pages[0]).toContain('Text');
  });

  it.each([
    ['a script', '<script>location.href = "http://example.com/"</script>'],
    [
      'a reload',
      '<script>setTimeout(() => location.reload(), 1); window.pdfapiReady = new Promise(() => {})</script>',
    ],
    [
      'a refresh',
      '<meta http-equiv="refresh" content="0; url=http://example.com/"><script>window.pdfapiReady = new Promise(() => {})</script>',
    ],
    [
      'a form',
      '<form id="f" action="http://example.com/"></form><script>f.submit(); window.pdfapiReady = new Promise(() => {})</script>',
    ],
  ])('that navigate away by %s end the render', async (_what, html) => {
    await expect(print({ html })).rejects.toMatchObject({ code: 'document_navigated' });
  });

  it('that never end are stopped at the deadline, and the next document is printed', async () => {
    const started = performance.now();
    await expect(print({ html: '<script>for (;;);</script>' }, 1_000)).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(performance.now() - started).toBeLessThan(4_000);
    expect((await printAndRead({ html: 'Text' })).pages[0]).toBe('Text');
  });
});

describe('an animation', () => {
  const frames = (step: string) =>
    `<p id="a">0</p><script>${step}; requestAnimationFrame(function frame(time) { const done = Math.min(1, share(time)); a.textContent = done === 1 ? 'whole' : done; if (done < 1) requestAnimationFrame(frame) })</script>`;

  it.each<readonly [string, string]>([
    [
      'in animation frames, by the clock',
      frames('const from = Date.now(); const share = () => (Date.now() - from) / 1000'),
    ],
    [
      'in animation frames, by the time of the page',
      frames('const from = performance.now(); const share = () => (performance.now() - from) / 1500'),
    ],
    [
      'in animation frames, by their own time',
      frames('let from; const share = (now) => (now - (from ??= now)) / 1000'),
    ],
    ['in animation frames, by counting them', frames('let count = 0; const share = () => ++count / 60')],
    [
      'in timers',
      '<p id="a">0</p><script>let n = 0; setTimeout(function step() { a.textContent = ++n < 60 ? n : "whole"; if (n < 60) setTimeout(step, 16) }, 500)</script>',
    ],
    [
      'once it is visible',
      '<p id="a">0</p><script>new IntersectionObserver(() => new ResizeObserver(() => requestAnimationFrame(() => { a.textContent = "whole" })).observe(a)).observe(a)</script>',
    ],
    [
      'in styles',
      '<style>p { animation: appear 2s both } @keyframes appear { from { display: none } to { display: block } }</style><p>whole</p>',
    ],
    [
      'in styles, whose end a script awaits',
      '<style>p { transition: opacity 1s }</style><p id="a">0</p><script>a.ontransitionend = () => { a.textContent = "whole" }; setTimeout(() => { a.style.opacity = 0.5 }, 50)</script>',
    ],
    [
      'in styles from the start, whose end a script awaits',
      '<style>p { animation: appear 2s } @keyframes appear { from { opacity: 0 } }</style><p id="a">0</p><script>a.onanimationend = () => { a.textContent = "whole" }</script>',
    ],
    [
      'by messages to itself',
      '<p id="a">0</p><script>const { port1, port2 } = new MessageChannel(); let n = 0; port1.onmessage = () => { if (++n < 200) port2.postMessage(0); else a.textContent = "whole" }; port2.postMessage(0)</script>',
    ],
    [
      'in consecutive pieces of work',
      '<p id="a">0</p><script>const { port1, port2 } = new MessageChannel(); let pieces = 0; port1.onmessage = () => { for (const from = performance.now(); performance.now() - from < 5; ); if (++pieces < 120) port2.postMessage(0); else a.textContent = "whole" }; port2.postMessage(0)</script>',
    ],
    [
      'in tasks of the scheduler',
      '<p id="a">0</p><script>scheduler.postTask(() => 900, { delay: 900 }).then((value) => { a.textContent = value === 900 && "whole" })</script>',
    ],
    [
      'once a Blob has been read',
      '<p id="a">0</p><script>const reader = new FileReader(); reader.onload = () => setTimeout(() => { a.textContent = reader.result.length === 9_000_000 && "whole" }, 900); reader.readAsText(new Blob(["x".repeat(9_000_000)]))</script>',
    ],
    [
      'as images of a canvas',
      '<p id="a">0</p><canvas id="c"></canvas><script>c.toBlob((blob) => createImageBitmap(blob).then(() => { a.textContent = "whole" }))</script>',
    ],
    [
      'by a worker',
      '<p id="a">0</p><script>new Worker(URL.createObjectURL(new Blob(["setTimeout(() => postMessage(1), 200)"]))).onmessage = () => { a.textContent = "whole" }</script>',
    ],
    [
      'in an iframe',
      `<iframe srcdoc="<p id=a>0</p><script>setTimeout(() => { a.textContent = 'whole' }, 900)</script>"></iframe>`,
    ],
    [
      'in an iframe of another origin',
      `<iframe sandbox="allow-scripts" srcdoc="<p id=a>0</p><script>setTimeout(() => { a.textContent = 'whole' }, 900)</script>"></iframe>`,
    ],
    [
      'once its size has changed',
      '<div id="b"></div><p id="a">0</p><script>new ResizeObserver(() => { if (b.offsetHeight) a.textContent = "whole" }).observe(b); setTimeout(() => { b.style.height = "9px" }, 500)</script>',
    ],
    ['by code in a string', `<p id="a">0</p><script>setTimeout("a.textContent = 'whole'", 900)</script>`],
    [
      'that fetches a file at its end',
      '<p id="a">0</p><script>setTimeout(() => fetch("a.txt").then((answer) => answer.text()).then((text) => setTimeout(() => { a.textContent = text }, 100)), 900)</script>',
    ],
  ])('is printed in its final state: %s', async (_how, html) => {
    const assets = assetsOf({ 'a.txt': { type: 'text/plain', bytes: 'whole' } });
    expect((await printAndRead({ html, assets })).pages[0]).toBe('whole');
  });

  it.each([
    ['frames', '<script>requestAnimationFrame(function f() { requestAnimationFrame(f) })</script>Text'],
    ['timers', '<script>setInterval(() => {}, 1); (function f() { setTimeout(f) })()</script>Text'],
    [
      'styles',
      '<style>p { animation: turn 1s infinite } @keyframes turn { to { color: red } }</style><p>Text</p>',
    ],
  ])('that never ends in %s cannot delay printing', async (_what, html) => {
    expect((await printAndRead({ html })).pages[0]).toBe('Text');
  });

  it('next to a request that never ends is printed in its final state', async () => {
    const server = createServer((_request, response) => {
      const headers = { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' };
      response.writeHead(200, headers).write('data: x\n\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const html = `<p id="a">0</p><script>new EventSource('http://${host}/'); setTimeout(() => { a.textContent = 'whole' }, 900)</script>`;
    const { pdf } = await print({ html, allowHosts: [host] });
    expect((await readPdf(pdf)).pages[0]).toBe('whole');
  });

  it.each([
    ['with scripts', '<script></script>'],
    ['without scripts', ''],
  ])('in an SVG is printed in its final state, %s', async (_kind, script) => {
    const html = `<svg style="position:absolute;left:0;top:0" width="100mm" height="100mm"><svg><rect width="0" height="100%" fill="red"><animate attributeName="width" from="0" to="100%" dur="1s" begin="0.5s" fill="freeze"/></rect></svg></svg>${script}`;
    const picture = await (await printAndRead({ html })).picture(1);
    expect(picture.at(90, 50)).toEqual([255, 0, 0]);
  });

  it('is fast-forwarded without a visible change to clock and timer functions', async () => {
    const html = `<p id="a">0</p><script>
      const from = new Date();
      class Day extends Date { isDay() { return true } }
      setTimeout(() => {
        a.textContent = [
          Math.round((new Date() - from) / 100), Math.round((Date.now() - from) / 100), typeof Date(), new Date(2020, 1, 1).getFullYear(),
          new Date() instanceof Date, new Date().constructor === Date, new Day().isDay(), new Day(5).getTime(), Date.UTC(1970, 0, 1),
          /native code/.test(setTimeout), setTimeout.name, requestAnimationFrame.length,
          /native code/.test(Worker), /native code/.test(ResizeObserver), ResizeObserver.name, Worker.prototype.constructor === Worker,
          [setTimeout, setInterval, requestAnimationFrame, requestIdleCallback].every((add) => { try { add() } catch (error) { return error instanceof TypeError } }),
        ].join(' ');
      }, 1000);</script>`;
    expect((await printAndRead({ html })).pages[0]?.replace(/\s+/g, ' ')).toBe(
      '10 10 string 2020 true true true 5 0 true setTimeout 1 true true ResizeObserver true true',
    );
  });

  it('has exceptions in its timers reported', async () => {
    const { findings } = await print({ html: '<script>setTimeout(() => null.x, 900)</script>' });
    expect(findings.errors).toEqual([expect.stringContaining('TypeError')]);
  });

  it('can be cancelled', async () => {
    const html =
      '<p id="a">still</p><script>const call = () => { a.textContent = "called" }; cancelAnimationFrame(requestAnimationFrame(call)); clearTimeout(setTimeout(call, 900)); clearInterval(setInterval(call, 50)); const late = setTimeout(call, 900); setTimeout(() => clearTimeout(late), 800)</script>';
    expect((await printAndRead({ html })).pages[0]).toBe('still');
  });
});

describe('renders are isolated', () => {
  it('in storage, cookies and names', async () => {
    const write =
      '<script>try { localStorage.a = 1; document.cookie = "a=1" } catch {} window.name = "seen"; globalThis.left = 1</script>';
    const read =
      '<p id="a"></p><script>a.textContent = [typeof left, window.name || "none", document.cookie || "none", localStorage.a ?? "none"].join()</script>';
    await print({ html: write });
    expect((await printAndRead({ html: read })).pages[0]).toBe('undefined,none,none,none');
  });
});

describe('glyphs', () => {
  it('that no font has are reported once each, as characters or as references', async () => {
    const { findings } = await print({ html: '<p>é ü \u{10450}\u{10450} x &#x10451;</p>' });
    expect(findings.missingGlyphs).toEqual(['\u{10450}', '\u{10451}']);
  });

  it('are counted by font, and the fonts of the document are marked as its own', async () => {
    const { findings } = await print({
      html: '<style>.no { display: none }</style><div><div><p class="own">Text <b>deep</b></p></div></div><p class="no">none</p>',
      styles: ownFace,
      assets: assetsOf({ 'fonts/own.ttf': font }),
      listFonts: true,
    });
    expect(findings.fonts).toEqual([{ family: 'Liberation Sans', glyphs: 8, own: true }]);
  });
});
