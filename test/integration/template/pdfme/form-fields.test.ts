/** Elements of editor templates that are fields of a form, as readers of the PDF find and fill them. */
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/contract/json.ts';
import { fillForm } from '../../../../src/library/forms/fill-form.ts';
import { listFormFields } from '../../../../src/library/forms/list-form-fields.ts';
import { mergePdfs } from '../../../../src/library/merge-pdfs.ts';
import { render } from '../../../../src/render/render.ts';
import type { RenderRequest } from '../../../../src/render/render-request.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { startEditorPool } from '../../../../src/template/pdfme/editor-pool.ts';
import { makeForm } from '../../../support/forms/make-form.ts';
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
    return (await render({ template: await readFiles(files), data, ...request }, { deadline, editor })).pdf;
  } finally {
    deadline.close();
  }
}

const design = (
  pages: readonly (readonly Element[])[],
  statics: readonly Element[] = [],
  settings: JsonObject = {},
): Files => ({
  'editor.json': editorJson(pages, statics),
  'template.json': JSON.stringify({ lang: 'en', metadata: { title: 'A form' }, ...settings }),
});

const field = (type: string, name: string, content: string, y = 40, more: Element = {}): Element =>
  text(name, content, {
    type,
    formField: true,
    position: { x: 20, y },
    width: 80,
    verticalAlignment: 'middle',
    ...more,
  });

const button = (type: string, name: string, content: string, x: number, more: Element = {}): Element =>
  field(type, name, content, 120, { position: { x, y: 120 }, width: 8, height: 8, ...more });

const sides = (length: number) => ({ top: length, right: length, bottom: length, left: length });

const form = [
  text('title', 'Membership', { heading: 1 }),
  field('text', 'name', '{{ name }}', 40, {
    ...{ required: true, alt: 'Name of {{ who }}', fontSize: 11, fontColor: '#cc0000', alignment: 'right' },
    ...{ borderWidth: sides(0.3), borderColor: '#0000ff', backgroundColor: '#eeeeff' },
  }),
  field('text', 'notes', '', 55, { height: 30, verticalAlignment: 'top', content: 'Two\nlines' }),
  field('date', 'joined', '2026/11/30', 90, { format: 'dd.MM.yyyy', locale: 'de', readOnly: true }),
  field('select', 'plan', 'Gold', 105, { options: ['Silver', 'Gold'] }),
  button('checkbox', 'agree', '', 20, { source: 'agree', alt: 'I agree' }),
  button('checkbox', 'news', 'true', 40, { color: '#008800' }),
  button('radioGroup', 'card', 'true', 60, { group: 'payment' }),
  button('radioGroup', 'cash', 'false', 80, { group: 'payment' }),
  field('text', 'turned', 'Turned', 170, { rotate: 90 }),
  text('end', 'The end', { position: { x: 20, y: 200 } }),
];

const data = { name: 'Ada Lovelace', who: 'the member', agree: false };

const fieldsOf = async (pdf: Uint8Array) =>
  (await listFormFields(pdf)).map(({ name, type, value, places }) => [
    name,
    type,
    value,
    places.map(({ page }) => page).join(),
  ]);

describe('an element with "formField"', () => {
  it('is a field with its name, kind, value and label', async () => {
    const fields = await listFormFields(await draw(design([form]), data));
    const seen = fields.map(({ name, type, value, label, required, readOnly }) => [
      ...[name, type, value, label],
      `${required ? 'required' : ''}${readOnly ? 'read-only' : ''}`,
    ]);
    expect(seen).toEqual([
      ['name', 'text', 'Ada Lovelace', 'Name of the member', 'required'],
      ['notes', 'multiline', 'Two\nlines', 'notes', ''],
      ['joined', 'text', '30.11.2026', 'joined', 'read-only'],
      ['plan', 'combo', 'Gold', 'plan', ''],
      ['agree', 'checkbox', false, 'I agree', ''],
      ['news', 'checkbox', true, 'news', ''],
      ['payment', 'radio', 'card', 'payment', ''],
      ['turned', 'text', 'Turned', 'turned', ''],
    ]);
    const [, , , plan, , , payment] = fields;
    expect(plan?.options.map(({ value }) => value)).toEqual(['Silver', 'Gold']);
    expect(payment?.options.map(({ value }) => value)).toEqual(['card', 'cash']);
  });

  it('holds PDF/A-3a and PDF/UA-1, where it is in the reading order', async () => {
    const pdf = await draw(design([form]), data, { standards: { pdfa: '3a', pdfua: true } });
    expect(contentFaults(pdf)).toEqual([]);
    const { lines, untagged } = await readTagged(pdf);
    expect(untagged).toBe('');
    expect(lines.filter((line) => line.includes('Form'))).toHaveLength(9);
    expect(lines[1]).toContain('Membership');
    expect(lines.at(-1)).toContain('The end');
    const { pdf: filled } = await fillForm(pdf, { name: 'Grace', payment: 'cash' });
    expect(contentFaults(filled)).toEqual([]);
  });

  it('is no content of the page, but its frame is, and looks as it did', async () => {
    const plain = form.map((element) => ({ ...element, formField: false, alt: undefined }));
    const before = await readPdf(await draw(design([plain], [], { tags: false }), data));
    for (const tags of [true, false]) {
      const after = await readPdf(await draw(design([form], [], { tags }), data));
      expect(after.pages).toEqual(['Membership\nThe end']);
      const [one, other] = [await before.picture(1), await after.picture(1)];
      const different = one.pixels.filter((value, i) => Math.abs(value - (other.pixels[i] ?? 0)) > 40);
      expect(different).toHaveLength(0);
    }
  });

  it.skipIf(!hasPoppler)('leaves sound contents', async () => {
    const pdf = await draw(design([form], [], { tags: false }), data);
    expect(runTool('pdftotext', ['{}', '-'], pdf)).toContain('Ada Lovelace');
  });

  it('can be filled, and is drawn then as the design asks for', async () => {
    const pdf = await draw(design([form]), data);
    const values = {
      name: 'Grace',
      notes: 'a\nb',
      agree: true,
      news: false,
      payment: 'cash',
      plan: 'Silver',
    };
    const { pdf: filled } = await fillForm(pdf, values);
    const found = Object.fromEntries((await listFormFields(filled)).map(({ name, value }) => [name, value]));
    expect(found).toEqual({ ...values, joined: '30.11.2026', turned: 'Turned' });
    await expect(fillForm(pdf, { joined: 'x' })).rejects.toMatchObject({ code: 'invalid_data' });
  });

  it('may be empty, even if it is required, and has its frame then', async () => {
    const frame = { borderWidth: sides(1), borderColor: '#000000', required: true };
    const empty = [field('text', 'a', '', 40, frame), field('date', 'b', '', 60, frame)];
    const pdf = await draw(design([empty]));
    expect(await fieldsOf(pdf)).toEqual([
      ['a', 'text', null, '1'],
      ['b', 'text', null, '1'],
    ]);
    const { pixels } = await (await readPdf(pdf)).picture(1);
    expect(pixels.filter((value) => value < 100).length).toBeGreaterThan(500);
  });

  it('is one field on all pages that show it with one value', async () => {
    const pages = [
      [field('text', 'a', 'one'), field('text', 'b', '1', 60)],
      [field('text', 'a', 'one'), field('text', 'b', '2', 60)],
    ];
    const footer = [field('text', 'foot', 'Page {{ page }}', 280)];
    const standards = { pdfa: '3a', pdfua: true } as const;
    expect(await fieldsOf(await draw(design(pages, footer), {}, { standards }))).toEqual([
      ['foot', 'text', 'Page 1', '1,2'],
      ['a', 'text', 'one', '1,2'],
      ['b', 'text', '1', '1'],
      ['b_2', 'text', '2', '2'],
    ]);
  });

  it('moves with a table that grows, and to the next page', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => [`row ${i}`]);
    const pdf = await draw(design([[table('t', rows), field('text', 'below', 'x', 80)]]));
    const [below] = await listFormFields(pdf);
    expect(below?.places.map(({ page }) => page)).toEqual([3]);
  });

  it('is made whether the call asks for forms or not, also without tags', async () => {
    const files = design([[field('text', 'a', 'x')]], [], { tags: false });
    const template = { ...(await readFiles(files)), forms: true };
    expect(await fieldsOf(await draw(files, {}, { template }))).toEqual([['a', 'text', 'x', '1']]);
  });

  it('works over a base PDF with fields of its own, and on pages that are chosen', async () => {
    const files = {
      ...design([[field('text', 'a', 'x')], [field('text', 'b', 'y')]]),
      'base.pdf': await makeForm(),
    };
    expect(await fieldsOf(await draw(files))).toEqual([
      ['a', 'text', 'x', '1'],
      ['b', 'text', 'y', '2'],
    ]);
    expect(await fieldsOf(await draw(files, {}, { pages: '2' }))).toEqual([['b', 'text', 'y', '1']]);
  });

  it('keeps its value beside one of the same name when documents are merged', async () => {
    const [one, other] = await Promise.all(
      ['x', 'y'].map((value) => draw(design([[field('text', 'a', value)]]))),
    );
    const { pdf } = await mergePdfs([{ pdf: one }, { pdf: other }]);
    const fields = await fieldsOf(pdf);
    expect(fields.map(([, , value, page]) => [value, page])).toEqual([
      ['x', '1'],
      ['y', '2'],
    ]);
    expect(new Set(fields.map(([name]) => name)).size).toBe(2);
  });

  it.each([
    [
      'is none of the options',
      [field('select', 'a', 'Tin', 40, { options: ['Gold'] })],
      '"Tin" is none of its options',
    ],
    [
      'turns on two buttons of a group',
      [
        button('radioGroup', 'b', 'true', 20, { group: 'g' }),
        button('radioGroup', 'a', 'true', 40, { group: 'g' }),
      ],
      'another button of the group "g" is on as well',
    ],
  ])('is an error with a value that %s', async (_, elements, message) => {
    await expect(draw(design([elements]))).rejects.toMatchObject({
      code: 'invalid_data',
      message: expect.stringContaining(message),
      errors: { 'page 1, field a': [expect.stringContaining(message)] },
    });
  });
});
