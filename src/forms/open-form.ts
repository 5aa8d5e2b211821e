/** Opens a PDF with a form. */

import { PdfError } from '#pdf/pdf-error';
import { PdfReader } from '#pdf/reading/reader';
import { assertStaticForm } from '#pdf/repair/static-form';
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
