/** Lists the fields of a form with everything that a person or a program needs to know to fill it. */

import { inherited } from '#pdf/document/form-fields';
import type { PdfReader } from '#pdf/reading/reader';
import { signatureOf } from '#pdf/signing/signature-fields';
import { buttonStates, currentState } from './model/button-states.ts';
import { choiceOptions, type FieldOption, textOf, textsOf } from './model/choice-options.ts';
import { type FieldKind, hasFlag, isComb } from './model/field-kind.ts';
import { type ReadField, readFields } from './model/read-fields.ts';

/** Text; whether a check box is on; the options of a list that takes several. Null if there is none. */
export type FieldValue = string | boolean | readonly string[] | null;

export interface FieldPlace {
  /** From 1 on. */
  readonly page: number | undefined;
  /** Left, bottom, right, top, in points from the lower left corner of the page. */
  readonly rect: readonly number[] | undefined;
}

export interface FormFieldInfo {
  /** The whole name: `customer.name`. */
  readonly name: string;
  readonly type: FieldKind;
  /** The name of the field for people (`/TU`). */
  readonly label: string | undefined;
  /** As `fillFormFields` takes it. */
  readonly value: FieldValue;
  readonly default: FieldValue;
  /** The options of choices, radio buttons, and check boxes that have several. */
  readonly options: readonly FieldOption[];
  /** Characters. */
  readonly maxLength: number | undefined;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** Whether several options can be chosen. */
  readonly multiple: boolean;
  /** Whether a text that is no option can be entered. */
  readonly editable: boolean;
  /** Whether each character has a cell of its own. */
  readonly comb: boolean;
  /** Whether a signature field is signed. */
  readonly signed: boolean;
  readonly places: readonly FieldPlace[];
}

/** Returns all fields in the order of the file. Throws `malformed`, `too_large`. */
export const listForm = (file: PdfReader): FormFieldInfo[] =>
  readFields(file).map((field) => describe(file, field));

function describe(file: PdfReader, field: ReadField): FormFieldInfo {
  const maxLength = inherited(file, field.chain, 'MaxLen');
  const limit = typeof maxLength === 'number' && maxLength > 0 ? maxLength : undefined;
  const isText = field.kind === 'text' || field.kind === 'multiline';
  return {
    name: field.name,
    type: field.kind,
    label: textOf(file, inherited(file, field.chain, 'TU')),
    value: readValue(file, field, 'V'),
    default: readValue(file, field, 'DV'),
    options: readOptions(file, field),
    maxLength: isText ? limit : undefined,
    required: hasFlag(field, 'required'),
    readOnly: hasFlag(field, 'readOnly'),
    multiple: field.kind === 'list' && hasFlag(field, 'multiple'),
    editable: field.kind === 'combo' && hasFlag(field, 'editable'),
    comb: isComb(field, limit),
    signed: field.kind === 'signature' && signatureOf(file, field.chain) !== undefined,
    places: field.widgets.map(({ page, box }) => ({ page, rect: box?.map(rounded) })),
  };
}

function readValue(file: PdfReader, field: ReadField, key: 'V' | 'DV'): FieldValue {
  const value = inherited(file, field.chain, key);
  switch (field.kind) {
    case 'checkbox': {
      if (key === 'DV' && value === null) return null;
      const state = currentState(file, field, key);
      return buttonStates(file, field).length > 1 ? (state?.value ?? false) : state !== undefined;
    }
    case 'radio':
      return currentState(file, field, key)?.value ?? null;
    case 'list':
      return hasFlag(field, 'multiple') && value !== null
        ? textsOf(file, value)
        : (textsOf(file, value)[0] ?? null);
    case 'text':
    case 'multiline':
    case 'combo':
      return textOf(file, value) ?? null;
    default:
      return null;
  }
}

function readOptions(file: PdfReader, field: ReadField): FieldOption[] {
  switch (field.kind) {
    case 'combo':
    case 'list':
      return choiceOptions(file, field.chain);
    case 'radio':
    case 'checkbox':
      return buttonStates(file, field).map(({ value, label }) => ({ value, label }));
    default:
      return [];
  }
}

/** To a thousandth of a point. */
const rounded = (length: number): number => Math.round(length * 1000) / 1000;
