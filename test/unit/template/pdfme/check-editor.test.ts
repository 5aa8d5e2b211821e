/** Faults of an editor template that `templates check` and a push report: page, field and line. */
import { describe, expect, it } from 'vitest';
import { checkTemplate } from '../../../../src/template/check/check-template.ts';
import { templateVariables } from '../../../../src/template/check/template-variables.ts';
import {
  type Element,
  editorJson,
  type Files,
  table,
  text,
  treeOf,
} from '../../../support/pdfme/editor-files.ts';

const check = async (files: Files) => await checkTemplate(treeOf(files));

const faults = async (elements: readonly Element[], more: Files = {}) => {
  const source = editorJson([[text('first', 'x')], elements]);
  const { errors } = await check({ 'editor.json': source, ...more });
  return errors.map(({ message, location }) => ({
    message,
    line: source.split('\n')[(location?.line ?? 0) - 1]?.trim(),
  }));
};

describe('reports page, field and line of a fault', () => {
  const box = { position: { x: 20, y: 60 }, width: 40, height: 20 };
  const cases: [string, readonly Element[], string, RegExp][] = [
    [
      'an unknown type',
      [text('a', '', { type: 'txt' })],
      'no element of type "txt". Did you mean "text"?',
      /"type"/,
    ],
    [
      'a form field that would lose its style',
      [text('a', '', { formField: true, underline: true })],
      '"underline": true does not fit "formField": what is filled in is plain text.',
      /"underline"/,
    ],
    [
      'a form field that grows',
      [text('a', '', { formField: true, overflow: 'expand' })],
      '"overflow": "expand" does not fit "formField": a field has the size that the design gives it.',
      /"overflow"/,
    ],
    [
      'a form field of a type that no form has',
      [{ ...box, name: 'a', type: 'line', formField: true }],
      '"formField" does nothing for the type line.',
      /"formField"/,
    ],
    [
      'a form field that is neither true nor false',
      [text('a', '', { formField: 'yes' })],
      '"formField" must be true or false.',
      /"formField"/,
    ],
    [
      'an unknown key',
      [text('a', '', { fontsize: 3 })],
      '"fontsize" is unknown. Did you mean "fontSize"?',
      /"fontsize"/,
    ],
    [
      'our key where it does nothing',
      [text('a', '', { repeat: 'x in y' })],
      '"repeat" does nothing',
      /"repeat"/,
    ],
    [
      'a text for readers where none is read',
      [text('a', '', { alt: 'x' })],
      '"alt" does nothing for the type text',
      /"alt"/,
    ],
    ['a level of heading that there is not', [text('a', '', { heading: 7 })], 'from 1 to 6', /"heading"/],
    [
      'a heading that is a table',
      [table('a', [['b']], { heading: 1 })],
      '"heading" does nothing',
      /"heading"/,
    ],
    [
      'headers that are no choice',
      [table('a', [['b']], { rowHeaders: 'yes' })],
      'true or false',
      /"rowHeaders"/,
    ],
    ['a Twig error in alt', [{ ...box, name: 'a', type: 'svg', alt: '{{ x' }], '', /"alt"/],
    [
      'two of one name',
      [text('a', ''), text('a', '')],
      'another element of the page is called so too',
      /^\{$/,
    ],
    ['a Twig error', [text('a', 'x {{ y|nope }}')], 'nope', /"content"/],
    ['an error in a cell', [table('a', [['{{ x', 'b']])], '', /"content"/],
    ['an error in a condition', [text('a', '', { visible: 'x >' })], '', /"visible"/],
    ['a condition that would close its tag', [text('a', '', { visible: '1) }}{{ (x' })], '', /"visible"/],
    ['nothing to repeat', [table('a', [], { repeat: 'i in items' })], 'content" has none', /"repeat"/],
    ['a list that is none', [table('a', [['b']], { repeat: 'items' })], 'item in items', /"repeat"/],
    [
      'a row of another length',
      [table('a', [['b', 'c']], { head: ['one'] })],
      'row 1 has 2 cells',
      /"content"/,
    ],
    ['a font that is not there', [text('a', '', { fontName: 'Inter' })], 'no font "Inter"', /"fontName"/],
    ['a colour', [text('a', '', { fontColor: 'red' })], '"fontColor" must be a colour', /"fontColor"/],
    ['an alignment', [text('a', '', { alignment: 'centre' })], 'Did you mean "center"?', /"alignment"/],
    ['a size', [text('a', '', { width: 'wide' })], '"width" must be a number', /"width"/],
    ['a bad EAN', [{ name: 'a', type: 'ean13', content: '123', ...box }], 'must be an EAN-13', /"content"/],
    [
      'a broken SVG',
      [{ name: 'a', type: 'svg', content: '<svg><g></svg>', ...box }],
      'closes <svg>',
      /"content"/,
    ],
    [
      'a missing file',
      [{ name: 'a', type: 'image', content: 'assets/x.png', ...box }],
      'no such file',
      /"(?:content|name)"|\{/,
    ],
  ];
  it.each(cases)('%s', async (_, elements, message, line) => {
    const found = await faults(elements, { 'data.json': '{}' });
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain(message);
    expect(found[0]?.line).toMatch(line);
    if (!/Twig|cell|condition/.test(_)) expect(found[0]?.message).toMatch(/^page 2, field a: /);
  });

  it('for all faults together', async () => {
    const found = await faults([text('a', '', { fontColor: 'red' }), text('b', '', { type: 'nope' })]);
    expect(found).toHaveLength(2);
  });

  it('for values of the sample data too', async () => {
    const code = { name: 'a', type: 'ean8', source: 'code', content: '', ...box };
    const found = await faults([code], { 'data.json': '{ "code": "12" }' });
    expect(found).toEqual(
      [{ message: expect.stringContaining('must be an EAN-8'), line: '"source": "code"' }].map(
        ({ message }) => ({ message, line: expect.stringContaining('"source"') }),
      ),
    );
  });
});

describe('editor.json', () => {
  it('needs a page, not a PDF', async () => {
    const { errors } = await check({
      'editor.json': '{ "schemas": [[]], "basePdf": "data:application/pdf;base64,AA" }',
    });
    expect(errors[0]).toMatchObject({
      message: expect.stringMatching(/"basePdf" must be the size/),
      hint: expect.stringContaining('base.pdf'),
    });
  });

  it('is rejected beside template.html', async () => {
    const { errors } = await check({ 'editor.json': editorJson([[]]), 'template.html': 'x' });
    expect(errors[0]?.message).toContain('both template.html and editor.json');
  });

  it.each(['"format": "A5"', '"forms": true'])(
    'accepts no setting of HTML templates: %s',
    async (setting) => {
      const { errors } = await check({
        'editor.json': editorJson([[]]),
        'template.json': `{ ${setting} }`,
      });
      const [name = ''] = setting.split(':');
      expect(errors[0]?.message).toContain(`${name} is a setting of html templates`);
    },
  );

  it('may have the early format with elements by name', async () => {
    const { name, ...rest } = text('a', '{{ x }}');
    const source = JSON.stringify({
      schemas: [{ [String(name)]: rest }],
      basePdf: { width: 210, height: 297, padding: [0, 0, 0, 0] },
    });
    expect((await check({ 'editor.json': source, 'data.json': '{ "x": 1 }' })).errors).toEqual([]);
  });

  it('reports pdfme expressions, which are printed verbatim', async () => {
    const { errors, warnings } = await check({
      'editor.json': editorJson([[text('a', 'Total {price * 2}', { readOnly: true })]]),
      'data.json': '{}',
    });
    expect(errors).toEqual([]);
    expect(warnings[0]?.message).toContain('{…} is printed as it stands');
  });

  it('reports an invalid base.pdf', async () => {
    const { errors } = await check({ 'editor.json': editorJson([[]]), 'base.pdf': 'x' });
    expect(errors[0]?.message).toMatch(/^base\.pdf cannot be used: .*[^.]\.$/);
  });

  it('may have keys that every JavaScript object has', async () => {
    const odd = { constructor: 1, toString: 'x', hasOwnProperty: true };
    const elements = [
      text('constructor', 'x', odd),
      table('t', [['a']], { headStyles: odd, bodyStyles: odd }),
    ];
    const source = editorJson([elements]).replace('"opacity"', '"__proto__"');
    expect((await check({ 'editor.json': source, 'data.json': '{}' })).errors).toEqual([]);
  });

  it('reports every fault in hostile JSON', async () => {
    for (const source of [
      '[]',
      'null',
      '{',
      '{ "schemas": 1 }',
      '{ "schemas": [[null, 1, []]], "basePdf": {} }',
    ]) {
      expect((await check({ 'editor.json': source })).errors.length, source).toBeGreaterThan(0);
    }
  });
});

it('lists the variables that an editor template reads', async () => {
  const elements = [
    text('a', '{{ customer.name }}', { visible: 'total > 0' }),
    table('t', [['{{ item.title }}', '{{ item.price }}']], { repeat: 'item in items' }),
    {
      name: 'q',
      type: 'qrcode',
      source: 'link',
      content: 'x',
      position: { x: 1, y: 1 },
      width: 9,
      height: 9,
    },
  ];
  const statics = [text('s', '{{ page }} {{ company }}')];
  const source = Buffer.from(editorJson([elements], statics));
  expect(await templateVariables(new Map([['editor.json', source]]))).toEqual([
    'company',
    'customer.name',
    'items[].price',
    'items[].title',
    'link',
    'total',
  ]);
});
