/** XHTML without a name, as from stdin and requests, and XHTML that is not well-formed. */
import { afterAll, expect, it } from 'vitest';
import { startBrowserPool } from '../../../src/browser/browser-pool.ts';
import type { RenderRequest } from '../../../src/render/render-request.ts';
import { decodeHtml } from '../../../src/template/load/decode-html.ts';
import type { HtmlTemplate } from '../../../src/template/model/template.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { browserOptions, realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const single = realBrowser();
const pool = startBrowserPool({ ...browserOptions, workers: 1 });
afterAll(() => pool.close());

async function print(
  html: string,
  parts: Partial<HtmlTemplate> = {},
  { browser = single, ...request }: Partial<RenderRequest> & { browser?: typeof single } = {},
) {
  const { pdf, report } = await renderHtml(browser, html, { parts, request });
  const { pages } = await readPdf(pdf);
  return { text: pages.join(' ').replace(/\s+/g, ' ').trim(), problems: report.problems };
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n';
const root = '<html xmlns="http://www.w3.org/1999/xhtml">';
const content =
  '<head><title/><script type="text/javascript"/></head>\n<body><p>Before</p><div/><p>After &amp; last</p></body></html>';

it.each([
  ['a declaration', declaration + root + content],
  ['a document type', doctype + root + content],
  ['a namespace', root + content],
  ['all of them, and a comment', `${declaration}<!-- of 2026 -->\n${doctype}${root}${content}`],
])('is read as XML by %s', async (_, html) => {
  for (const browser of [single, pool]) {
    for (const scripts of [true, false]) {
      const { text, problems } = await print(html, { scripts }, { browser, owner: 'team' });
      expect(text).toBe('Before After & last');
      expect(problems).toEqual([]);
    }
  }
});

it('keeps styles of its own and of the template, and what Twig fills', async () => {
  const html = `${root}<head><title/><style>u::after { content: " c" }</style></head><body><p>{{ name }}<b/> b<u/></p></body></html>`;
  const styles = 'p { &::before { content: "]]>" } }';
  const { text, problems } = await print(html, { styles }, { data: { name: 'A & B' } });
  expect(text).toBe(']]>A & B b c');
  expect(problems).toEqual([]);
});

it('knows the entities of its document type', async () => {
  const html = doctype + root + content.replace('After', 'After&nbsp;&euro;');
  expect((await print(html)).text).toBe('Before After € & last');
});

it.each([
  [
    'of HTML that is called XHTML, as much is',
    `${doctype}${root}<head><title>T</title></head><body><p>Before<br>After<p>last`,
  ],
  [
    'whose scripts and comments hold such elements',
    `${doctype}${root}<title>T</title><!-- <div/> --><p>Before<script>const made = '<div/>';</script><p>After last`,
  ],
  [
    'with SVG',
    `${root}<head><title>T</title></head><p>Before<svg width="1" height="1"><path d="M0 0"/></svg><p>After last`,
  ],
  ['of HTML', '<!doctype html><title>T</title><p>Before<div/><p>After last'],
])('leaves a document %s alone', async (_, html) => {
  const { text, problems } = await print(html);
  expect(text).toBe('Before After last');
  expect(problems).toEqual([]);
});

it('warns, with line and column, if text that only XML understands is no XML', async () => {
  const wrong =
    declaration +
    root +
    content.replace('After', '<b>After').replace('<title/><script', '<title>T</title><script');
  const problem = expect.stringMatching(
    /^line 2 of the HTML has <script type="text\/javascript"\/>, which only XML understands, .*: line 3, column \d+: unexpected close tag/,
  );
  expect((await print(wrong)).problems).toContainEqual(problem);
  await expect(print(wrong, {}, { strict: true })).rejects.toMatchObject({ code: 'strict' });
  const bare = `${doctype}<html>${content}`;
  expect((await print(bare)).problems).toContainEqual(expect.stringContaining('<html> lacks xmlns='));
});

it('warns of a file that is cut at a fault, with the line and column of its author', async () => {
  const wrong = declaration + root + content.replace('After', '<b>After');
  const assets = { read: async () => undefined, documentPath: 'page.xhtml' };
  for (const browser of [single, pool]) {
    const { problems } = await print(
      wrong,
      { assets, styles: 'p {\n color: red }' },
      { browser, owner: 'team' },
    );
    expect(problems).toEqual([
      expect.stringMatching(
        /^the XHTML is not well-formed, so that only what comes before the fault is printed: line 3, column \d+: unexpected close tag/,
      ),
    ]);
  }
  await expect(print(wrong, { assets }, { strict: true })).rejects.toMatchObject({ code: 'strict' });
});

it('is decoded by its XML declaration', () => {
  const text = '<?xml version="1.0" encoding="ISO-8859-2"?><p>';
  const bytes = Buffer.concat([Buffer.from(text), Buffer.from([0xb1])]);
  expect(decodeHtml(bytes)).toBe(`${text}ą`);
});
