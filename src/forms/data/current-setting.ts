/** The value that a field has already. */

import { inherited } from '#pdf/document/form-fields';
import { type PdfValue, toList } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import { currentState } from '../model/button-states.ts';
import { choiceOptions, textOf, textsOf } from '../model/choice-options.ts';
import type { ReadField } from '../model/read-fields.ts';
import type { FieldSetting } from './field-setting.ts';

/** Undefined for a field that has no value of its own, such as a push button. Throws `malformed`, `too_large`. */
export function currentSetting(file: PdfReader, field: ReadField): FieldSetting | undefined {
  const value = inherited(file, field.chain, 'V');
  switch (field.kind) {
    case 'text':
    case 'multiline':
      return { kind: 'text', text: (textOf(file, value) ?? '').replaceAll(/\r\n?/g, '\n') };
    case 'checkbox':
    case 'radio':
      return { kind: 'button', state: currentState(file, field, 'V')?.state };
    case 'combo':
    case 'list':
      return toChoice(file, field, value);
    default:
      return undefined;
  }
}

function toChoice(file: PdfReader, field: ReadField, value: PdfValue): FieldSetting {
  const options = choiceOptions(file, field.chain);
  const values = textsOf(file, toList(value)).filter((text) => text !== '');
  const indexes = values.map((text) =>
    options.findIndex((option) => option.value === text || option.label === text),
  );
  const labels = values.map((text, i) => options[indexes[i] ?? -1]?.label ?? text);
  return {
    kind: 'choice',
    values,
    labels,
    indexes: indexes.filter((index) => index >= 0).sort((a, b) => a - b),
  };
}
