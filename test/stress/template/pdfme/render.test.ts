/** Renders editor templates in real threads with the bundled pdfme and reads the documents. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/contract/json.ts';
import { render } from '../../../../src/render/render.ts';
import type { RenderRequest } from '../../../../src/render/render-request.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { startEditorPool } from '../../../../src/template/pdfme/editor-pool.ts';
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

async function run(files: Files, data: JsonObject = {}, request: Partial<RenderRequest> = {}, ms = 60_000) {
  const deadline = new Deadline(ms);
  try {
    return await render({ template: await readFiles(files), data, ...request }, { deadline, editor });
  } finally {
    deadline.close();
  }
}

const show = async (elements: readonly Element[], data: JsonObject = {}, statics: readonly Element[] = []) =>
  await readPdf((await run({ 'editor.json': editorJson([elements], statics) }, data)).pdf);

describe('text', () => {
  it('is Twig and is not escaped for HTML', async () => {
    const pdf = await show([text('a', '{{ name|upper }} & <{{ other }}>')], {
      name: 'Ann',
      other: '"x" & y',
    });
    expect(pdf.pages).toEqual(['ANN & <"x" & y>']);
    expect(pdf.sizes).toEqual([{ width: 210, height: 297 }]);
  });

  it('has the position and size from the file', async () => {
    const pdf = await show([text('a', 'here', { position: { x: 50, y: 100 }, fontSize: 20 })]);
    const { left, top, size } = pdf.place(1, 'here');
    expect([Math.round(left), Math.round(size)]).toEqual([50, 20]);
    expect(top).toBeGreaterThan(103);
    expect(top).toBeLessThan(110);
  });

  it('never evaluates an expression of pdfme, in the template or in the data', async () => {
    const hostile = '{1+1} {constructor.constructor("return process")()} {date} {other}';
    const elements = [
      text('other', '{{ value }}'),
      text('readonly', '{1+1} {{ value }}', { readOnly: true, position: { x: 20, y: 40 } }),
      text('grown', '{{ value }}', { overflow: 'expand', readOnly: true, position: { x: 20, y: 60 } }),
      table('rows', [['{{ value }}', '{2+2}']], { position: { x: 20, y: 100 } }),
    ];
    const statics = [text('static', '{{ value }}', { readOnly: true, position: { x: 20, y: 270 } })];
    const pdf = await show(elements, { value: hostile }, statics);
    const all = pdf.pages.join().replace(/\s+/g, '');
    expect(all.split(hostile.replace(/\s+/g, '')).length - 1).toBe(5);
    expect(all).toContain('{2+2}');
  });

  it('does not hang on data that would slow down the regular expression of an evaluator', async () => {
    const value = '{/^(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")}';
    const pdf = await show([text('a', '{{ value }}', { readOnly: true })], { value });
    expect(pdf.pages.join().replace(/\s+/g, '')).toContain(value.replace(/\s+/g, ''));
  });

  it('supports four styles of inline markdown, but not in data', async () => {
    const content = 'plain **bold** *italic* ***both*** {{ value }}';
    const pdf = await show([text('a', content, { textFormat: 'inline-markdown' })], {
      value: '**data** [x](https://x.example)',
    });
    expect(pdf.pages[0]?.replace(/\s+/g, ' ')).toContain('**data** [x](https://x.example)');
    expect(pdf.links).toEqual([]);
    const fonts = ['plain', 'bold', 'italic', 'both'].map((word) =>
      pdf.place(1, word).font.replace(/-\d+$/, ''),
    );
    expect(fonts).toEqual(['OpenSans-Regular', 'OpenSans-Bold', 'OpenSans-Italic', 'OpenSans-BoldItalic']);
  });

  it('prints the number 0', async () => {
    const pdf = await show([text('a', '{{ n }}')], { n: 0 });
    expect(pdf.pages).toEqual(['0']);
  });

  it('that grows moves everything below it, across pages', async () => {
    const elements = [
      text('long', '{{ long }}', { overflow: 'expand' }),
      text('after', 'after it', { position: { x: 20, y: 35 } }),
    ];
    const pdf = await show(elements, { long: 'word '.repeat(3_000) });
    expect(pdf.pages.length).toBeGreaterThan(2);
    expect(pdf.pages.at(-1)).toContain('after it');
  });

  it('in the older form with variables accepts Twig in them', async () => {
    const element = text('a', JSON.stringify({ name: '{{ who }}' }), {
      type: 'multiVariableText',
      text: 'Dear {name}, {missing}.',
      variables: ['name'],
    });
    expect((await show([element], { who: '{x} $& Ann' })).pages).toEqual(['Dear {x} $& Ann, .']);
  });
});

it("renders pdfme's own templates with page numbers and text variables", async () => {
  const variables = (name: string, y: number, content: string, more: Element) =>
    text(name, content, {
      type: 'multiVariableText',
      text: 'Dear **{who}**',
      variables: ['who'],
      position: { x: 20, y },
      ...more,
    });
  const elements = [
    variables('finished', 20, 'Kumo Coffee', { readOnly: true }),
    variables('literal', 40, '{"who":"A **b**"}', { textFormat: 'inline-markdown' }),
  ];
  const statics = [
    text('no', 'Page {currentPage} of {totalPages}', { readOnly: true, position: { x: 20, y: 285 } }),
  ];
  const pdf = await show(elements, {}, statics);
  for (const part of ['Page 1 of 1', 'Kumo Coffee', 'A **b**']) expect(pdf.pages[0]).toContain(part);
  expect(pdf.place(1, 'A **b**').font).toMatch(/^OpenSans-Bold/);
});

describe('visible', () => {
  it('omits an element if its expression is false', async () => {
    const elements = [
      text('a', 'paid', { visible: 'total > 0' }),
      text('b', 'free', { visible: 'total == 0', position: { x: 20, y: 60 } }),
    ];
    expect((await show(elements, { total: 3 })).pages).toEqual(['paid']);
    expect((await show(elements, { total: 0 })).pages).toEqual(['free']);
  });
});

describe('tables', () => {
  const items = Array.from({ length: 60 }, (_, index) => ({ title: `Item no ${index + 1}.`, price: index }));

  it('print the first row for each item and other rows once, across pages with page numbers', async () => {
    const rows = [
      ['{{ loop.index }}', '{{ item.title }}', '{{ item.price }}'],
      ['', 'Sum', '{{ items|reduce((sum, each) => sum + each.price, 0) }}'],
    ];
    const statics = [text('no', 'Page {{ page }} of {{ pages }}', { position: { x: 20, y: 285 } })];
    const pdf = await show(
      [table('t', rows, { repeat: 'item in items', repeatHead: true })],
      { items },
      statics,
    );
    expect(pdf.pages.length).toBeGreaterThan(1);
    const all = pdf.pages.join('\n');
    for (const { title } of items) expect(all.split(title).length - 1, title).toBe(1);
    expect(pdf.pages.at(-1)).toContain('1770');
    for (const [index, page] of pdf.pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pdf.pages.length}`);
      expect(page).toContain('Column 1');
    }
  });

  it('accept any data', async () => {
    const value = '"], ["x", {% endset %} {{ 1 }} \\ \u0000 </td>';
    const pdf = await show([table('t', [['{{ each }}', 'b']], { repeat: 'each in list' })], {
      list: [value],
    });
    expect(pdf.pages[0]).toContain('"], ["x", {% endset %} {{ 1 }} \\');
  });

  it('keep their head without items', async () => {
    const pdf = await show([table('t', [['{{ each }}']], { repeat: 'each in list' })], { list: [] });
    expect(pdf.pages).toEqual(['Column 1']);
  });

  it('repeat like lists', async () => {
    const list = text('l', '["{{ each }}", "last"]', { type: 'list', repeat: 'each in names' });
    expect((await show([list], { names: ['one', 'two'] })).pages[0]?.replace(/\s+/g, ' ')).toBe(
      '• one • two • last',
    );
  });
});

describe('pictures and codes', () => {
  const box = { position: { x: 20, y: 20 }, width: 40, height: 40 };
  const red =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#ff0000"/></svg>';
  const picture = (source: string, type = 'svg') => [{ name: 'p', type, content: '', source, ...box }];

  it('come from data and from files of the template', async () => {
    const files = { 'editor.json': editorJson([picture('logo')]), 'assets/red.svg': red };
    for (const logo of [
      red,
      `data:image/svg+xml;base64,${Buffer.from(red).toString('base64')}`,
      'assets/red.svg',
    ]) {
      const pdf = await readPdf((await run(files, { logo })).pdf);
      expect((await pdf.picture(1)).at(40, 40), logo.slice(0, 20)).toEqual([255, 0, 0]);
    }
  });

  it('are rejected with the field if they cannot be drawn', async () => {
    const cases: [readonly Element[], JsonObject, RegExp][] = [
      [
        picture('logo'),
        { logo: '<svg><rect></svg>' },
        /page 1, field p: the picture closes <svg> while <rect>/,
      ],
      [
        picture('logo', 'image'),
        { logo: 'no/such.png' },
        /no\/such\.png", and the template has no such file/,
      ],
      [picture('logo', 'image'), { logo: 'https://example.com/x.png' }, /nothing is fetched/],
      [picture('logo', 'image'), { logo: 'data:image/png;base64,AAAA' }, /is no PNG and no JPEG/],
      [picture('code', 'ean13'), { code: '4006381333932' }, /check digit 2, and 1 would be right/],
      [picture('code', 'ean13'), { code: '12' }, /must be an EAN-13/],
      [[text('a', '{{ x }}', { required: true })], {}, /page 1, field a: a value is required/],
    ];
    for (const [elements, data, message] of cases) {
      await expect(run({ 'editor.json': editorJson([elements]) }, data)).rejects.toMatchObject({
        code: 'invalid_data',
        message: expect.stringMatching(message),
      });
    }
  });

  it('are omitted without content and drawn with content', async () => {
    const files = { 'editor.json': editorJson([picture('code', 'qrcode')]) };
    const dark = async (data: JsonObject) => {
      const { at } = await (await readPdf((await run(files, data)).pdf)).picture(1);
      return Array.from({ length: 40 }, (_, i) => at(21 + i, 40)).filter(([r]) => r < 128).length;
    };
    expect(await dark({ code: '' })).toBe(0);
    expect(await dark({ code: 'https://pdf.example' })).toBeGreaterThan(5);
  });

  it('include a tick that follows its expression', async () => {
    const files = { 'editor.json': editorJson([[{ ...picture('yes', 'checkbox')[0], color: '#000000' }]]) };
    const inside = async (data: JsonObject) => {
      const { at } = await (await readPdf((await run(files, data)).pdf)).picture(1);
      let dark = 0;
      for (let x = 30; x < 50; x += 0.5) for (let y = 30; y < 50; y += 0.5) if (at(x, y)[0] < 128) dark += 1;
      return dark;
    };
    expect(await inside({ yes: false })).toBe(0);
    expect(await inside({ yes: 'x' })).toBeGreaterThan(20);
  });
});

describe('the whole document', () => {
  const files: Files = {
    'editor.json': editorJson([[text('a', 'Hello {{ name }}')], [text('a', 'second {{ now|date("Y") }}')]]),
    'template.json': '{ "name": "letter", "metadata": { "title": "To {{ name }}" } }',
  };

  it('has the properties of the template, overridden by the caller', async () => {
    const { pdf, report } = await run(files, { name: 'Ann' }, { metadata: { author: '{{ name }}!' } });
    const { info, pages } = await readPdf(pdf);
    expect(info).toMatchObject({ Title: 'To Ann', Author: 'Ann!', Creator: 'pdfapi' });
    expect(pages).toHaveLength(2);
    expect(report).toMatchObject({ pages: 2, bytes: pdf.length, missingGlyphs: [] });
  });

  it('has the same bytes for the same input and date', async () => {
    const reproducible = { date: new Date('2026-01-02T03:04:05Z') };
    const example = new URL('../../../../templates-examples/editor-invoice/', import.meta.url);
    const read = (path: string) => readFileSync(new URL(path, example));
    const invoice = { 'editor.json': read('editor.json'), 'assets/logo.svg': read('assets/logo.svg') };
    const data = JSON.parse(read('data.json').toString());
    const first = await run(invoice, data, { reproducible });
    const second = await run(invoice, data, { reproducible });
    expect(Buffer.compare(first.pdf, second.pdf)).toBe(0);
    expect((await readPdf((await run(files, { name: 'x' }, { reproducible })).pdf)).pages[1]).toBe(
      'second 2026',
    );
  });

  it('is placed over base.pdf, whose last page repeats', async () => {
    const base = await run({
      'editor.json': editorJson([[text('b', 'BASE', { position: { x: 20, y: 200 } })]]),
    });
    const { pdf } = await run({ ...files, 'base.pdf': base.pdf }, { name: 'Ann' });
    const { pages } = await readPdf(pdf);
    expect(pages.map((page) => page.includes('BASE'))).toEqual([true, true]);
    expect(pages[0]).toContain('Hello Ann');
  });

  it('reports an invalid base.pdf', async () => {
    await expect(run({ ...files, 'base.pdf': 'no PDF' })).rejects.toMatchObject({
      code: 'invalid_template',
      message: expect.stringMatching(/^base\.pdf cannot be used/),
    });
  });

  it('reports characters missing from its fonts, and right-to-left text', async () => {
    const { report } = await run(
      { 'editor.json': editorJson([[text('a', '{{ v }}')]]) },
      { v: 'a 漢 字 שלום' },
    );
    expect(report.missingGlyphs).toEqual(['字', '漢']);
    expect(report.console).toEqual([
      { level: 'warning', text: expect.stringContaining('html templates can') },
    ]);
    const strict = run({ 'editor.json': editorJson([[text('a', '漢')]]) }, {}, { strict: true });
    await expect(strict).rejects.toMatchObject({ code: 'strict' });
  });

  it('accepts no page settings from a caller', async () => {
    await expect(run(files, {}, { page: { format: 'A5' } })).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining('format cannot be set'),
    });
  });

  it('reports an undefined variable with the field in strict mode', async () => {
    await expect(run(files, {}, { strict: true })).rejects.toMatchObject({
      name: 'TemplateRuntimeError',
      part: 'page 1, field a',
    });
  });

  it('uses the fonts of the template', async () => {
    const font = readFileSync(
      new URL('../../../../src/template/pdfme/fonts/OpenSans-Bold.ttf', import.meta.url),
    );
    const own = { ...files, 'fonts/House-Regular.ttf': font };
    expect((await readPdf((await run(own)).pdf)).place(1, 'Hello').font).toMatch(/^OpenSans-Bold-\d+$/);
  });
});

describe('a document that would never finish', () => {
  it('ends at its deadline, and the next one is rendered', async () => {
    const files = {
      'editor.json': editorJson([[text('a', '{{ bomb }}', { overflow: 'expand', width: 3 })]]),
    };
    await expect(run(files, { bomb: 'x'.repeat(600_000) }, {}, 1_500)).rejects.toMatchObject({
      code: 'timeout',
    });
    expect((await show([text('a', 'still here')])).pages).toEqual(['still here']);
  });

  it('ends with its thread if it exceeds the memory limit', async () => {
    const small = startEditorPool({ memoryMb: 64 });
    const deadline = new Deadline(60_000);
    const template = await readFiles({
      'editor.json': editorJson([[table('t', [['{{ i }}', 'b']], { repeat: 'i in 1..60000' })]]),
    });
    try {
      await expect(render({ template, data: {} }, { deadline, editor: small })).rejects.toMatchObject({
        code: 'memory_limit',
      });
    } finally {
      deadline.close();
      await small.close();
    }
  });

  it('fails with a clear error in a closed pool', async () => {
    const pool = startEditorPool();
    const deadline = new Deadline();
    const template = await readFiles({ 'editor.json': editorJson([[text('a', 'x')]]) });
    const running = render({ template, data: {} }, { deadline, editor: pool });
    const failed = expect(running).rejects.toMatchObject({ code: 'interrupted' });
    await new Promise((resolve) => setImmediate(resolve));
    await pool.close();
    await failed;
    deadline.close();
  });
});
