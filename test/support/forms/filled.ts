/** Fills forms as the thread does, in the thread of the test. */
import type { JsonObject } from '../../../src/contract/json.ts';
import { fillFormFields } from '../../../src/forms/fill-form-fields.ts';
import type { FormFillOptions } from '../../../src/forms/form-task.ts';

export const fill = (pdf: Uint8Array, data: JsonObject, options: FormFillOptions = {}) =>
  fillFormFields(pdf, data, options);

/** Throws what is wrong with the data. */
export function filled(pdf: Uint8Array, data: JsonObject, options: FormFillOptions = {}) {
  const result = fill(pdf, data, options);
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result;
}

/** What is wrong with the data, by field. */
export function problemsOf(pdf: Uint8Array, data: JsonObject) {
  const result = fill(pdf, data);
  return 'problems' in result ? result.problems : {};
}
