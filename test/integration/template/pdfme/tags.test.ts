/** The accessibility tags of editor templates, as a reader of tags finds them in the document. */
import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, it } from 'vitest';
import { checkConformance } from '../../../../src/conformance/index.ts';
import type { JsonObject } from '../../../../src/contract/json.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { render } from '../../../../src/render/render.ts';
import type { RenderRequest } from '../../../../src/render/render-request.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { startEditorPool } from '../../../../src/template/pdfme/editor-pool.ts';
import { hasPoppler, run as runTool } from '../../../support/pdf/installed.ts';
import { contentFaults, readTagged } from '../../../support/pdf/tagged.ts';
import {
  type Element,
  editorJson,
  type Files,
  readFiles,
  table,
  text,
} from '../../../support/pdfme/editor-files.ts';
import { readPdf } from '../../../support/read-pdf.ts';

const editor = startEditorPool();
afterAll(() => editor.close());

async function draw(files: Files, data: JsonObject = {}, request: Partial<RenderRequest> = {}) {
  const deadline = new Deadline(60_000);
  try {
    return await render({ template: await readFiles(files), data, ...request }, { deadline, editor });
  } finally {
    deadline.close();
  }
}

const design = (
  pages: readonly (readonly Element[])[],
  statics: readonly Element[] = [],
  settings: JsonObject = { lang: 'en', metadata: { title: 'A design' } },
): Files => ({ 'editor.json': editorJson(pages, statics), 'template.json': JSON.stringify(settings) });

/** The tags of one page, of a document that must hold PDF/A-3a and PDF/UA-1. */
async function tagsOf(elements: readonly Element[], statics: readonly Element[] = [], data: JsonObject = {}) {
  const standards = { pdfa: '3a', pdfua: true } as const;
  const { pdf } = await draw(design([elements], statics), data, { standards });
  expect(contentFaults(pdf)).toEqual([]);
  const { lines, artifacts, untagged } = await readTagged(pdf);
  expect(untagged).toBe('');
  return { lines, artifacts, pdf };
}

const at = (x: number, y: number, width = 60, height = 10): Element => ({
  position: { x, y },
  width,
  height,
});
/** All glyphs in the order of their drawing, as text: only spaces that are drawn are in it. */
async function shownText(pdf: Uint8Array): Promise<string> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: VerbosityLevel.ERRORS });
  const page = await (await task.promise).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const glyphs = fnArray.flatMap((operator, i) =>
    operator === OPS.showText ? (argsArray[i] as [readonly ({ unicode: string } | number)[]])[0] : [],
  );
  await task.destroy();
  return glyphs.map((glyph) => (typeof glyph === 'number' ? '' : glyph.unicode)).join('');
}

const square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';

describe('text', () => {
  it('is a paragraph or a heading, in reading order and not in that of the file', async () => {
    const { lines } = await tagsOf([
      text('last', 'at the end', at(20, 200)),
      text('right', 'right column', at(120, 61)),
      text('left', 'left column', at(20, 60)),
      text('title', 'The title', { ...at(20, 20), heading: 1 }),
      text('part', 'A part', { ...at(20, 40), heading: 2 }),
    ]);
    expect(lines).toEqual([
      'Document',
      '  H1 The title',
      '  H2 A part',
      '  P left column',
      '  P right column',
      '  P at the end',
    ]);
  });

  it('has spaces between its lines, and a paragraph after each empty line', async () => {
    const content = 'A text that is longer than one line of it\nsecond\n\nnext';
    const { lines, pdf } = await tagsOf([text('a', content, at(20, 20, 25, 60))]);
    expect(lines).toEqual(['Document', '  P A text that is longer than one line of it second', '  P next']);
    expect(await shownText(pdf)).toBe('A text that is longer than one line of it second next');
    if (!hasPoppler) return;
    const spoken = runTool('pdfinfo', ['-struct-text', '{}'], pdf);
    expect(spoken).toContain('"A text that is longer than one line of it second "');
  });

  it('is not divided where a long word is broken', async () => {
    const word = 'incomprehensibilities';
    const plain = text('a', word, at(20, 20, 15, 60));
    const { pdf } = await tagsOf([
      plain,
      { ...plain, name: 'b', ...at(60, 20, 15), textFormat: 'inline-markdown' },
    ]);
    expect(await shownText(pdf)).toBe(word + word);
  });

  it('of decoration is none: lines under it, borders and backgrounds are artifacts', async () => {
    const style = {
      underline: true,
      strikethrough: true,
      backgroundColor: '#eeeeee',
      borderColor: '#000000',
    };
    const { lines } = await tagsOf([
      text('a', 'one', { ...style, ...at(80, 80), borderWidth: 0.5, rotate: 30, opacity: 0.5 }),
    ]);
    expect(lines).toEqual(['Document', '  P one']);
  });

  it('that is empty or hidden has no element', async () => {
    const { lines } = await tagsOf([
      text('a', ' \n', at(20, 20)),
      text('b', 'hidden', { ...at(20, 40), visible: 'false' }),
      text('c', '{{ none }}', at(20, 60)),
    ]);
    expect(lines).toEqual([]);
  });

  it('that continues on the next page is one paragraph', async () => {
    const { pdf } = await draw(
      design([[text('a', '{{ long }}', { overflow: 'expand' }), text('b', 'after', { ...at(20, 40) })]]),
      { long: 'word '.repeat(3_000) },
      { standards: { pdfua: true } },
    );
    const { lines } = await readTagged(pdf);
    const texts = lines.map((line) => line.trim()).filter((line) => line.startsWith('P'));
    const words = texts.join(' ').match(/word/g);
    expect(words).toHaveLength(3_000);
    expect(texts.at(-1)).toBe('P after');
    if (!hasPoppler) return;
    const structure = runTool('pdfinfo', ['-struct', '{}'], pdf);
    expect(structure.match(/^ {2}P/gm)).toHaveLength(2);
  });
});

describe('markdown', () => {
  const rich = (content: string, more: Element = {}) =>
    text('rich', content, { ...at(20, 20, 60, 40), textFormat: 'inline-markdown', ...more });

  it('has links with a text, also over two lines and within the document', async () => {
    const elements = [
      rich('See [the terms of our delivery and more](https://example.com/terms) or [below](#goal) now'),
      text('goal', 'goal', at(20, 100)),
    ];
    const { lines, pdf } = await tagsOf(elements);
    expect(lines).toEqual([
      'Document',
      '  P See or now',
      '    Link the terms of our delivery and more',
      '    Link below',
      '  P goal',
    ]);
    expect(await shownText(pdf)).toBe('See the terms of our delivery and more or below nowgoal');
    const { links } = await readPdf(pdf);
    expect(links.filter((each) => each === 'https://example.com/terms')).toHaveLength(2);
  });

  it('reads a bold text once that is drawn several times', async () => {
    const { lines } = await tagsOf([rich('**bold** text', { fontName: 'OpenSans-BoldItalic' })]);
    expect(lines).toEqual(['Document', '  P bold text']);
  });
});

describe('a table', () => {
  it('has a head, and an element for each cell, also for an empty one', async () => {
    const { lines } = await tagsOf([
      table(
        't',
        [
          ['one', ''],
          ['two', 'three'],
        ],
        { tableStyles: { borderWidth: 1 } },
      ),
    ]);
    expect(lines).toEqual([
      'Document',
      '  Table',
      '    THead',
      '      TR',
      '        TH Column 1',
      '        TH Column 2',
      '    TBody',
      '      TR',
      '        TD one',
      '        TD',
      '      TR',
      '        TD two',
      '        TD three',
    ]);
  });

  it('is one table over several pages, whose repeated head is an artifact', async () => {
    const rows = { repeat: 'row in 1..120', repeatHead: true };
    const { lines, artifacts, pdf } = await tagsOf([table('t', [['{{ row }}', 'x']], rows)]);
    const { pages } = await readPdf(pdf);
    expect(pages.length).toBeGreaterThan(2);
    expect(artifacts).toEqual(pages.slice(1).flatMap(() => ['Column 1 Column 2']));
    const { findings } = checkConformance(pdf, { levels: ['pdfua-1'] });
    expect(findings).toEqual([]);
    expect(lines.filter((line) => line.includes('TH '))).toHaveLength(2);
    expect(lines.filter((line) => / TD \d/.test(line))).toHaveLength(120);
    if (!hasPoppler) return;
    const structure = runTool('pdfinfo', ['-struct', '{}'], pdf);
    expect(structure.match(/^ {2}Table/gm)).toHaveLength(1);
    expect(structure.match(/^ {6}TR/gm)).toHaveLength(121);
  });

  it('without a head has the headers of its rows', async () => {
    const { lines } = await tagsOf([table('t', [['a', 'b']], { showHead: false, rowHeaders: true })]);
    expect(lines.slice(1)).toEqual(['  Table', '    TBody', '      TR', '        TH a', '        TD b']);
  });
});

it('a list has labels and texts, and lists within items', async () => {
  const list = {
    name: 'l',
    type: 'list',
    content: JSON.stringify(['one', '\tinner', '\tmore', 'two']),
    listStyle: 'ordered',
    backgroundColor: '#eeeeee',
    ...at(20, 20, 100, 60),
  };
  expect((await tagsOf([list])).lines).toEqual([
    'Document',
    '  L',
    '    LI',
    '      Lbl 1.',
    '      LBody one',
    '        L',
    '          LI',
    '            Lbl 1.',
    '            LBody inner',
    '          LI',
    '            Lbl 2.',
    '            LBody more',
    '    LI',
    '      Lbl 2.',
    '      LBody two',
  ]);
});

describe('pictures, codes and boxes', () => {
  const svg = (name: string, y: number, more: Element = {}) => ({
    name,
    type: 'svg',
    content: square,
    ...at(20, y),
    ...more,
  });

  it('say what their alt says, with Twig, and are decoration if it is empty', async () => {
    const { lines } = await tagsOf(
      [
        svg('a', 20, { alt: 'Logo of {{ firm }}' }),
        svg('b', 60, { alt: '' }),
        svg('c', 90, { alt: '{{ none }}' }),
      ],
      [],
      { firm: 'A & B' },
    );
    expect(lines).toEqual(['Document', '  Figure Logo of A & B']);
  });

  it('without alt is named in the error for PDF/UA, and drawn otherwise', async () => {
    const files = design([[svg('logo', 20)]]);
    await expect(draw(files, {}, { standards: { pdfua: true } })).rejects.toMatchObject({
      code: 'not_conforming',
      errors: { source: [expect.stringMatching(/page 1, field logo: .*"alt"/)] },
    });
    const { pdf } = await draw(files);
    expect((await readTagged(pdf)).lines).toEqual(['Document', '  Figure']);
  });

  it('say their content if they are codes, and whether they are ticked if they are boxes', async () => {
    const code = (type: string, content: string, y: number) => ({
      name: type,
      type,
      content,
      ...at(20, y, 20, 20),
    });
    const { lines } = await tagsOf([
      code('qrcode', 'https://example.com', 20),
      { ...code('checkbox', 'true', 60), alt: 'Member' },
      code('radioGroup', 'false', 90),
    ]);
    expect(lines).toEqual([
      'Document',
      '  Figure https://example.com',
      '  Form \u2611 Member',
      '  Form \u2610',
    ]);
  });

  it('embed the font of texts in SVG', async () => {
    const content =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 9"><text y="8">Ψ text</text></svg>';
    const { pdf } = await tagsOf([svg('a', 20, { content, alt: 'A text' })]);
    expect((await readPdf(pdf)).pages[0]).toContain('Ψ text');
  });
});

it('a rectangle that is turned by a right angle is on the page, and conforms', async () => {
  const bar = { name: 'bar', type: 'rectangle', color: '#c81e1e', ...at(40, 100, 80, 10), rotate: 90 };
  const { pdf } = await tagsOf([bar, text('a', 'text', at(20, 20))]);
  const picture = await (await readPdf(pdf)).picture(1);
  expect(picture.at(80, 70)).toEqual([0xc8, 0x1e, 0x1e]);
  expect(picture.at(60, 105)).toEqual([255, 255, 255]);
});

describe('the document', () => {
  it('skips elements of every page, whose links have an element', async () => {
    const footer = text('footer', 'Page {{ page }}, [us](https://example.com)', {
      ...at(20, 280),
      textFormat: 'inline-markdown',
    });
    const { lines, artifacts } = await tagsOf(
      [text('a', 'body', at(20, 60))],
      [footer, text('header', 'top', at(20, 5))],
    );
    expect(lines).toEqual(['Document', '  P body', '  Link us']);
    expect(artifacts.map((each) => each.trim())).toEqual(['Page 1, us', 'top']);
  });

  it('has the language of the setting, or the one that its text is in', async () => {
    const german =
      'Wir danken Ihnen für den Auftrag und freuen uns auf die Zusammenarbeit mit Ihnen. Bitte geben Sie bei der ' +
      'Zahlung die Nummer der Rechnung an, damit wir sie zuordnen können. Wenn Sie noch Fragen haben, sind wir ' +
      'gern für Sie da, und das auch nach der Lieferung.';
    const pages = [[text('a', german, at(20, 20, 160, 60))]];
    const languageOf = async (settings: JsonObject, request: Partial<RenderRequest> = {}) => {
      const { pdf } = await draw(design(pages, [], settings), {}, request);
      const file = new PdfReader(pdf);
      return file.string(file.catalog, 'Lang')?.bytes;
    };
    expect(await languageOf({})).toBe('de');
    expect(await languageOf({}, { pageDefaults: { lang: 'nl' } })).toBe('nl');
    expect(await languageOf({ lang: 'fr' }, { pageDefaults: { lang: 'nl' } })).toBe('fr');
    expect(await languageOf({ lang: 'fr' }, { page: { lang: 'it' } })).toBe('it');
  });

  it('has its first heading as the title, if it has no other', async () => {
    const elements = [
      text('b', 'Later', { ...at(20, 60), heading: 2 }),
      text('a', 'First', { ...at(20, 20), heading: 1 }),
    ];
    const title = async (settings: JsonObject) =>
      (await readPdf((await draw(design([elements], [], settings))).pdf)).info.Title;
    expect(await title({})).toBe('First');
    expect(await title({ metadata: { title: 'Other' } })).toBe('Other');
  });

  it('has no tags if none are wanted, and cannot be PDF/UA then', async () => {
    const files = design([[text('a', 'one')]], [], { tags: false });
    const { pdf } = await draw(files);
    expect((await readTagged(pdf)).lines).toEqual([]);
    await expect(draw(files, {}, { standards: { pdfua: true } })).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining('tags'),
    });
  });

  it('that shows characters without a glyph is rejected with the element that has them', async () => {
    const elements = [text('a', 'fine'), table('t', [['漢', 'x']]), text('b', '漢字', at(20, 100))];
    await expect(draw(design([elements]), {}, { standards: { pdfa: '2b' } })).rejects.toMatchObject({
      code: 'not_conforming',
      errors: {
        source: [
          'page 1, field t: its font does not have the character 漢.',
          'page 1, field b: its font does not have the character 字.',
        ],
      },
    });
  });

  it('conforms without content', async () => {
    expect((await tagsOf([])).lines).toEqual([]);
  });
});
