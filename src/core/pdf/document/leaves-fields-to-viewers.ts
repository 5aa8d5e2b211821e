/** Whether the form of a file asks viewers to draw its fields, in place of what the file has for them. */
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';

/** False for a file that cannot be read. */
export function leavesFieldsToViewers(pdf: Uint8Array): boolean {
  try {
    const file = new PdfReader(pdf);
    const form = file.dict(file.catalog, 'AcroForm');
    return form !== undefined && file.get(form, 'NeedAppearances') === true;
  } catch (error) {
    if (error instanceof PdfError) return false;
    throw error;
  }
}
