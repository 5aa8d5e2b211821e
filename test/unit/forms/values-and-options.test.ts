/** What fills a choice: options as the form writes them, and nothing. */
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { listForm } from '../../../src/forms/list-form.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { fieldsSeen } from '../../support/forms/fields-seen.ts';
import { filled } from '../../support/forms/filled.ts';

const options = ['Cafe\u0301', 'Tea'];

async function choices(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  const form = document.getForm();
  const fields = [form.createDropdown('combo'), form.createOptionList('list')];
  for (const [index, field] of fields.entries()) {
    field.setOptions(options);
    field.select('Tea');
    const { dict } = field.acroField;
    const value = dict.get(PDFName.of('V'));
    if (value) dict.set(PDFName.of('DV'), value);
    field.addToPage(page, { x: 20, y: 100 * index + 20, width: 100, height: 60 });
  }
  return await document.save();
}

const form = await choices();

it('has accents as the form or as the data writes them', () => {
  for (const written of options.slice(0, 1).flatMap((text) => [text, text.normalize('NFC')])) {
    const { pdf } = filled(form, { combo: written, list: written });
    const values = listForm(new PdfReader(pdf)).map(({ value }) => value);
    expect(values).toEqual([options[0], options[0]]);
  }
});

it('empties a field that has a value for a form that is reset', async () => {
  const { pdf } = filled(form, { combo: null, list: null });
  const { combo, list } = await fieldsSeen(pdf);
  expect([combo, list]).toEqual([[''], ['']]);
});
