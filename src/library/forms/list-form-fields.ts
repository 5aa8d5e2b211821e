/** Lists the form fields of a PDF. */

import { type FormFieldInfo, listFormInThread } from '#forms';
import { defaultTimeoutMs } from '#runtime/deadline';
import { invalidOption } from '../invalid-option.ts';
import { formFailure } from './form-failure.ts';

export interface ListFormFieldsOptions {
  /** User or owner password, if the PDF is encrypted. */
  readonly password?: string | undefined;
  /** The most milliseconds that it may take. Default: 30 000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Returns the form fields of a PDF by any program, in the order of the file; none if it has no form. Works in a thread with
 * limits of time and memory.
 *
 * Throws `invalid_pdf`, also for a missing password and for dynamic XFA forms; `timeout`.
 *
 * @example
 * const fields = await listFormFields(await readFile('form.pdf'));
 * const required = fields.filter(({ required, value }) => required && value === null);
 */
export async function listFormFields(
  pdf: Uint8Array,
  { password, timeoutMs = defaultTimeoutMs }: ListFormFieldsOptions = {},
): Promise<readonly FormFieldInfo[]> {
  if (!(pdf instanceof Uint8Array)) throw invalidOption('pdf', 'must be a Uint8Array');
  try {
    const { fields } = await listFormInThread(pdf, { options: { password }, limitMs: timeoutMs });
    return fields;
  } catch (error) {
    throw formFailure(error, timeoutMs);
  }
}
