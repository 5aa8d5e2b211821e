/** The entries of fields (ISO 32000-2, tables 226 to 234) that controls become. */
import { PdfName, PdfString, type PdfValue } from '#pdf/object';
import { encodeText } from '#pdf/text-string';
import { operands } from '../draw/numbers.ts';
import { fieldFlags } from '../model/field-kind.ts';
import type { Control, ControlLook } from './control.ts';
import type { NamedField } from './name-controls.ts';

type Entry = readonly [key: string, value: PdfValue];

/** Radio buttons of which one stays on (`NoToggleToOff`, ISO 32000-2, table 229). */
const staysOn = 2 ** 14;

/** The standard fonts by which viewers write what is typed, with their usual names in forms. */
export const standardFonts: Readonly<Record<string, string>> = {
  ...{ Helv: 'Helvetica', HeBo: 'Helvetica-Bold', HeOb: 'Helvetica-Oblique', HeBO: 'Helvetica-BoldOblique' },
  ...{ TiRo: 'Times-Roman', TiBo: 'Times-Bold', TiIt: 'Times-Italic', TiBI: 'Times-BoldItalic' },
  ...{ Cour: 'Courier', CoBo: 'Courier-Bold', CoOb: 'Courier-Oblique', CoBO: 'Courier-BoldOblique' },
};

/** Regular, bold, italic, both. */
const fontNames = {
  sans: ['Helv', 'HeBo', 'HeOb', 'HeBO'],
  serif: ['TiRo', 'TiBo', 'TiIt', 'TiBI'],
  mono: ['Cour', 'CoBo', 'CoOb', 'CoBO'],
} as const;

const alignments = { left: 0, centre: 1, right: 2 } as const;

export const fontOf = ({ family, isBold, isItalic }: ControlLook): string =>
  fontNames[family][(isBold ? 1 : 0) + (isItalic ? 2 : 0)] ?? 'Helv';

/** How viewers draw what is typed. `scale`: points of a CSS pixel. */
export function textEntries({ look }: Control, scale: number): Entry[] {
  const size = Math.round(look.fontSize * scale * 100) / 100;
  const style = `/${fontOf(look)} ${operands(size)} Tf ${operands(...look.colour)} rg`;
  return [
    ['DA', new PdfString(style)],
    ['Q', alignments[look.align]],
  ];
}

/**
 * The entries of a field itself, without its name. `states`: of the buttons of a radio group or a check box, as their
 * appearances are named.
 */
export function fieldEntries({ controls }: NamedField, states: readonly string[]): Entry[] {
  const [control] = controls;
  if (!control) return [];
  const { kind, isRequired, isReadOnly, maxLength, options } = control;
  let flags = isReadOnly ? fieldFlags.readOnly : 0;
  const set = (flag: number, condition: boolean) => {
    if (condition) flags += flag;
  };
  set(fieldFlags.required, isRequired);
  const entries: Entry[] = [];
  switch (kind) {
    case 'text':
    case 'multiline':
      set(fieldFlags.multiline, kind === 'multiline');
      set(fieldFlags.password, control.isPassword);
      set(fieldFlags.comb, isComb(control));
      entries.push(['FT', new PdfName('Tx')]);
      if (maxLength !== undefined) entries.push(['MaxLen', maxLength]);
      // A password is not written into a file (ISO 32000-2, table 231).
      if (!control.isPassword)
        entries.push(...textValue('V', control.values), ...textValue('DV', control.defaults));
      break;
    case 'combo':
    case 'list':
      set(fieldFlags.combo, kind === 'combo');
      set(fieldFlags.editable, control.isEditable);
      set(fieldFlags.multiple, control.isMultiple);
      entries.push(['FT', new PdfName('Ch')]);
      entries.push(['Opt', options.map(({ value, label }) => [encodeText(value), encodeText(label)])]);
      entries.push(...textValue('V', control.values), ...textValue('DV', control.defaults));
      if (kind === 'list') entries.push(...chosenIndexes(control));
      break;
    default: {
      set(fieldFlags.radio + staysOn, kind === 'radio');
      const stateOf = (index: number) => new PdfName(states[index] ?? 'Off');
      entries.push(['FT', new PdfName('Btn')], ['V', stateOf(controls.findIndex(({ isOn }) => isOn))]);
      entries.push(['DV', stateOf(controls.findIndex(({ isOnByDefault }) => isOnByDefault))]);
      if (states.some((state, i) => state !== controls[i]?.values[0])) {
        entries.push(['Opt', controls.map(({ values: [value = ''] }) => encodeText(value))]);
      }
    }
  }
  return flags === 0 ? entries : [...entries, ['Ff', flags]];
}

const isComb = ({ kind, isComb: isAsked, isPassword, maxLength }: Control): boolean =>
  kind === 'text' && isAsked && !isPassword && maxLength !== undefined && maxLength > 0;

function textValue(key: 'V' | 'DV', values: readonly string[]): Entry[] {
  const [only] = values;
  if (only === undefined || (values.length === 1 && only === '')) return [];
  return [[key, values.length === 1 ? encodeText(only) : values.map(encodeText)]];
}

/** In a list, several options may have one value (ISO 32000-2, table 234). */
function chosenIndexes({ options, values }: Control): Entry[] {
  const chosen = options.flatMap(({ value }, index) => (values.includes(value) ? [index] : []));
  return chosen.length === 0 ? [] : [['I', chosen]];
}

/** The values of buttons, if they can be names of appearances, else their indexes. */
export function stateNames(controls: readonly Control[]): string[] {
  const values = controls.map(({ values: [value = ''] }) => value);
  const areNames =
    new Set(values).size === values.length &&
    values.every((value) => value !== 'Off' && /^[\w-]{1,100}$/.test(value));
  return areNames ? values : values.map((_, index) => String(index));
}
