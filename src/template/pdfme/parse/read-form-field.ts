/** Reads what an element with `"formField": true` becomes in the form of the PDF. */
import type { JsonObject } from '#contract/json';
import type { EditorField } from '../../model/editor-document.ts';
import { elementTypes } from '../element-types.ts';
import type { ReportFault } from './editor-fault.ts';

const kinds: Readonly<Record<string, EditorField['kind']>> = {
  ...{ text: 'text', multiVariableText: 'text', select: 'choice', checkbox: 'checkbox', radioGroup: 'radio' },
  ...{ date: 'date', time: 'date', dateTime: 'date' },
};

/** Returns undefined for an element that is no field. `name`: that of the element. */
export function readFormField(
  value: JsonObject,
  type: string,
  name: string | undefined,
  fault: ReportFault,
): EditorField | undefined {
  const { formField, readOnly, required, options, group } = value;
  if (formField === undefined || formField === null || !elementTypes[type]?.keys.includes('formField'))
    return undefined;
  if (typeof formField !== 'boolean') fault('formField', '"formField" must be true or false.');
  const kind = kinds[type];
  if (formField !== true || !kind) return undefined;
  for (const [key, wrong, reason] of unfit) {
    if (value[key] === wrong)
      fault(key, `"${key}": ${JSON.stringify(wrong)} does not fit "formField": ${reason}.`);
  }
  const isGroup = typeof group === 'string' && group !== '';
  return {
    kind,
    options: Array.isArray(options) ? options.filter((each) => typeof each === 'string') : [],
    group: kind === 'radio' ? (isGroup ? group : name) : undefined,
    isRequired: required === true,
    isReadOnly: readOnly === true,
  };
}

/** Styles of text that a field cannot have, or would lose with the first change of it. */
const unfit = [
  ['textFormat', 'inline-markdown', 'what is filled in is plain text'],
  ['overflow', 'expand', 'a field has the size that the design gives it'],
  ['underline', true, 'what is filled in is plain text'],
  ['strikethrough', true, 'what is filled in is plain text'],
] as const;
