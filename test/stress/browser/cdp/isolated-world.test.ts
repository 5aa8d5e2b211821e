import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PrintJob } from '../../../../src/browser/browser.ts';
import { startBrowserPool } from '../../../../src/browser/browser-pool.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { assetsOf, browserOptions, plainJob } from '../../../support/real-browser.ts';

const pool = startBrowserPool({
  ...browserOptions,
  workers: 1,
});
afterAll(() => pool.close());

const paper = { width: 210, height: 297, sizeGiven: true, margins: { top: 50 } };

async function print(job: Partial<PrintJob>) {
  const deadline = new Deadline(30_000);
  try {
    const { pdf, findings } = await pool.print({ ...plainJob, owner: 'one', paper, ...job }, deadline);
    return { findings, read: await readPdf(pdf) };
  } finally {
    deadline.close();
  }
}

const late = `<p id="a">0</p><script>{
  let count = 0;
  setTimeout(function step() {
    if (++count < 30) setTimeout(step, 16);
    else requestAnimationFrame(() => { a.textContent = 'whole'; a.append(String.fromCodePoint(0x10fffd)) });
  }, 300);
}</script>`;

const replaced = [
  'window.Promise = function () { throw new Error() }',
  'Promise.prototype.then = function () { return this }',
  'Promise.race = undefined',
  'window.Map = undefined',
  'Map.prototype.values = () => []; Map.prototype.set = function () { return this }',
  'Array.prototype[Symbol.iterator] = function* () {}',
  'Array.prototype.push = Array.prototype.shift = () => {}',
  'Function.prototype.apply = Function.prototype.call = Function.prototype.bind = () => {}',
  'window.Reflect = undefined',
  'Math.max = Math.min = Math.round = () => NaN',
  'MessagePort.prototype.postMessage = () => {}; window.MessageChannel = undefined',
  'Document.prototype.getAnimations = Document.prototype.querySelectorAll = undefined',
  'document.createElement = () => null',
  'window.CSSStyleSheet = window.CSSPageRule = window.Element = undefined',
  'Object.defineProperty(document, "adoptedStyleSheets", { value: null })',
  'for (const name of ["due", "id", "get", "apply"]) Object.defineProperty(Object.prototype, name, { set() {}, get() { return 1 } })',
  'const real = setTimeout; window.setTimeout = (call, ms) => real(Object.assign(() => call(), { apply: null }), ms)',
];

describe('a document is printed whole, on the requested paper and with its glyphs checked,', () => {
  it.each(replaced)('whatever its scripts replace: %s', async (script) => {
    const { read, findings } = await print({ html: `<!doctype html><script>${script}</script>${late}` });
    expect(read.pages[0]).toMatch(/^whole/);
    expect(read.place(1, 'whole').top).toBeGreaterThan(50);
    expect(findings.missingGlyphs).toEqual(['\u{10fffd}']);
    expect(findings.errors).toEqual([]);
  });

  const names = [
    'adoptedStyleSheets',
    'body',
    'createElement',
    'createTreeWalker',
    'documentElement',
    'fonts',
  ]
    .map((name) => `<img name="${name}"><form name="${name}"></form>`)
    .join('');
  const ids = '<a id="pdfapiReady"></a><a id="pdfapiReady"></a>';

  it.each([
    ['with scripts', '<script></script>'],
    ['without scripts', ''],
  ])('whatever its elements are named, %s', async (_kind, script) => {
    for (const listFonts of [false, true]) {
      const html = `<!doctype html>${names}${ids}<p>whole\u{10fffd}</p>${script}`;
      const { read, findings } = await print({ html, listFonts });
      expect(read.place(1, 'whole').top).toBeGreaterThan(50);
      expect(findings.missingGlyphs).toEqual(['\u{10fffd}']);
    }
  });

  it('whatever the elements of the previous document were named', async () => {
    const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
    const bytes = await readFile(join(folder, 'standard_fonts', 'LiberationSans-Bold.ttf'));
    await print({ html: `${ids}${names}<p>Text</p>` });
    const { read } = await print({
      html: '<p>Text</p>',
      styles: '@font-face { font-family: Own; src: url("own.ttf") } * { font-family: Own }',
      assets: assetsOf({ 'own.ttf': { type: 'font/ttf', bytes } }),
    });
    expect(read.place(1, 'Text').font).toContain('LiberationSans-Bold');
  });
});
