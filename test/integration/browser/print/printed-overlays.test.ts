/** Headers and footers of a server's documents that are printed once. */
import { describe, expect, it } from 'vitest';
import { startBrowserPool } from '../../../../src/browser/browser-pool.ts';
import { printOverlay } from '../../../../src/render/paged/overlay/print-overlay.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { afterFile } from '../../../support/after-file.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { assetsOf, browserOptions } from '../../../support/real-browser.ts';

const browser = startBrowserPool({ ...browserOptions, workers: 1 });
afterFile(() => browser.close());

interface Header {
  readonly owner: string | undefined;
  readonly html: string;
  readonly title: string;
  readonly colour: string;
}

const usual: Header = { owner: 'one', html: 'Acme <span class="title"></span>', title: 'A', colour: 'red' };

const squareOf = (colour: string) =>
  assetsOf({
    'logo.svg': {
      type: 'image/svg+xml',
      bytes: `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${colour}"/></svg>`,
    },
  });

async function print(header: Partial<Header>) {
  const { owner, html, title, colour } = { ...usual, ...header };
  const deadline = new Deadline(30_000);
  const box = { x: 0, y: 0, width: 210, height: 20, html, kind: 'header' } as const;
  try {
    const printed = await printOverlay(
      [{ width: 210, height: 297, boxes: [box] }],
      {
        job: { owner, assets: squareOf(colour), allowHosts: [], listFonts: false },
        fields: { title },
      },
      { browser, deadline },
    );
    if (!printed) throw new Error('Nothing was printed.');
    const { pdf, heights, timings } = printed;
    const read = await readPdf(pdf);
    const [text = ''] = read.pages;
    return { pdf, heights, text: text.trim(), isPrinted: timings.print > 0, read };
  } finally {
    deadline.close();
  }
}

describe('a header', () => {
  it('is printed once for the documents of an owner', async () => {
    const first = await print({});
    const second = await print({});
    expect([first.isPrinted, second.isPrinted]).toEqual([true, false]);
    expect(second.text).toBe('Acme A');
    expect(second.pdf.equals(first.pdf)).toBe(true);
    expect(second.heights).toEqual(first.heights);
  });

  it.each([
    [
      'a drawing',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9"/></svg> Acme',
    ],
    [
      'a picture in it',
      '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="> Acme',
    ],
  ])('with %s is printed once', async (_what, html) => {
    expect((await print({ html })).isPrinted).toBe(true);
    expect((await print({ html })).isPrinted).toBe(false);
  });

  it('that does not show the title is printed once for documents of other titles', async () => {
    expect((await print({ html: 'Letterhead', title: 'A' })).isPrinted).toBe(true);
    expect((await print({ html: 'Letterhead', title: 'B' })).isPrinted).toBe(false);
  });

  it('that may show the title in another spelling is printed again', async () => {
    const html = 'Letterhead <span class="&#116;itle"></span>';
    expect((await print({ html, title: 'A' })).text).toBe('Letterhead A');
    expect((await print({ html, title: 'B' })).text).toBe('Letterhead B');
  });

  it('survives what a caller does with its bytes', async () => {
    const { pdf } = await print({});
    pdf.fill(0);
    expect((await print({})).text).toBe('Acme A');
  });

  it.each([
    ['another text', { html: 'Other' }, 'Other'],
    ['another title of the document', { title: 'B' }, 'Acme B'],
    ['another owner', { owner: 'two' }, 'Acme A'],
    ['no owner', { owner: undefined }, 'Acme A'],
  ])('is printed again for %s', async (_what, changed, text) => {
    await print({});
    const printed = await print(changed);
    expect(printed.isPrinted).toBe(true);
    expect(printed.text).toBe(text);
  });

  it('with a picture of the template shows the one that it has now', async () => {
    const html = '<img src="logo.svg" style="display:block">';
    const colours = [];
    for (const colour of ['red', 'blue']) {
      const { read, isPrinted } = await print({ html, colour });
      expect(isPrinted).toBe(true);
      colours.push((await read.picture(1)).at(5, 10).join());
    }
    expect(colours).toEqual(['255,0,0', '0,0,255']);
  });
});
