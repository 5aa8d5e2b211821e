/** Fills the form of a PDF. */
import { z } from 'zod';
import { Failure } from '#contract/errors';
import { fillFormInThread } from '#forms';
import { defaultTimeoutMs } from '#runtime/deadline';
import { documentOptionsShape, readOptions } from '../document-options.ts';
import { invalidOption } from '../invalid-option.ts';
import { type PdfResult, pdfResult } from '../pdf-result.ts';
import { toTemplateData } from '../template-data.ts';
import { formFailure } from './form-failure.ts';

export interface FillFormOptions {
  /** Draws the fields into the pages and removes the form. Default: false. */
  readonly flatten?: boolean | undefined;
  /** User or owner password, if the PDF is encrypted. */
  readonly password?: string | undefined;
  /** The most milliseconds that it may take. Default: 30 000. */
  readonly timeoutMs?: number | undefined;
}

const optionsSchema = z.strictObject({
  flatten: z.boolean({ error: 'must be true or false' }).optional(),
  password: z.string({ error: 'must be text' }).optional(),
  timeoutMs: documentOptionsShape.timeoutMs,
});

/**
 * Fills the form of a PDF by any program. `data` has the values by the names of the fields, nested or with dots: text or a
 * number, true or false for check boxes, the value of an option, several of them in a list; null empties a field. Fields
 * without a value in the data stay as they are. A signed PDF is only appended to, so that its signatures stay valid.
 *
 * `warnings` says what a reader of the form may object to: text that does not fit, required fields that are empty. Works in a
 * thread with limits of time and memory.
 *
 * Throws `invalid_data`, which names in `errors` each field and what is wrong with its value; `invalid_pdf`, also for a
 * missing password and for a signature that permits no changes; `timeout`; `invalid_option`.
 *
 * @example
 * const { pdf } = await fillForm(form, { person: { name: 'Ada' }, agree: true }, { flatten: true });
 */
export async function fillForm(
  pdf: Uint8Array,
  data: object,
  options: FillFormOptions = {},
): Promise<PdfResult> {
  if (!(pdf instanceof Uint8Array)) throw invalidOption('pdf', 'must be a Uint8Array');
  const { flatten, password, timeoutMs = defaultTimeoutMs } = readOptions(optionsSchema, options);
  const values = toTemplateData(data).plain;
  try {
    const filled = await fillFormInThread(pdf, values, {
      options: { flatten, password },
      limitMs: timeoutMs,
    });
    if ('problems' in filled) throw wrongData(filled.problems);
    return pdfResult(filled.pdf, filled.pages, filled.warnings);
  } catch (error) {
    throw formFailure(error, timeoutMs);
  }
}

/** `problems`: rules by field, as they read on after the name. */
function wrongData(problems: Readonly<Record<string, readonly string[]>>): Failure {
  const names = Object.keys(problems);
  const errors = Object.fromEntries(
    Object.entries(problems).map(([name, rules]) => [
      name,
      rules.map((rule) => rule.replace(/(?<![.?!])$/, '.')),
    ]),
  );
  const count = names.length === 1 ? 'one field' : `${names.length} fields`;
  return new Failure('invalid_data', `The data does not fit the form in ${count}.`, {
    errors,
    hint: 'See: pdfapi fields',
  });
}
