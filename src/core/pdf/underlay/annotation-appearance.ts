/** An annotation's appearance stream and its placement (ISO 32000-2, 12.5.5). */
import { readBox } from '../document/page-view.ts';
import { isDict, type PdfDict, PdfRef, PdfStream } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { combined, type Matrix, mappedBox } from './matrix.ts';

export interface AnnotationAppearance {
  /** Of the file. It may lack what makes it a form: see `DrawableForms`. */
  readonly form: PdfRef;
  readonly matrix: Matrix;
}

/** Flags of annotations that are invisible on screen. */
const hidden = 0b10;
const notViewed = 0b10_0000;

const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Undefined for an invisible annotation, and for an appearance without a box, which viewers do not draw either. */
export function annotationAppearance(file: PdfReader, annotation: PdfDict): AnnotationAppearance | undefined {
  if (!isSeen(file, annotation) || file.name(annotation, 'Subtype') === 'Popup') return undefined;
  const appearances = file.dict(annotation, 'AP');
  let form = appearances?.get('N');
  const states = file.resolve(form);
  if (isDict(states)) form = states.get(file.name(annotation, 'AS') ?? 'Off');
  const stream = file.resolve(form);
  const place = readBox(file, file.get(annotation, 'Rect'));
  if (!(form instanceof PdfRef) || !(stream instanceof PdfStream) || !place) return undefined;
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
  return { form, matrix: combined([1, 0, 0, 1, -box[0], -box[1]], scaled) };
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
