/** The options of choice fields, and the values of text and choice fields. */

import { inherited } from '#pdf/document/form-fields';
import { type PdfDict, PdfStream, PdfString, type PdfValue, toList } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import { decodeTextString } from '#pdf/text-string';

export interface FieldOption {
  /** The value of the field if the option is chosen. */
  readonly value: string;
  /** The text that a reader sees. */
  readonly label: string;
}

/** `/Opt` of a choice field: texts, or pairs of a value and a label. */
export function choiceOptions(file: PdfReader, chain: readonly PdfDict[]): FieldOption[] {
  const items = inherited(file, chain, 'Opt');
  if (!Array.isArray(items)) return [];
  return items.flatMap((item): FieldOption[] => {
    const option = file.resolve(item);
    if (option instanceof PdfString) {
      const value = decodeTextString(option);
      return [{ value, label: value }];
    }
    if (!Array.isArray(option)) return [];
    const [value, label] = option.map((each) => textOf(file, file.resolve(each)));
    return value === undefined ? [] : [{ value, label: label ?? value }];
  });
}

/** Undefined if the value is not text. */
export function textOf(file: PdfReader, value: PdfValue): string | undefined {
  if (value instanceof PdfString) return decodeTextString(value);
  // A long text may be a stream.
  if (value instanceof PdfStream) {
    return decodeTextString(new PdfString(Buffer.from(file.decode(value)).toString('latin1')));
  }
  return undefined;
}

/** The texts of a value that is one text or several. */
export const textsOf = (file: PdfReader, value: PdfValue): string[] =>
  toList(value).flatMap((item) => textOf(file, file.resolve(item)) ?? []);
