/** Looks for filled form fields whose producer left it to the viewer to draw them. */
import {
  decodePDFRawStream,
  PDFBool,
  PDFButton,
  PDFCheckBox,
  PDFDict,
  PDFDocument,
  PDFDropdown,
  type PDFField,
  type PDFFont,
  type PDFForm,
  PDFName,
  type PDFObject,
  PDFOptionList,
  PDFRadioGroup,
  PDFRawStream,
  PDFSignature,
  PDFTextField,
} from '@cantoo/pdf-lib';
import { PdfError } from '../pdf-error.ts';
import { drawButton } from './draw-button.ts';

/**
 * With the standard fonts of PDF, as a viewer does. Throws `unsupported` for a value that they cannot draw, of a
 * field that has no look yet.
 */
export async function drawFields(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  drawAll(document);
  return await document.save({ updateFieldAppearances: false, addDefaultPage: false });
}

function drawAll(document: PDFDocument): void {
  const dict = document.catalog.lookup(PDFName.of('AcroForm'));
  if (!(dict instanceof PDFDict)) return;
  const drawnByViewer = dict.lookup(PDFName.of('NeedAppearances')) === PDFBool.True;
  const form = document.getForm();
  const font = form.getDefaultFont();
  const known = new Set(font.getCharacterSet());
  for (const field of fieldsOf(form)) {
    if (field instanceof PDFButton || field instanceof PDFSignature) continue;
    const widgets = field.acroField.getWidgets();
    const undrawn = widgets.filter((widget) => !widget.getAppearances()?.normal);
    if (field instanceof PDFCheckBox || field instanceof PDFRadioGroup) {
      const kind = field instanceof PDFCheckBox ? 'check box' : 'radio button';
      for (const widget of undrawn) drawButton(document, widget.dict, kind);
      continue;
    }
    if (undrawn.length === 0 && !drawnByViewer) continue;
    // Its text is there without its format too.
    if (field instanceof PDFTextField && field.isRichFormatted()) field.disableRichFormatting();
    const text = textOf(field);
    const unknown = text.match(/[^\r\n\t]/gu)?.find((c) => !known.has(c.codePointAt(0) ?? 0));
    const isDrawn = unknown === undefined && draw(field, font);
    // The look that it has is the best that there is, unless it is empty: some producers write one for the time being.
    if (isDrawn || text === '' || widgets.every((widget) => showsText(widget.getAppearances()?.normal)))
      continue;
    const name = JSON.stringify(field.getName());
    const reason = unknown === undefined ? '.' : `: no font has ${unknown} of it.`;
    throw new PdfError('unsupported', `The form field ${name} cannot be drawn${reason}`);
  }
  dict.delete(PDFName.of('NeedAppearances'));
}

/** Whether a look has an operator that shows text. */
function showsText(look: PDFObject | undefined): boolean {
  if (!(look instanceof PDFRawStream)) return false;
  return /[)>\]]\s*(?:Tj|TJ|'|")/.test(Buffer.from(decodePDFRawStream(look).decode()).toString('latin1'));
}

/** None where one of them is broken: whoever uses the file looks whether a value is missing. */
function fieldsOf(form: PDFForm): PDFField[] {
  try {
    return form.getFields();
  } catch {
    return [];
  }
}

/** False for a field that the library cannot draw: it does not say in which font, for example. */
function draw(field: PDFField, font: PDFFont): boolean {
  try {
    field.defaultUpdateAppearances(font);
    return true;
  } catch {
    return false;
  }
}

function textOf(field: PDFField): string {
  if (field instanceof PDFTextField) return field.getText() ?? '';
  if (field instanceof PDFDropdown) return field.getSelected().join('');
  return field instanceof PDFOptionList ? field.getOptions().join('') : '';
}
