/** Documents that scripts build after `load`, some of them page by page, and the timers that run in them. */
import { describe, expect, it } from 'vitest';
import type { PrintJob } from '../../../../src/browser/browser.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { shownTimers as expected, show, timersPage as timers } from '../../../support/browser/timers-page.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { plainJob, realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

async function print(html: string, { timeoutMs = 60_000, by = browser, ...job }: Partial<Options> = {}) {
  const deadline = new Deadline(timeoutMs);
  try {
    const { pdf, findings } = await by.print({ ...plainJob, html, ...job }, deadline);
    const { pages } = await readPdf(pdf);
    return { text: pages.join('\n').replaceAll(/\s+/g, ' ').trim(), pages: pages.length, findings };
  } finally {
    deadline.close();
  }
}

interface Options extends PrintJob {
  readonly timeoutMs: number;
  readonly by: typeof browser;
}

/** Adds 400 paragraphs, one in each call scheduled by `turn`, a function that the given script defines. */
const builds = (turn: string) => `<main></main><script>
  ${turn}
  let built = 0;
  const build = () => {
    const p = document.createElement('p');
    p.textContent = 'part ' + ++built;
    document.querySelector('main').append(p);
    if (built < 400) turn(build);
  };
  turn(build);
</script>`;

describe('a document that scripts build after it has loaded', () => {
  it.each([
    ['animation frames', 'const turn = (call) => requestAnimationFrame(call);'],
    ['short timers', 'const turn = (call) => setTimeout(call, 20);'],
    ['idle callbacks', 'const turn = (call) => requestIdleCallback(() => setTimeout(call, 10));'],
    [
      'long tasks',
      `const { port1, port2 } = new MessageChannel();
       const turn = (call) => {
         port1.onmessage = () => { for (const from = performance.now(); performance.now() - from < 12; ); call() };
         port2.postMessage(0);
       };`,
    ],
    [
      'animation frames, as text only',
      `Element.prototype.append = function (p) { this.textContent += p.textContent + ' ' };
       const turn = (call) => requestAnimationFrame(call);`,
    ],
  ])('is printed whole if it is built in %s', async (_how, turn) => {
    const { text, findings } = await print(builds(turn));
    expect(text).toMatch(/part 399 part 400$/);
    expect(findings.unfinished).toBeUndefined();
  });

  it.each([
    ['counts', 'setInterval(() => { shown.textContent = ++n }, 40)', '75'],
    [
      'moves the same nodes',
      'setInterval(() => { n++; shown.textContent = ""; shown.append(String(n)); list.append(list.firstChild) }, 40)',
      '75',
    ],
    [
      'adds as much as it removes',
      'setInterval(() => { shown.textContent = ++n; list.firstChild.remove(); list.append(document.createElement("i")) }, 40)',
      '75',
    ],
    ['grows once a second', 'setInterval(() => { shown.textContent = ++n; list.append("+") }, 1000)', '+++3'],
  ])('is not waited for if it only %s', async (_what, script, expected) => {
    const html = `<p><span id="list"><b></b><i></i></span><span id="shown"></span></p><script>let n = 0; ${script}</script>`;
    const { text, findings } = await print(html);
    expect(text).toBe(expected);
    expect(findings.unfinished).toBeUndefined();
  });

  it('is printed with a warning if it still grows at the end of its time', async () => {
    const turn = `const turn = (call) => setTimeout(() => {
      for (const from = performance.now(); performance.now() - from < 20; );
      call();
    });`;
    const endless = builds(turn).replace('built < 400', 'true');
    const { text, findings } = await print(endless, { timeoutMs: 15_000 });
    expect(text).toMatch(/^part 1 part 2 /);
    expect(findings.unfinished).toBe('scripts');
  });
});

/** Lays out 300 pages in animation frames like Paged.js, with `before` and `after` callbacks of the author. */
const paged = (config: string) => `<template></template><body>
  <script>${config}</script>
  <script>
    const config = window.PagedConfig || {};
    window.PagedPolyfill = { chunker: { rendered: false } };
    (async () => {
      if (config.before) await config.before();
      const pages = document.createElement('div');
      pages.className = 'pagedjs_pages';
      document.body.append(pages);
      window.PagedPolyfill.chunker.pagesArea = pages;
      for (let i = 1; i <= 300; i++) {
        await new Promise((done) => requestAnimationFrame(done));
        const page = document.createElement('div');
        page.textContent = 'page ' + i;
        pages.append(page);
      }
      window.PagedPolyfill.chunker.rendered = true;
      pages.style.setProperty('--pagedjs-page-count', 300);
      if (config.after) await config.after({ pages: 300 });
    })();
  </script>`;
const sleep = '(ms) => new Promise((done) => setTimeout(done, ms))';
const after = `after: async function (flow) {
  await sleep(4000);
  document.body.append(' after ' + flow.pages + ' ' + (this === window.PagedConfig) + ' end');
}`;

describe('Paged.js', () => {
  it.each([
    ['alone', '', /page 299 page 300$/],
    [
      'with an `after` of the author',
      `const sleep = ${sleep}; window.PagedConfig = { ${after} }`,
      /page 300 after 300 true end$/,
    ],
    [
      'with a slow `before` of the author',
      `const sleep = ${sleep}; var PagedConfig = { before: async () => { await sleep(5000); document.body.append('before') }, ${after} }`,
      /^before page 1 .* page 300 after 300 true end$/,
    ],
    ['with a frozen configuration', `window.PagedConfig = Object.freeze({ after: () => {} })`, /page 300$/],
  ])('is waited for: %s', async (_what, config, expected) => {
    const { text, findings } = await print(paged(config));
    expect(text).toMatch(expected);
    expect(findings).toMatchObject({ errors: [], unfinished: undefined });
  });

  it('is waited for without the polyfill if a script calls it', async () => {
    const html = paged('').replaceAll('window.PagedPolyfill', 'paged').replace('paged =', 'const paged =');
    expect((await print(html)).text).toMatch(/page 299 page 300$/);
  });

  it('that never finishes causes a warning, and the existing content is printed', async () => {
    const html = paged('window.PagedConfig = { before: () => new Promise(() => {}) }');
    const { text, findings } = await print(`${html}Text`);
    expect(text).toBe('Text');
    expect(findings.unfinished).toBe('Paged.js');
  });

  it('is not waited for if it does not start automatically', async () => {
    const { text, findings } = await print(`<p>Text</p><script>
      window.PagedConfig = { auto: false };
      window.PagedPolyfill = { chunker: { rendered: false } };
    </script>`);
    expect(text).toBe('Text');
    expect(findings.unfinished).toBeUndefined();
  });
});

describe('Vivliostyle', () => {
  const viewer = (last: string) => `<div id="view" data-vivliostyle-viewer-status="loading"></div><script>
    let n = 0;
    // It waits between its pages, and shows them when all are there.
    const step = () => {
      if (++n === 3) view.setAttribute('data-vivliostyle-viewer-status', 'interactive');
      if (n < 10) return setTimeout(step, 800);
      view.textContent = 'all pages';
      view.setAttribute('data-vivliostyle-viewer-status', '${last}');
    };
    step();
  </script>`;

  it('is waited for until its viewer is complete', async () => {
    const { text, findings } = await print(viewer('complete'));
    expect(text).toBe('all pages');
    expect(findings.unfinished).toBeUndefined();
  });

  it('that never completes causes a warning', async () => {
    const { text, findings } = await print(viewer('interactive'));
    expect(text).toBe('all pages');
    expect(findings.unfinished).toBe('Vivliostyle');
  });
});

describe('a timer', () => {
  it('runs if it is due within three seconds of waiting', async () => {
    expect((await print(timers)).text).toBe(expected);
  });

  it('gets no credit for the time that the page takes to load', async () => {
    // The page takes 4.5 seconds to load, none of which count for the timers.
    const slow = `<p id="out"></p><script>${show}
      setTimeout(() => show('a2900'), 2900);
      setTimeout(() => show('c4000'), 4000);
      setInterval(() => show('d1000'), 1000);
    </script><script>for (const from = performance.now(); performance.now() - from < 4500; );</script>`;
    expect((await print(slow)).text).toBe('a2900,1 d1000,3');
  });

  it('always runs while the page signals that it is not ready', async () => {
    const ready = `window.pdfapiReady = new Promise((done) => setTimeout(() => { show('z5000'); done() }, 5000));`;
    expect(
      (await print(timers.replace('<script>', `<script>`).replace('const sleep', `${ready} const sleep`)))
        .text,
    ).toMatch(/c5000,1 .*z5000,1$/);
  });
});
