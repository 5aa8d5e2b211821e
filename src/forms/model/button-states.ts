/** The states of check boxes and radio buttons (ISO 32000-2, 12.7.5.2). */

import { inherited } from '#pdf/document/form-fields';
import { getName, isDict, PdfStream } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import { type FieldOption, textOf } from './choice-options.ts';
import type { FieldWidget, ReadField } from './read-fields.ts';

const off = 'Off';

/** A state in which a button is on. */
export interface ButtonState extends FieldOption {
  /** The name of the appearance, which the field has as its value. */
  readonly state: string;
}

/** The state of each widget in which it is on; undefined if the file has none for it. */
export function widgetStates(file: PdfReader, field: ReadField): (string | undefined)[] {
  return field.widgets.map((widget, index) => stateOf(file, field, widget, index));
}

/** The states of a field, each once, in the order of its widgets. */
export function buttonStates(file: PdfReader, field: ReadField): ButtonState[] {
  const names = inherited(file, field.chain, 'Opt');
  const found = new Map<string, ButtonState>();
  for (const [index, state] of widgetStates(file, field).entries()) {
    if (state === undefined || found.has(state)) continue;
    const name = Array.isArray(names) ? textOf(file, file.resolve(names[index])) : undefined;
    const value = name ?? asText(state);
    found.set(state, { state, value, label: value });
  }
  return [...found.values()];
}

/** The state that is on, of those of `buttonStates`; undefined if the field is off. */
export function currentState(file: PdfReader, field: ReadField, key: 'V' | 'DV'): ButtonState | undefined {
  const states = buttonStates(file, field);
  const value = inherited(file, field.chain, key);
  const name = getName(value);
  if (name !== undefined) return states.find(({ state }) => state === name);
  const text = textOf(file, value);
  return text === undefined ? undefined : states.find((each) => each.value === text || each.state === text);
}

/** Appearances name the states; without one, the state itself does, or the value of the only widget. */
function stateOf(
  file: PdfReader,
  field: ReadField,
  { dict }: FieldWidget,
  index: number,
): string | undefined {
  const appearances = file.dict(dict, 'AP');
  for (const key of ['N', 'D']) {
    const states = appearances && file.dict(appearances, key);
    const named = states && [...states].find(([name, value]) => name !== off && isAppearance(file, value));
    if (named) return named[0];
  }
  const own = file.name(dict, 'AS');
  if (own !== undefined && own !== off) return own;
  if (field.kind === 'radio')
    return Array.isArray(inherited(file, field.chain, 'Opt')) ? `${index}` : undefined;
  const value = getName(inherited(file, field.chain, 'V'));
  return value !== undefined && value !== off ? value : 'Yes';
}

function isAppearance(file: PdfReader, value: Parameters<PdfReader['resolve']>[0]): boolean {
  const resolved = file.resolve(value);
  return resolved instanceof PdfStream || isDict(resolved);
}

/** Names are bytes, in UTF-8 where they are text (ISO 32000-2, 7.3.5). */
function asText(name: string): string {
  const bytes = Buffer.from(name, 'latin1');
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? name : text;
}
