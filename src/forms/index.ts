/** Interactive forms of PDFs: lists their fields, fills and draws them. */
export { cleanForm } from './clean-form.ts';
export type { Colour, Control, ControlLook, NumberedControls, StateLook } from './controls/control.ts';
export { type PlacedControls, placeControls } from './controls/place-controls.ts';
export type { FieldPlace, FieldValue, FormFieldInfo } from './list-form.ts';
export type { FieldOption } from './model/choice-options.ts';
export type { FieldKind } from './model/field-kind.ts';
export { fillFormInThread, flattenInThread, listFormInThread } from './run-form.ts';
