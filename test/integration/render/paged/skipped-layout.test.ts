/** What is not laid out for the window while a document is printed twice: the PDF must not show a trace of it. */
import { describe, expect, it } from 'vitest';
import type { PrintJob } from '../../../../src/browser/browser.ts';
import type { PageSettings } from '../../../../src/contract/page.ts';
import { render } from '../../../../src/render/render.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { noAssets } from '../../../../src/template/model/template.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { plainJob, realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

async function print(html: string, page: PageSettings = {}) {
  const deadline = new Deadline(100_000);
  const template = { name: 'test', page, metadata: {}, partials: {}, assets: noAssets, html };
  try {
    const { pdf, report } = await render({ template, data: {} }, { browser, deadline });
    const read = await readPdf(pdf);
    return { read, text: read.pages.map((page) => page.replace(/\s+/g, ' ').trim()), report };
  } finally {
    deadline.close();
  }
}

const toPage = 'a::after { content: " p" target-counter(attr(href), page) }';
const section = (id: string, content = id) =>
  `<section id="${id}" style="break-before: page">${content}</section>`;

describe('a document that is printed twice', () => {
  it('has all its pages if the area within their margins is as large as the window', async () => {
    // A print is of whole points.
    const margins = { left: 85.5, right: 0, top: 51.6, bottom: 0 };
    const { text } = await print(
      `<!doctype html><html lang="en"><title>Test</title><style>${toPage} @media ${await windowSize()} {
        h1::after { content: " in the window" }
      }</style><h1>Contents</h1><a href="#a">a</a> <a href="#b">b</a>${section('a')}${section('b')}`,
      { format: 'A4', orientation: 'landscape', margins },
    );
    expect(text).toEqual(['Contents in the window a p2 b p3', 'a', 'b']);
  });

  it('gets its title from a heading that was skipped', async () => {
    const { read } = await print(`<!doctype html><html lang="en"><style>${toPage}</style>
      <a href="#a">a</a>${section('a', '<h1>Heading</h1>')}`);
    expect(read.info.Title).toBe('Heading');
  });

  it('reports characters without a glyph in a section that was skipped', async () => {
    const { report } = await print(`<!doctype html><html lang="en"><title>Test</title><style>${toPage}</style>
      <a href="#a">a</a>${section('a', 'none: \u{10fffd}')}`);
    expect(report.missingGlyphs).toEqual(['\u{10fffd}']);
  });

  it('shows no section without a height to its scripts', async () => {
    const { text } = await print(`<!doctype html><html lang="en"><title>Test</title><style>${toPage}</style>
      <a href="#a">a</a><a href="#b">b</a><section id="a" style="break-before: page">a</section>
      <section id="b" style="break-before: page"><p id="seen">seen: </p><div style="height: 80px"></div></section>
      <script>
        new ResizeObserver(([{ contentRect }]) => {
          document.getElementById('seen').append(' ' + (contentRect.height > 0));
        }).observe(document.querySelector('#b div'));
      </script>`);
    expect(text.at(-1)).toBe('seen: true');
  });
});

/** A media query. */
async function windowSize(): Promise<string> {
  let size = '';
  const deadline = new Deadline(100_000);
  const job: PrintJob = {
    ...plainJob,
    needsPasses: true,
    async passes(page) {
      size = await page.call(() => `(width: ${innerWidth}px) and (height: ${innerHeight}px)`, []);
      return await page.print();
    },
  };
  try {
    await browser.print(job, deadline);
  } finally {
    deadline.close();
  }
  return size;
}
