/** The value of a field, checked against what the field takes. */
import { isJsonObject, type Json } from '#contract/json';
import { inherited } from '#pdf/document/form-fields';
import type { PdfReader } from '#pdf/reading/reader';
import { type ButtonState, buttonStates } from '../model/button-states.ts';
import { choiceOptions, type FieldOption } from '../model/choice-options.ts';
import { hasFlag, isComb } from '../model/field-kind.ts';
import type { ReadField } from '../model/read-fields.ts';

export type FieldSetting =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'choice';
      /** The values that the field holds. */
      readonly values: readonly string[];
      /** The texts that are shown for them. */
      readonly labels: readonly string[];
      /** Indexes of the options, in ascending order. */
      readonly indexes: readonly number[];
    }
  /** `state`: undefined for off. */
  | { readonly kind: 'button'; readonly state: string | undefined };

/** A value that the field cannot have. `rule` says why, as it reads on after the name of the field. */
export interface WrongValue {
  readonly rule: string;
}

/** Options that an error lists. */
const maxListed = 20;

/** Null empties the field. Throws `malformed`, `too_large`. */
export function toSetting(file: PdfReader, field: ReadField, value: Json): FieldSetting | WrongValue {
  if (hasFlag(field, 'readOnly')) return { rule: 'is read-only' };
  switch (field.kind) {
    case 'text':
    case 'multiline':
      return toText(file, field, value);
    case 'checkbox':
      return toCheck(buttonStates(file, field), value);
    case 'radio':
      return toRadio(buttonStates(file, field), value);
    case 'combo':
      return toCombo(field, choiceOptions(file, field.chain), value);
    case 'list':
      return toList(field, choiceOptions(file, field.chain), value);
    case 'signature':
      return { rule: 'is a signature field, which is signed and not filled' };
    case 'button':
      return { rule: 'is a push button, which has no value' };
    default:
      return { rule: 'is of no kind that can be filled' };
  }
}

function toText(file: PdfReader, field: ReadField, value: Json): FieldSetting | WrongValue {
  if (hasFlag(field, 'password')) return { rule: 'is a password field, whose value no PDF stores' };
  const given = asText(value);
  if (given === undefined) return { rule: `must be text or a number; it is ${describe(value)}` };
  const text = given.replaceAll(/\r\n?/g, '\n');
  const lines = text.split('\n').length;
  if (field.kind === 'text' && lines > 1) {
    return { rule: `has one line, and the text has ${lines}` };
  }
  const limit = inherited(file, field.chain, 'MaxLen');
  const { length } = [...text];
  if (typeof limit === 'number' && limit > 0 && length > limit) {
    const unit = isComb(field, limit) ? 'cells' : 'characters at most';
    return { rule: `has ${limit} ${unit}, and the text has ${length} characters` };
  }
  return { kind: 'text', text };
}

function toCheck(states: readonly ButtonState[], value: Json): FieldSetting | WrongValue {
  if (value === null || value === false || value === 'Off') return { kind: 'button', state: undefined };
  const [only, another] = states;
  if (value === true && only && !another) return { kind: 'button', state: only.state };
  const state = findState(states, value);
  if (state) return { kind: 'button', state: state.state };
  const names = states.map((each) => each.value);
  if (another) return { rule: `must be false or ${listed(names)}; it is ${describe(value)}` };
  return { rule: `must be true or false${only ? ` (or ${listed(names)})` : ''}; it is ${describe(value)}` };
}

function toRadio(states: readonly ButtonState[], value: Json): FieldSetting | WrongValue {
  if (value === null || value === 'Off') return { kind: 'button', state: undefined };
  const state = findState(states, value);
  if (state) return { kind: 'button', state: state.state };
  return { rule: `must be ${listed(states.map((each) => each.value))}; it is ${describe(value)}` };
}

function findState(states: readonly ButtonState[], value: Json): ButtonState | undefined {
  const text = asText(value);
  if (text === undefined) return undefined;
  return states.find(({ value }) => isSame(value, text)) ?? states.find(({ state }) => isSame(state, text));
}

function toCombo(field: ReadField, options: readonly FieldOption[], value: Json): FieldSetting | WrongValue {
  const text = asText(value);
  if (text === '') return { kind: 'choice', values: [], labels: [''], indexes: [] };
  const index = text === undefined ? -1 : findOption(options, text);
  const option = options[index];
  if (option) return { kind: 'choice', values: [option.value], labels: [option.label], indexes: [index] };
  if (!hasFlag(field, 'editable')) return wrongOption(options, value);
  if (text === undefined) return { rule: `must be text; it is ${describe(value)}` };
  if (/[\r\n]/.test(text)) return { rule: 'has one line, and the text has several' };
  return { kind: 'choice', values: [text], labels: [text], indexes: [] };
}

function toList(field: ReadField, options: readonly FieldOption[], value: Json): FieldSetting | WrongValue {
  const items: readonly Json[] = Array.isArray(value) ? value : value === null ? [] : [value as Json];
  if (items.length > 1 && !hasFlag(field, 'multiple')) return { rule: 'takes one option only' };
  const indexes = new Set<number>();
  for (const item of items) {
    const text = asText(item);
    const index = text === undefined ? -1 : findOption(options, text);
    if (index < 0) return wrongOption(options, item);
    indexes.add(index);
  }
  const sorted = [...indexes].sort((a, b) => a - b);
  return {
    kind: 'choice',
    values: sorted.flatMap((index) => options[index]?.value ?? []),
    labels: sorted.flatMap((index) => options[index]?.label ?? []),
    indexes: sorted,
  };
}

/** By what the field would hold, or else by what a reader sees. */
function findOption(options: readonly FieldOption[], text: string): number {
  const index = options.findIndex(({ value }) => isSame(value, text));
  return index >= 0 ? index : options.findIndex(({ label }) => isSame(label, text));
}

const wrongOption = (options: readonly FieldOption[], value: Json): WrongValue => ({
  rule: `must be ${listed(options.map((option) => option.value))}; it is ${describe(value)}`,
});

/** Whether a text of the form is one of the data, whichever of them writes accents as characters of their own. */
const isSame = (own: string, text: string): boolean => own.normalize('NFC') === text;

/** Undefined for what is neither text nor a number. Null is no text. */
function asText(value: Json): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value.normalize('NFC');
  return typeof value === 'number' ? String(value) : undefined;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'empty, because the field has no options';
  const shown = names.slice(0, maxListed).map((name) => JSON.stringify(name));
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} or one of ${rest} others`;
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} or ${last}` : last;
}

/** The value, for an error. */
function describe(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  if (isJsonObject(value)) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
