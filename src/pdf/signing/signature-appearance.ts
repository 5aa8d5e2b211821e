/** Draws a signed field on its page (ISO 32000-2, 12.5.5): some lines of text, as large as its box allows. */
import { getAllPages } from '../document/page-tree.ts';
import { BundledFonts, type ReadBundledFont } from '../fonts/bundled-fonts.ts';
import { lineOf } from '../fonts/text-line.ts';
import { isDict, type PdfDict, PdfName, PdfRef, type PdfValue } from '../object.ts';
import { compressedStream } from '../writing/compressed-stream.ts';
import type { ObjectEdits } from './object-edits.ts';
import { ownContentKey } from './place-signature-fields.ts';
import type { SignatureField } from './signature-fields.ts';

export interface SignatureAppearance {
  /** The first one is larger than the others. */
  readonly lines: readonly string[];
  /** Called only if the field has a place on a page. */
  readonly readFont: ReadBundledFont;
}

/** In points. */
const margin = 3;
const largestSize = 14;
const smallestSize = 2;

/** Heights of the lines, and sizes of their text, relative to those of the first line. */
const otherLines = 0.75;
const lineHeight = 1.3;

/** Part of the size that is above the baseline, in most fonts. */
const ascent = 1.05;

/**
 * Draws the lines in the box of the field. A field without a box, or over an element whose content is its appearance, stays
 * as it is. Returns the characters that no font has. Throws for text from right to left outside of `withShaping`.
 */
export function drawSignature(
  edits: ObjectEdits,
  { widget, widgetRef }: SignatureField,
  { lines: given, readFont }: SignatureAppearance,
): readonly string[] {
  const { file, update } = edits;
  const sides = (file.array(widget, 'Rect') ?? []).map((side) => file.resolve(side));
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = sides.map((side) => (typeof side === 'number' ? side : 0));
  const size = [Math.abs(x1 - x0), Math.abs(y1 - y0)] as const;
  if (!widgetRef || Math.min(...size) < 1 || file.get(widget, ownContentKey) === true) return [];
  const turn = turnOf(edits, widget, widgetRef);
  const [width, height] = turn === 90 || turn === 270 ? [size[1], size[0]] : size;

  const fonts = new BundledFonts(readFont, update);
  const { font, missing } = fonts.find(given.join(''));
  const lines = given
    .map((line) =>
      [...line]
        .filter((character) => !missing.includes(character))
        .join('')
        .trim(),
    )
    .filter((line) => line !== '')
    .map(lineOf);
  const scales = lines.map((_, index) => (index === 0 ? 1 : otherLines));
  const widest = Math.max(
    ...lines.map((line, index) => (font.widthOf(line) / 1000) * (scales[index] ?? 1)),
    0.001,
  );
  const total = scales.reduce((sum, scale) => sum + scale * lineHeight, 0);
  const fitting = Math.min((width - 2 * margin) / widest, (height - 2 * margin) / total, largestSize);
  const first = Math.max(fitting, smallestSize);
  let y = (height + first * total) / 2;
  const drawn = lines.map((line, index) => {
    const own = first * (scales[index] ?? 1);
    const baseline = y - own * ascent;
    y -= own * lineHeight;
    return `/F ${rounded(own)} Tf 1 0 0 1 ${margin} ${rounded(baseline)} Tm ${font.encode(line)} Tj`;
  });
  const text = `q 0 0 ${rounded(width)} ${rounded(height)} re W n 0 g BT ${drawn.join('\n')} ET Q`;
  const appearance = compressedStream(Buffer.from(text, 'latin1'), [
    ['Type', new PdfName('XObject')],
    ['Subtype', new PdfName('Form')],
    ['BBox', [0, 0, width, height]],
    ...(turn === 0 ? [] : [['Matrix', [...(matrices[turn] ?? [])]] as [string, PdfValue]]),
    ['Resources', new Map([['Font', new Map([['F', font.resource]])]])],
  ]);
  fonts.finish();
  edits.dict(widgetRef).set('AP', new Map([['N', update.add(appearance)]]));
  return missing;
}

const rounded = (number: number): number => Math.round(number * 100) / 100;

/** Turns the text against the page. Viewers fit the turned box into that of the field (ISO 32000-2, 12.5.5). */
const matrices: Readonly<Record<number, readonly number[]>> = {
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
};

/** The degrees by which viewers turn the page of the field, clockwise. */
function turnOf({ file }: ObjectEdits, widget: PdfDict, widgetRef: PdfRef): number {
  const isOn = (annotations: readonly PdfValue[] = []) =>
    annotations.some((each) => each instanceof PdfRef && each.number === widgetRef.number);
  const own = file.resolve(widget.get('P') ?? null);
  const page = getAllPages(file).find(({ dict }) =>
    isDict(own) ? dict === own : isOn(file.array(dict, 'Annots')),
  );
  const turn = page && file.resolve(page.inherited.get('Rotate') ?? null);
  return typeof turn === 'number' && turn % 90 === 0 ? ((turn % 360) + 360) % 360 : 0;
}
