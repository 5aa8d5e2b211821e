/** An annotation's appearance stream and its placement (ISO 32000-2, 12.5.5). */
import { type PageView, readBox } from '../document/page-view.ts';
import { isDict, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { combined, type Matrix, mappedBox, turnedBy } from './matrix.ts';

export interface AnnotationAppearance {
  /** A stream of the file. It may lack the entries of a form XObject: see `DrawableForms`. */
  readonly form: PdfRef;
  readonly matrix: Matrix;
}

/** Flags of annotations that are invisible on screen. */
const hidden = 0b10;
const notViewed = 0b10_0000;

/** Flag of annotations that stay upright on a page that is turned, such as notes (ISO 32000-2, 12.5.3). */
const noRotate = 0b1_0000;

const identity: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * On a page of this rotation. Undefined for an invisible annotation, and for an appearance without a box, which viewers do
 * not draw either.
 */
export function annotationAppearance(
  file: PdfReader,
  annotation: PdfDict,
  rotation: PageView['rotation'],
): AnnotationAppearance | undefined {
  if (!isSeen(file, annotation) || file.name(annotation, 'Subtype') === 'Popup') return undefined;
  const form = currentAppearance(file, annotation);
  const stream = form && file.resolve(form);
  const place = readBox(file, file.get(annotation, 'Rect'));
  if (!(stream instanceof PdfStream) || !form || !place) return undefined;
  const own = readBox(file, file.get(stream.dict, 'BBox'));
  if (!own) return undefined;
  const box = mappedBox(readMatrix(file, stream.dict) ?? identity, own);
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  if (!(width > 0 && height > 0)) return undefined;
  const scaled: Matrix = [
    (place[2] - place[0]) / width,
    0,
    0,
    (place[3] - place[1]) / height,
    place[0],
    place[1],
  ];
  const placed = combined([1, 0, 0, 1, -box[0], -box[1]], scaled);
  const isUpright = ((file.number(annotation, 'F') ?? 0) & noRotate) !== 0;
  const [left, , , top] = place;
  return { form, matrix: isUpright ? combined(placed, turnedBy(rotation, [left, top])) : placed };
}

/** The appearance stream of the current state of the annotation. Undefined if there is nothing that viewers draw. */
export function currentAppearance(file: PdfReader, annotation: PdfDict): PdfRef | undefined {
  let form = file.dict(annotation, 'AP')?.get('N');
  const states = file.resolve(form);
  if (isDict(states)) form = states.get(file.name(annotation, 'AS') ?? 'Off');
  return form instanceof PdfRef && isAppearance(file, form) ? form : undefined;
}

/** Whether viewers draw it: they do not without a box. */
export function isAppearance(file: PdfReader, value: PdfValue | undefined): boolean {
  const stream = file.resolve(value);
  return stream instanceof PdfStream && readBox(file, file.get(stream.dict, 'BBox')) !== undefined;
}

/** Whether its flags make it visible on screen. */
export function isSeen(file: PdfReader, annotation: PdfDict): boolean {
  return ((file.number(annotation, 'F') ?? 0) & (hidden | notViewed)) === 0;
}

/** Undefined if there is none, or not of six numbers. Viewers then draw the form as it is. */
export function readMatrix(file: PdfReader, dict: PdfDict): Matrix | undefined {
  const numbers = (file.array(dict, 'Matrix') ?? []).slice(0, 6).map((item) => file.resolve(item));
  const [a, b, c, d, e, f] = numbers.filter((item) => typeof item === 'number');
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return e === undefined || f === undefined ? undefined : [a, b, c, d, e, f];
}
