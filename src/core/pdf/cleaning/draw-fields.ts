/** Looks for filled form fields whose producer left it to the viewer to draw them. */
import {
  PDFBool,
  PDFButton,
  PDFCheckBox,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFSignature,
  PDFTextField,
} from '@cantoo/pdf-lib';
import { PdfError } from '../pdf-error.ts';

/**
 * With the standard fonts of PDF, as a viewer does. Throws `unsupported` for a value that they cannot draw, of a
 * field that has no look yet.
 */
export function drawFields(document: PDFDocument): void {
  const dict = document.catalog.lookup(PDFName.of('AcroForm'));
  if (!(dict instanceof PDFDict)) return;
  const drawnByViewer = dict.lookup(PDFName.of('NeedAppearances')) === PDFBool.True;
  const form = document.getForm();
  const font = form.getDefaultFont();
  const known = new Set(font.getCharacterSet());
  for (const field of form.getFields()) {
    // Without a look nobody knows what a state of a radio button is called.
    if ([PDFButton, PDFSignature, PDFRadioGroup].some((kind) => field instanceof kind)) continue;
    const lacksLook = field.acroField.getWidgets().some((widget) => !widget.getAppearances()?.normal);
    if (!lacksLook && (!drawnByViewer || field instanceof PDFCheckBox)) continue;
    const unknown = textOf(field)
      .match(/[^\r\n\t]/gu)
      ?.find((c) => !known.has(c.codePointAt(0) ?? 0));
    if (unknown === undefined) field.defaultUpdateAppearances(font);
    // Else the look that it has is the best that there is.
    else if (lacksLook) {
      const name = JSON.stringify(field.getName());
      throw new PdfError(
        'unsupported',
        `The form field ${name} cannot be drawn: no font has ${unknown} of it.`,
      );
    }
  }
  dict.delete(PDFName.of('NeedAppearances'));
}

function textOf(field: PDFField): string {
  if (field instanceof PDFTextField) return field.getText() ?? '';
  if (field instanceof PDFDropdown) return field.getSelected().join('');
  return field instanceof PDFOptionList ? field.getOptions().join('') : '';
}
