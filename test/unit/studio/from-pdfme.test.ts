/** Templates in the formats of pdfme's Designer and playground. */
import { expect, it } from 'vitest';
import { fromPdfme } from '../../../src/studio/from-pdfme.ts';
import { checkTemplateFiles } from '../../../src/template/check/check-template-files.ts';
import { pdfmeTemplate } from '../../support/studio/pdfme-template.ts';

const findFiles = ({ design, data }: ReturnType<typeof fromPdfme>) =>
  new Map([
    ['editor.json', Buffer.from(JSON.stringify(design))],
    ['data.json', Buffer.from(JSON.stringify(data))],
  ]);

it('editable fields are filled by Twig, and their content becomes the sample data', async () => {
  const made = fromPdfme(JSON.stringify(pdfmeTemplate));
  const [head, billedTo, orders, total, , code, spaced] = (made.design.schemas as never[][])[0] ?? [];
  expect(head).toMatchObject({ content: 'INVOICE' });
  expect(billedTo).toMatchObject({ content: '{{ billedTo }}' });
  expect(orders).toMatchObject({
    repeat: 'row in orders',
    content: '[["{{ row[0] }}","{{ row[1] }}","{{ row[2] }}"]]',
  });
  expect(total).toMatchObject({ content: '{subtotal * 1.1}', readOnly: true });
  expect(code).toMatchObject({ source: 'code', content: 'https://pdfme.com/' });
  expect(spaced).toMatchObject({ content: 'as it is' });
  expect(made.data).toEqual({
    billedTo: 'Imani Olowe\n63 Ivy Road',
    orders: [
      ['Eggshell Camisole Top', '1', '123'],
      ['Cuban Collar Shirt', '2', '127'],
    ],
    code: 'https://pdfme.com/',
  });
  expect(await checkTemplateFiles(findFiles(made))).toEqual([]);
});

it('removes unknown fonts and turns a PDF into a file', () => {
  const pdf = Buffer.from('%PDF-1.4');
  const { design, basePdf } = fromPdfme(
    JSON.stringify({ ...pdfmeTemplate, basePdf: `data:application/pdf;base64,${pdf.toString('base64')}` }),
  );
  expect(JSON.stringify(design)).not.toContain('NotoSerifJP');
  expect(JSON.stringify(design)).toContain('OpenSans-Bold');
  expect(design).not.toHaveProperty('basePdf');
  expect(Buffer.from(basePdf ?? [])).toEqual(pdf);
});

it('reads the old format, which keeps its values apart', () => {
  const { design, data } = fromPdfme(
    JSON.stringify({
      schemas: [{ a: { type: 'text', position: { x: 1, y: 1 }, width: 10, height: 10 } }],
      basePdf: pdfmeTemplate.basePdf,
      sampledata: [{ a: 'sample' }],
      columns: ['a'],
    }),
  );
  expect(design.schemas).toMatchObject([[{ name: 'a', content: '{{ a }}' }]]);
  expect(data).toEqual({ a: 'sample' });
});

it.each(['', '[]', '{}', '{"schemas":{}}', '{"schemas":[],"basePdf":"https://example.com/a.pdf"}'])(
  'rejects %s',
  (text) => {
    expect(() => fromPdfme(text)).toThrow(/JSON|pdfme|basePdf/);
  },
);
