/** Lists the form fields of a PDF. */
import { Failure } from '../../contract/errors.ts';
import { type FormFieldInfo, listFormInThread } from '../../core/forms/index.ts';
import { PdfError } from '../../core/pdf/index.ts';
import { invalidOption } from '../invalid-option.ts';

export interface ListFormFieldsOptions {
  /** User or owner password, if the PDF is encrypted. */
  readonly password?: string | undefined;
}

/**
 * Returns the form fields of a PDF by any program, in the order of the file; none if it has no form. Works in a thread with
 * limits of time and memory.
 *
 * Throws `invalid_pdf`, also for a missing password and for dynamic XFA forms.
 *
 * @example
 * const fields = await listFormFields(await readFile('form.pdf'));
 * const required = fields.filter(({ required, value }) => required && value === null);
 */
export async function listFormFields(
  pdf: Uint8Array,
  { password }: ListFormFieldsOptions = {},
): Promise<readonly FormFieldInfo[]> {
  if (!(pdf instanceof Uint8Array)) throw invalidOption('pdf', 'must be a Uint8Array');
  try {
    const { fields } = await listFormInThread(pdf, { password });
    return fields;
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw new Failure('invalid_pdf', error.message, { cause: error });
  }
}
