/** The kind of a field, by its type and flags (ISO 32000-2, 12.7.5). */
import { getName, type PdfValue } from '#pdf/object';

/**
 * - `text`, `multiline`: a text of one or of several lines.
 * - `checkbox`: on or off. `radio`: one of several buttons.
 * - `combo`: one option of a list that opens, or, if it is editable, any text. `list`: one or more options of a list.
 * - `signature`, `button`: a place for a signature, a push button.
 */
export type FieldKind =
  | 'text'
  | 'multiline'
  | 'checkbox'
  | 'radio'
  | 'combo'
  | 'list'
  | 'signature'
  | 'button'
  | 'unknown';

const bit = (position: number): number => 2 ** (position - 1);

/** By their bit positions, from 1. */
export const fieldFlags = {
  readOnly: bit(1),
  required: bit(2),
  // Text
  multiline: bit(13),
  password: bit(14),
  file: bit(21),
  noScroll: bit(24),
  comb: bit(25),
  richText: bit(26),
  // Buttons
  radio: bit(16),
  pushButton: bit(17),
  // Choices
  combo: bit(18),
  editable: bit(19),
  multiple: bit(22),
} as const;

export function kindOf(type: PdfValue, flags: number): FieldKind {
  const has = (flag: number) => (flags & flag) !== 0;
  switch (getName(type)) {
    case 'Tx':
      return has(fieldFlags.multiline) ? 'multiline' : 'text';
    case 'Btn':
      if (has(fieldFlags.pushButton)) return 'button';
      return has(fieldFlags.radio) ? 'radio' : 'checkbox';
    case 'Ch':
      return has(fieldFlags.combo) ? 'combo' : 'list';
    case 'Sig':
      return 'signature';
    default:
      return 'unknown';
  }
}

export const hasFlag = ({ flags }: { readonly flags: number }, flag: keyof typeof fieldFlags): boolean =>
  (flags & fieldFlags[flag]) !== 0;

/** Whether each character has a cell of its own. */
export const isComb = (
  field: { readonly flags: number; readonly kind: FieldKind },
  maxLength: number | undefined,
): maxLength is number =>
  field.kind === 'text' &&
  maxLength !== undefined &&
  maxLength > 0 &&
  hasFlag(field, 'comb') &&
  !hasFlag(field, 'password') &&
  !hasFlag(field, 'file');
