/** Some pages of documents that are printed: labels hold, and nothing of the other pages is left. */
import { describe, expect, it } from 'vitest';
import { inspectPdf } from '../../../src/pdf/inspect-pdf.ts';
import { render } from '../../../src/render/render.ts';
import type { RenderRequest } from '../../../src/render/render-request.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { memoryTree } from '../../../src/template/load/memory-tree.ts';
import { readTemplate } from '../../../src/template/load/read-template.ts';
import { book } from '../../support/pdf/book.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();
const reproducible = { date: new Date('2026-01-31T12:34:56Z') };

async function print(request: Partial<RenderRequest> = {}, files: Readonly<Record<string, string>> = {}) {
  const all = { 'template.html': book, ...files };
  const tree = memoryTree(new Map(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)])));
  const deadline = new Deadline(60_000);
  try {
    const { template } = await readTemplate(tree);
    return await render({ template, data: {}, ...request }, { browser, deadline });
  } finally {
    deadline.close();
  }
}

const standards = { pdfa: '3a', pdfua: true } as const;

describe('a document with labels', () => {
  it.each(['1', '2', '3-5', '5,3', '9', '10-8', 'last', '4-', '-3', '7,1'])(
    'holds them with the pages %s',
    async (pages) => {
      const whole = await print({ standards });
      // It would fail with `not_conforming`.
      const { pdf, report } = await print({ standards, pages });
      const [all, chosen] = await Promise.all([viewed(whole.pdf), viewed(pdf)]);
      expect(chosen.text).toEqual(chosen.labels?.map((label) => all.text[Number(label) - 1]));
      expect(report).toMatchObject({ pages: chosen.text.length, bytes: pdf.length });
      expect(pdf.length).toBeLessThan(whole.pdf.length);
      expect(inspectPdf(pdf)).toMatchObject({ tagged: true, metadata: { title: 'Book' } });
    },
  );
});

it('printed page numbers are those of the whole document, and viewers show them too', async () => {
  const { pdf } = await print(
    { pages: '3-4' },
    { 'footer.html': '<span class="pageNumber"></span>/<span class="totalPages"></span>' },
  );
  const { text, labels } = await viewed(pdf);
  expect(text.map((page) => /\d+ ?\/ ?\d+/.exec(page)?.[0].replaceAll(' ', ''))).toEqual(['3/10', '4/10']);
  expect(labels).toEqual(['3', '4']);
});

it.each([
  ['compact', {}],
  ['as Chromium wrote it', { compact: false }],
  ['reproducible', { reproducible }],
  ['without tags', { compact: false, tags: false }],
])(
  'works for a document that is %s',
  async (_, { tags, ...request }: Partial<RenderRequest> & { tags?: boolean }) => {
    const settings = tags === false ? { 'template.json': '{ "tags": false }' } : {};
    const { pdf } = await print({ ...request, pages: '4,last' }, settings);
    const { pages, outline } = await readPdf(pdf);
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain('Section 2');
    expect(outline).not.toContain('Section 3');
  },
);

it('all pages in their order are the same file as without a selection', async () => {
  const [whole, all] = await Promise.all([print({ reproducible }), print({ reproducible, pages: '1-last' })]);
  expect(Buffer.compare(whole.pdf, all.pdf)).toBe(0);
});

it('a page that the document does not have is an error that says how many it has', async () => {
  const message = 'The document has 10 pages; 14- selects none.';
  await expect(print({ pages: '1,14-' })).rejects.toMatchObject({
    code: 'invalid_option',
    message,
    errors: { 'config.pages': [message] },
  });
});

it('works for editor templates', async () => {
  const text = { type: 'text', position: { x: 10, y: 10 }, width: 50, height: 10 };
  const schemas = ['first', 'second'].map((name) => [{ ...text, name, content: name, readOnly: true }]);
  const document = {
    basePdf: { width: 100, height: 100, padding: [0, 0, 0, 0] },
    schemas,
    pdfmeVersion: '5.5.0',
  };
  const tree = memoryTree(new Map([['editor.json', Buffer.from(JSON.stringify(document))]]));
  const { template } = await readTemplate(tree);
  const { pdf } = await print({ template, pages: '2' });
  expect((await viewed(pdf)).text).toEqual(['second']);
});
