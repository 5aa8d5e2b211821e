/** Fills forms as the thread does, in the thread of the test. */
import type { JsonObject } from '../../../src/contract/json.ts';
import { fillFormFields } from '../../../src/core/forms/fill-form-fields.ts';
import type { FormFillOptions } from '../../../src/core/forms/form-task.ts';
import { ownFontsFolder } from '../../../src/core/pdfme/draw/editor-fonts.ts';

type Options = Omit<FormFillOptions, 'fonts'>;

export const fill = (pdf: Uint8Array, data: JsonObject, options: Options = {}) =>
  fillFormFields(pdf, data, { fonts: ownFontsFolder.href, ...options });

/** Throws what is wrong with the data. */
export function filled(pdf: Uint8Array, data: JsonObject, options: Options = {}) {
  const result = fill(pdf, data, options);
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result;
}

/** What is wrong with the data, by field. */
export function problemsOf(pdf: Uint8Array, data: JsonObject) {
  const result = fill(pdf, data);
  return 'problems' in result ? result.problems : {};
}
