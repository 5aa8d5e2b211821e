/** The font, size and colour that a field asks for (`/DA`, ISO 32000-2, 12.7.4.3). */

import { inherited } from '#pdf/document/form-fields';
import { PdfString } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import type { FieldWidget } from '../model/read-fields.ts';

export interface TextStyle {
  /** The name of the font in the resources of the form. */
  readonly font: string;
  /** Points. 0: as large as fits. */
  readonly size: number;
  /** The operator that sets the colour: `0 g`. */
  readonly colour: string;
  readonly align: 'left' | 'centre' | 'right';
}

const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)`;
const fontPattern = new RegExp(String.raw`/([^\s/()<>[\]{}%]*)\s+(${number})\s+Tf`, 'g');
const colourPattern = new RegExp(
  String.raw`(?:^|\s)(${number}\s+g|(?:${number}\s+){3}rg|(?:${number}\s+){4}k)(?=\s|$)`,
  'g',
);

const alignments = ['left', 'centre', 'right'] as const;

/** Larger sizes are those of hostile files. */
const maxSize = 2_000;

/** The last operator of each kind counts, as in a content stream. Others have no effect. */
export function readTextStyle(file: PdfReader, { chain }: FieldWidget): TextStyle {
  const form = file.dict(file.catalog, 'AcroForm') ?? new Map();
  const above = [...chain, form];
  const value = inherited(file, above, 'DA');
  const text = value instanceof PdfString ? value.bytes : '';
  const font = [...text.matchAll(fontPattern)].at(-1);
  const colour = [...text.matchAll(colourPattern)].at(-1)?.[1];
  const quadding = inherited(file, above, 'Q');
  return {
    font: decodeName(font?.[1] || 'Helv'),
    size: Math.min(Math.abs(Number(font?.[2] ?? 0)), maxSize),
    colour: colour?.replaceAll(/\s+/g, ' ') ?? '0 g',
    align: (typeof quadding === 'number' ? alignments[quadding] : undefined) ?? 'left',
  };
}

const decodeName = (name: string): string =>
  name.replaceAll(/#([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
