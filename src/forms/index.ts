/**
 * Interactive forms of PDFs: lists their fields and fills them.
 *
 * `model/` reads the fields, `data/` matches data with them, `draw/` draws their values with `fonts/`, and `flatten/` makes
 * them part of the pages. The work is done in a thread. Imports of `core` only `pdf`, `fonts` and `workers`.
 */
export { cleanForm } from './clean-form.ts';
export type { FieldPlace, FieldValue, FormFieldInfo } from './list-form.ts';
export type { FieldOption } from './model/choice-options.ts';
export type { FieldKind } from './model/field-kind.ts';
export { fillFormInThread, listFormInThread } from './run-form.ts';
