/** Describes an element that is a form field as the room of forms describes the controls of HTML. Lengths are in points. */
import { Failure } from '#contract/errors';
import type { Colour, Control, ControlLook, StateLook } from '#forms';
import type { EditorField, ElementStyle } from '../../model/editor-document.ts';
import type { Drawable } from '../draw/drawable.ts';

/** What pdfme takes for a style that the element does not have. */
const defaultFontSize = 13;
const defaultColour = '#000000';

/** Margins and lines of the icons that pdfme draws for boxes and buttons, as fractions of the width of the icon. */
const iconMargins = { checkbox: 2 / 24, radio: 1 / 24 };
const iconLine = 2 / 24;

/** In millimetres, within the place of the element. */
export interface FieldBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Lengths = (millimetres: number) => number;

export interface FieldText {
  readonly text: string;
  /** Its lines on the page. */
  readonly lines: number;
}

/**
 * `drawn` is undefined for a box or button. `number` is one of its own. Throws `invalid_data` for a value that
 * is none of the options.
 */
export function toControl(
  { style, value, label, alt = '', field }: Drawable & { readonly field: EditorField },
  drawn: FieldText | undefined,
  { number, mm2pt }: { readonly number: number; readonly mm2pt: Lengths },
): Control {
  const { options, group, isRequired, isReadOnly } = field;
  const isRadio = field.kind === 'radio';
  const shown = drawn?.text ?? (isRadio ? style.name : 'on');
  if (field.kind === 'choice' && shown !== '' && !options.includes(shown)) {
    const message = `${label}: ${JSON.stringify(shown.slice(0, 60))} is none of its options.`;
    throw new Failure('invalid_data', message, { errors: { [label]: [message] } });
  }
  const isOn = drawn === undefined && value === 'true';
  return {
    kind: controlKind(field, style, drawn, mm2pt),
    name: group ?? style.name,
    // Check boxes of one name are fields of their own.
    form: isRadio ? 0 : number,
    label: alt || style.name,
    groupLabel: group ?? '',
    values: [shown],
    defaults: [shown],
    isOn,
    isOnByDefault: isOn,
    options: options.map((each) => ({ value: each, label: each })),
    maxLength: undefined,
    isRequired,
    isReadOnly,
    isPassword: false,
    isComb: false,
    isMultiple: false,
    isEditable: false,
    look: toLook(field, style, mm2pt),
  };
}

/**
 * A text may have several lines where it has them, and where it begins at the top with room for two: viewers show a single line in
 * the middle.
 */
function controlKind(
  { kind }: EditorField,
  style: ElementStyle,
  drawn: FieldText | undefined,
  mm2pt: Lengths,
): Control['kind'] {
  if (kind === 'choice') return 'combo';
  if (kind !== 'text') return kind === 'date' ? 'text' : kind;
  const [top, , bottom] = sidesOf(style.padding);
  const [above, , below] = sidesOf(style.borderWidth);
  const room = mm2pt(style.height - top - bottom - above - below);
  const line = fontSizeOf(style) * (typeof style.lineHeight === 'number' ? style.lineHeight : 1);
  const isAtTop = (style.verticalAlignment ?? 'top') === 'top';
  return (drawn?.lines ?? 0) > 1 || (isAtTop && room >= 2 * line) ? 'multiline' : 'text';
}

/** Where the field is: all of the element, or the icon in its middle. */
export function fieldBox({ kind }: EditorField, { width, height }: ElementStyle): FieldBox {
  if (kind !== 'checkbox' && kind !== 'radio') return { left: 0, top: 0, width, height };
  const side = Math.min(width, height);
  return { left: (width - side) / 2, top: (height - side) / 2, width: side, height: side };
}

function toLook({ kind }: EditorField, style: ElementStyle, mm2pt: Lengths): ControlLook {
  const font = String(style.fontName ?? '');
  const colour = toColour(style.fontColor ?? defaultColour);
  const [top, right, bottom, left] = sidesOf(style.borderWidth).map(mm2pt);
  const isButton = kind === 'checkbox' || kind === 'radio';
  return {
    family: /mono|courier/i.test(font)
      ? 'mono'
      : /(?<!sans.?)serif|times|garamond|georgia/i.test(font)
        ? 'serif'
        : 'sans',
    isBold: /bold|black|heavy/i.test(font),
    isItalic: /italic|oblique/i.test(font),
    // 0 leaves the size to what is filled in.
    fontSize: style.dynamicFontSize ? 0 : fontSizeOf(style),
    colour,
    align: style.alignment === 'right' ? 'right' : style.alignment === 'center' ? 'centre' : 'left',
    insets: [top ?? 0, right ?? 0, bottom ?? 0, left ?? 0],
    states: isButton ? iconStates(kind, style, mm2pt) : undefined,
  };
}

function iconStates(
  kind: 'checkbox' | 'radio',
  { color, width, height }: ElementStyle,
  mm2pt: Lengths,
): ControlLook['states'] {
  const side = mm2pt(Math.min(width, height));
  const border = toColour(color ?? defaultColour);
  const off: StateLook = {
    background: undefined,
    border,
    borderWidth: side * iconLine,
    radius: 0,
    mark: undefined,
    iconMargin: side * iconMargins[kind],
  };
  return { off, on: { ...off, mark: border } };
}

const fontSizeOf = ({ fontSize }: ElementStyle): number =>
  typeof fontSize === 'number' ? fontSize : defaultFontSize;

/** `#rgb`, `#rrggbb` or `#rrggbbaa`. */
function toColour(value: unknown): Colour {
  const digits = String(value || defaultColour).slice(1);
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const part = (at: number) => Math.round((Number.parseInt(long.slice(at, at + 2), 16) / 255) * 1000) / 1000;
  return [part(0), part(2), part(4)];
}

/** The lengths of the four sides. */
function sidesOf(value: unknown): readonly [top: number, right: number, bottom: number, left: number] {
  const sides = (value ?? {}) as Readonly<Record<string, unknown>>;
  const side = (key: string) => (typeof sides[key] === 'number' ? (sides[key] as number) : 0);
  return [side('top'), side('right'), side('bottom'), side('left')];
}
