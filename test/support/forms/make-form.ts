/** A PDF with every kind of form field, made with a library that is independent of the code under test. */
import { PDFDocument, type PDFForm, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';

export async function makeForm(
  change: (form: PDFForm, page: PDFPage, document: PDFDocument) => void | Promise<void> = () => {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 500]);
  const form = document.getForm();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const place = (x: number, y: number, width: number, height: number) => ({ x, y, width, height, font });

  const name = form.createTextField('person.name');
  name.setText('Nobody');
  name.enableRequired();
  name.addToPage(page, place(20, 450, 200, 20));
  const zip = form.createTextField('person.zip');
  zip.setMaxLength(5);
  zip.enableCombing();
  zip.addToPage(page, place(240, 450, 100, 20));
  zip.setFontSize(12);
  const notes = form.createTextField('notes');
  notes.enableMultiline();
  notes.addToPage(page, place(20, 370, 200, 70));
  notes.setFontSize(10);
  form.createCheckBox('agree').addToPage(page, place(240, 420, 15, 15));
  const colour = form.createRadioGroup('colour');
  colour.addOptionToPage('red', page, place(240, 390, 15, 15));
  colour.addOptionToPage('green', page, place(260, 390, 15, 15));
  const country = form.createDropdown('country');
  country.setOptions(['Austria', 'Belgium', 'Chile']);
  country.addToPage(page, place(20, 330, 150, 20));
  const tags = form.createOptionList('tags');
  tags.setOptions(['one', 'two', 'three']);
  tags.enableMultiselect();
  tags.addToPage(page, place(20, 240, 150, 70));
  const fixed = form.createTextField('fixed');
  fixed.setText('as it is');
  fixed.enableReadOnly();
  fixed.addToPage(page, place(240, 330, 100, 20));
  await change(form, page, document);
  return await document.save();
}
