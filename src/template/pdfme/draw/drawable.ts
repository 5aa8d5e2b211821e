/** A filled element in the form that pdfme draws. Values that pdfme would silently skip are reported. */
import { Failure } from '#contract/errors';
import type { EditorField, ElementStyle } from '../../model/editor-document.ts';
import { valueKind } from '../element-types.ts';
import { barcodeFault } from '../fill/barcode-fault.ts';
import type { FilledElement } from '../fill/compile-document.ts';
import { type Files, findPicture, pictureValue } from '../fill/picture-value.ts';

export interface Drawable {
  readonly style: ElementStyle;
  readonly value: string;
  readonly label: string;
  /** The alternative text of a picture, a code or a box. Empty for decoration. */
  readonly alt?: string | undefined;
  /** The level of a heading, from 1 to 6. */
  readonly heading?: number | undefined;
  /** Whether the first cell of each row of a table is its header. */
  readonly rowHeaders?: boolean | undefined;
  /** Given if it is a field of a form. */
  readonly field?: EditorField | undefined;
}

/** Throws `invalid_data` with the field. */
export function drawable({ element, value, alt }: FilledElement, files: Files): Drawable {
  const { style, label, required, heading, rowHeaders, field } = element;
  const own = { label, alt: alt?.trim(), heading, rowHeaders, field };
  const kind = valueKind(style.type);
  const reject = (message: string) => {
    throw new Failure('invalid_data', `${label}: ${message}.`, { errors: { [label]: [`${message}.`] } });
  };
  // Who fills in the form gives the value of a field.
  if (required && !field && kind !== 'shape' && kind !== 'rows' && value.trim() === '')
    reject('a value is required');
  switch (kind) {
    case 'rows': {
      const rows = (JSON.parse(value) as (string[] | null)[]).filter((row) => row !== null);
      const [head, ...body] = rows;
      return style.type === 'table'
        ? { ...own, style: { ...style, head }, value: JSON.stringify(body) }
        : { ...own, style, value: JSON.stringify(body.map(([item]) => item ?? '')) };
    }
    case 'code': {
      const code = value.trim();
      const fault = code === '' ? undefined : barcodeFault(style.type, code);
      if (fault !== undefined) reject(`the code ${shown(code)} ${fault}`);
      return { ...own, style, value: code };
    }
    case 'picture':
      try {
        return { ...own, style, value: pictureValue(style.type, value, files) };
      } catch (error) {
        return reject(`the picture ${(error as Error).message}`);
      }
    case 'flag':
      return { ...own, style, value: ['true', '1'].includes(value.trim()) ? 'true' : 'false' };
    default:
      return { ...own, style, value };
  }
}

/** Returns the files that elements name. */
export const getPictureFiles = (elements: readonly FilledElement[]): string[] =>
  elements.flatMap(({ element, value }) =>
    valueKind(element.style.type) === 'picture' ? (findPicture(value) ?? []) : [],
  );

const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
