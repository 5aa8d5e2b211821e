/** Pictures and fonts that have loaded and cannot be shown cause a warning that names them, or an error in strict mode. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RenderRequest } from '../../../src/render/render-request.ts';
import type { HtmlTemplate } from '../../../src/template/model/template.ts';
import { webServer } from '../../support/browser/egress/loopback.ts';
import { assetsOf, realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();

/** With a text, because a document that prints nothing is another finding. */
const print = (html: string, parts?: Partial<HtmlTemplate>, request?: Partial<RenderRequest>) =>
  renderHtml(browser, `Text ${html}`, { parts, request });

const problemsOf = async (...args: Parameters<typeof print>) => (await print(...args)).report.problems;

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const shown = `data:image/png;base64,${dot}`;
const png = Buffer.from(dot, 'base64');
const drawing = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}`;
const font = readFileSync(
  join(import.meta.dirname, '../../../src/template/pdfme/fonts/OpenSans-Regular.ttf'),
);

const files = {
  'ok.png': { type: 'image/png', bytes: png },
  'ok.svg': { type: 'image/svg+xml', bytes: `${drawing('<rect width="9" height="9"/>')}</svg>` },
  'ok.ttf': { type: 'font/ttf', bytes: font },
  'images/scan.png': { type: 'image/png', bytes: 'II*\0\b\0\0\0\0\0' },
  'text.jpg': { type: 'image/jpeg', bytes: 'Not Found' },
  'empty.png': { type: 'image/png', bytes: '' },
  'cut.png': { type: 'image/png', bytes: png.subarray(0, 40) },
  'cut.svg': { type: 'image/svg+xml', bytes: drawing('<rect') },
  'rubbish.ttf': { type: 'font/ttf', bytes: 'rubbish' },
};
const assets = assetsOf(files);

/** The files of the template, and how often each one was read. */
function countedFiles() {
  const reads: string[] = [];
  return {
    reads,
    assets: {
      read: (path: string) => {
        reads.push(path);
        return assets.read(path);
      },
    },
  };
}

const broken = 'it is broken or in a format that browsers do not show: use PNG, JPEG, GIF, WebP, AVIF or SVG';

describe('a picture that cannot be shown', () => {
  it.each([
    ['a file of another kind', '<img src="images/scan.png">', `images/scan.png cannot be shown: ${broken}`],
    ['text', '<img src="text.jpg" alt="">', `text.jpg cannot be shown: ${broken}`],
    ['an empty file', '<img src="empty.png">', `empty.png cannot be shown: ${broken}`],
    ['a file that was cut', '<img src="cut.png">', `cut.png cannot be shown: ${broken}`],
    ['a drawing that was cut', '<img src="cut.svg">', `cut.svg cannot be shown: ${broken}`],
    ['one of several sizes', '<img srcset="text.jpg 1x">', `text.jpg cannot be shown: ${broken}`],
    [
      'a source',
      '<picture><source srcset="text.jpg"><img src="ok.png"></picture>',
      `text.jpg cannot be shown: ${broken}`,
    ],
    [
      'no data',
      '<img id="logo" src="data:image/png;base64,">',
      'data:image/png;base64, of <img id="logo"> cannot be shown: its address has no data',
    ],
    [
      'data that were cut',
      `<img alt="Our logo" src="${shown.slice(0, 70)}">`,
      `${shown.slice(0, 40)}… of <img alt="Our logo"> cannot be shown: ${broken}`,
    ],
    [
      'data in another encoding',
      '<img src="data:image/png;base64,###">',
      `data:image/png;base64,### of <img> cannot be shown: ${broken}`,
    ],
    [
      'a drawing in its address',
      '<img class="a b" src="data:image/svg+xml,<svg><g">',
      `data:image/svg+xml,<svg><g of <img class="a b"> cannot be shown: ${broken}`,
    ],
    [
      'an empty address',
      '<img alt="Logo" src="">',
      'of <img alt="Logo"> cannot be shown: its address is empty',
    ],
    ['no host', '<img src="http://">', 'http:// cannot be shown: its address is incomplete'],
    [
      'a picture of a drawing',
      '<svg><image href="text.jpg" width="9" height="9"/></svg>',
      `text.jpg cannot be shown: ${broken}`,
    ],
    ['a button', '<input type="image" src="text.jpg">', `text.jpg cannot be shown: ${broken}`],
    ['a video', '<video poster="text.jpg"></video>', `text.jpg cannot be shown: ${broken}`],
    [
      'a background of an element',
      '<p id="head" style="background: url(text.jpg)">x',
      `text.jpg in the styles of <p id="head"> cannot be shown: ${broken}`,
    ],
    [
      'a background of a style sheet',
      '<style>.head { background: url("data:image/png;base64,xxxx") }</style><p class="head">x',
      `data:image/png;base64,xxxx in the styles of .head cannot be shown: ${broken}`,
    ],
    [
      'one of several selectors',
      '<style>b::before, p { background: url(text.jpg) }</style><p>x',
      `text.jpg in the styles of b::before, p cannot be shown: ${broken}`,
    ],
    [
      'the content before an element',
      '<style>@media print { p::before { content: url(text.jpg) } }</style><p>x',
      `text.jpg in the styles of p::before cannot be shown: ${broken}`,
    ],
  ])('is reported: %s', async (_, html, problem) => {
    expect(await problemsOf(html, { assets })).toEqual([`the picture ${problem}`]);
    expect(await problemsOf(html, { assets, scripts: false }, { owner: 'team' })).toEqual([
      `the picture ${problem}`,
    ]);
  });

  it('is reported with the file of its style sheet in another folder', async () => {
    const linked = assetsOf({
      ...files,
      'css/page.css': { type: 'text/css', bytes: 'p { background: url(../images/scan.png) }' },
    });
    expect(await problemsOf('<link rel="stylesheet" href="css/page.css"><p>x', { assets: linked })).toEqual([
      `the picture images/scan.png in the styles of p cannot be shown: ${broken}`,
    ]);
  });

  it('is reported in a header', async () => {
    expect(await problemsOf('<p>x', { assets, page: { header: '<img src="text.jpg">' } })).toEqual([
      `the picture text.jpg cannot be shown: ${broken}`,
    ]);
  });

  it('is an error in strict mode', async () => {
    await expect(print('<img src="text.jpg">', { assets }, { strict: true })).rejects.toMatchObject({
      code: 'strict',
      message: `The picture text.jpg cannot be shown: ${broken}`,
    });
  });

  it('is reported once, and only as missing if it did not load', async () => {
    const twice = '<img src="text.jpg"><img src="text.jpg"><p style="background: url(text.jpg)">x';
    expect(await problemsOf(twice, { assets })).toHaveLength(1);
    const missing = '<img src="gone.png"><p style="background: url(gone.jpg)">x';
    const { report } = await print(missing, { assets });
    expect(report.problems).toEqual([]);
    expect(new Set(report.failed.map(({ url }) => url))).toEqual(new Set(['gone.png', 'gone.jpg']));
  });

  it('is reported in the order of the document, 20 times at most', async () => {
    const html = Array.from({ length: 32 }, (_, i) => `<img id="n${i}" src="data:image/png;base64,${i}">`);
    const problems = await problemsOf(html.join(''));
    expect(problems).toHaveLength(21);
    expect(problems[19]).toContain('<img id="n19">');
    expect(problems[20]).toBe('12 more pictures and fonts cannot be shown');
  });
});

describe('a picture that is shown, or has no place on paper,', () => {
  it.each([
    ['pictures and drawings', `<img src="ok.png"><img src="ok.svg"><img src="${shown}" alt="">`],
    [
      'one of several sources',
      '<picture><source type="image/jp2" srcset="text.jpg"><img src="ok.png"></picture>',
    ],
    ['backgrounds', `<p style="background: url(ok.png), url(${shown}), url(ok.svg)">x`],
    ['a hidden picture', '<img src="text.jpg" style="display: none"><p hidden><img src=""></p>'],
    ['a picture that counts readers', '<img src="text.jpg" width="1" height="1">'],
    ['an image that awaits an address', '<img alt="Later">'],
    [
      'styles of what is not there, not shown or overridden',
      '<style>.a, p { background: url(data:image/png;base64,) } b { background: url(text.jpg); display: none } p { background: none }</style><p>x<b>y</b>',
    ],
    [
      'a picture that a script replaces',
      `<img src="text.jpg" onerror="this.onerror = null; this.src = 'ok.png'"><img src="" onerror="this.remove()">`,
    ],
  ])('is not reported: %s', async (_, html) => {
    expect(await problemsOf(html, { assets })).toEqual([]);
  });

  it('is not read again', async () => {
    const { reads, assets } = countedFiles();
    const html = '<img src="ok.png"><style>p { background: url(ok.svg) }</style><p>x<video poster="ok.png">';
    expect(await problemsOf(html, { assets })).toEqual([]);
    expect(reads.toSorted()).toEqual(['ok.png', 'ok.svg']);
  });
});

describe('a font that cannot be read', () => {
  const face = (source: string) => `<style>@font-face { font-family: "My Font"; src: ${source} }
    p { font-family: "My Font" }</style>`;

  it('is reported with its file', async () => {
    const remedy = 'cannot be read, so its text has another font: use a TTF, OTF, WOFF or WOFF2 file';
    expect(await problemsOf(`${face('url(rubbish.ttf)')}<p>x`, { assets })).toEqual([
      `the font My Font (rubbish.ttf) ${remedy}`,
    ]);
    expect(await problemsOf(`${face('url(data:font/woff2;base64,xxxx)')}<p>x`)).toEqual([
      `the font My Font (data:font/woff2;base64,xxxx) ${remedy}`,
    ]);
  });

  it('is not reported if another source can be read, nothing uses it, it is missing, or it may be installed', async () => {
    expect(await problemsOf(`${face('url(rubbish.ttf), url(ok.ttf)')}<p>x`, { assets })).toEqual([]);
    expect(await problemsOf(`${face('url(rubbish.ttf)')}<b>x`, { assets })).toEqual([]);
    expect(await problemsOf(`${face('local("No such font")')}<p>x`)).toEqual([]);
    const { report } = await print(`${face('url(gone.ttf)')}<p>x`, { assets });
    expect(report.problems).toEqual([]);
    expect(report.failed).toMatchObject([{ url: 'gone.ttf' }]);
  });
});

describe('a picture of a web server', () => {
  it('is reported if it is no picture, once if it does not load after a redirect, and not requested again', async () => {
    const web = await webServer((request, response) => {
      if (request.url === '/old.png') response.writeHead(302, { location: '/gone.png' }).end();
      else if (request.url === '/gone.png') response.writeHead(404).end();
      else response.end('<!doctype html>Sign in');
    });
    const address = `http://${web.host}`;
    const html = `<img src="${address}/login.png"><img src="${address}/old.png"><p style="background: url(${address}/back.png)">x`;
    const { report } = await print(html, {}, { allowHosts: [web.host] });
    expect(report.problems).toEqual([`the picture ${address}/login.png cannot be shown: ${broken}`]);
    expect(report.failed).toMatchObject([{ url: `${address}/gone.png` }]);
    expect(web.requests.toSorted()).toEqual(
      ['back', 'gone', 'login', 'old'].map((name) => `GET /${name}.png`),
    );
  });
});
