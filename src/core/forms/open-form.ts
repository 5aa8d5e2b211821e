/** Opens a PDF with a form. */
import { PdfError } from '../pdf/pdf-error.ts';
import { PdfReader } from '../pdf/reading/reader.ts';
import { readFields } from './model/read-fields.ts';

export interface OpenedForm {
  readonly file: PdfReader;
  readonly wasRepaired: boolean;
}

/** Damaged files are read as far as possible. Throws `encrypted`, `malformed`, `unsupported`, `too_large`. */
export function openForm(pdf: Uint8Array, password: string | undefined): OpenedForm {
  // Files that only restrict what may be done with them open with the empty password.
  const options = { password: password ?? '' };
  try {
    const file = new PdfReader(pdf, options);
    assertStaticForm(file);
    // Some damage shows only where it is read.
    readFields(file);
    return { file, wasRepaired: false };
  } catch (error) {
    const isDamaged = error instanceof PdfError && ['malformed', 'not_pdf'].includes(error.code);
    if (!isDamaged) throw error;
  }
  const file = new PdfReader(pdf, { ...options, repair: true });
  assertStaticForm(file);
  return { file, wasRepaired: true };
}

/**
 * Rejects dynamic XFA forms, whose pages a viewer makes from XML while it shows them: the PDF has only a page that asks for
 * such a viewer, and no field.
 */
function assertStaticForm(file: PdfReader): void {
  const form = file.dict(file.catalog, 'AcroForm');
  if (!form?.has('XFA')) return;
  const hasFields = (file.array(form, 'Fields') ?? []).length > 0;
  if (hasFields && file.get(file.catalog, 'NeedsRendering') !== true) return;
  throw new PdfError(
    'unsupported',
    'The form is a dynamic XFA form: its pages and fields are XML, which only Adobe programs show. Save it as a static PDF form first.',
  );
}
