/** Workers and address changes: how many a document may have, and how it fails if it exceeds the limits. */
import { describe, expect, it } from 'vitest';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { plainJob, realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

async function print({ html }: { html: string }) {
  const deadline = new Deadline(50_000);
  try {
    const { pdf } = await browser.print({ ...plainJob, html }, deadline);
    return (await readPdf(pdf)).pages[0];
  } finally {
    deadline.close();
  }
}

const forEver = 'window.pdfapiReady = new Promise(() => {});';
const page = (code: string) => `<p>printed</p><script>${code}</script>`;

describe('workers', () => {
  const worker = "new window['Wor' + 'ker'](URL.createObjectURL(new Blob(['for (;;);'])));";
  it.each([
    ['constructed through a computed name', `${forEver} for (let i = 0; i < 9; i++) ${worker}`],
    [
      'started by frames',
      `${forEver} for (let i = 0; i < 9; i++) { const f = document.createElement('iframe'); document.body.append(f); new f.contentWindow.Worker('data:text/javascript,for(;;);') }`,
    ],
    [
      'started by workers',
      `${forEver} const own = "for (let i = 0; i < 4; i++) new Worker('data:text/javascript,for(;;);')"; for (let i = 0; i < 3; i++) new Worker(URL.createObjectURL(new Blob([own])));`,
    ],
    [
      'started by a frame of another origin',
      `${forEver} const f = document.createElement('iframe'); f.sandbox = 'allow-scripts'; f.srcdoc = "<script>for (let i = 0; i < 9; i++) new Worker(URL.createObjectURL(new Blob(['for(;;);'])))<\\/script>"; document.body.append(f);`,
    ],
    [
      'started one after the other',
      `${forEver} setInterval(() => new Worker('data:text/javascript,1').terminate(), 1);`,
    ],
  ])('beyond the limit fail the document with a reason, if %s', async (_what, code) => {
    await expect(print({ html: page(code) })).rejects.toMatchObject({
      code: 'page_failed',
      message: expect.stringContaining('starts workers endlessly: at most 8 may run at the same time'),
    });
  });

  it('run up to the limit, and new ones replace those that have ended', async () => {
    const pool = `window.pdfapiReady = (async () => {
      const work = () => new Promise((done) => {
        const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
        worker.onmessage = () => { worker.terminate(); done(1) };
      });
      let sum = 0;
      for (let round = 0; round < 3; round++) for (const one of await Promise.all(Array.from({ length: 8 }, work))) sum += one;
      document.body.textContent = 'sum ' + sum;
    })()`;
    expect(await print({ html: page(pool) })).toBe('sum 24');
  });
});

it('a window may be renamed, but not repeatedly to very long names', async () => {
  const code = (name: string, times: number) =>
    `const f = document.createElement('iframe'); document.body.append(f); let set = 0;
     try { for (let i = 0; i < ${times}; i++) { f.contentWindow.name = ${name} + i; set++ } } catch {}
     document.body.append(set + ' set, ' + f.contentWindow.name.length)`;
  expect(await print({ html: page(code("'frame'", 500)) })).toContain('500 set, 8');
  expect(await print({ html: page(code("'x'.repeat(50_000)", 500)) })).toMatch(/\b3 set, 50001/);
});

describe('addresses', () => {
  const tooMany =
    'changes its address endlessly: pushState and similar methods may be called at most 100 times';
  it.each([
    ['pushState', 'for (let i = 0; i < 300; i++) history.pushState(0, "", "#" + i)'],
    ['replaceState', 'for (let i = 0; i < 300; i++) history.replaceState(0, "", "#" + i)'],
    [
      'location.hash',
      `${forEver} let i = 0; setInterval(() => { for (let k = 0; k < 50; k++) location.hash = i++ })`,
    ],
    [
      'links',
      `${forEver} const a = document.createElement('a'); let i = 0; setInterval(() => { for (let k = 0; k < 50; k++) { a.href = '#' + i++; a.click() } })`,
    ],
  ])('changed endlessly by %s fail the document', async (_what, code) => {
    await expect(print({ html: page(code) })).rejects.toMatchObject({
      code: 'page_failed',
      message: expect.stringContaining(tooMany),
    });
  });

  it('that are too long are not set, and the script gets an exception', async () => {
    const code = `
      try { for (let i = 0; i < 50; i++) history.pushState(0, '', '#' + 'x'.repeat(1e6)) } catch (error) { document.body.append(' ' + error.name) }
      location.hash = 'y'.repeat(1e6);
      document.body.append(' ' + location.href.length + ' ' + history.length)`;
    expect(await print({ html: page(code) })).toMatch(/^printed\s+QuotaExceededError\s+\d{1,3}\s+[12]$/);
  });

  it('may change as often as in ordinary pages', async () => {
    const code = `for (let i = 0; i < 40; i++) { history.pushState({ i }, '', '?page=' + i); location.hash = 'part' + i }
      document.body.textContent = location.search + location.hash + history.state;`;
    expect(await print({ html: page(code) })).toBe('?page=39#part39null');
  });
});
