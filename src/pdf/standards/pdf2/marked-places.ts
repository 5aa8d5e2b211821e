/** Where on a page the marked content is that belongs to its structure. */
import { parseContent } from '../../contents/parse-content.ts';
import { skippedOperand } from '../../contents/skipped-operand.ts';
import { listContents } from '../../document/page-contents.ts';
import type { Page } from '../../document/page-tree.ts';
import { isDict, PdfStream, type PdfValue } from '../../object.ts';
import { PdfError } from '../../pdf-error.ts';
import type { PdfReader } from '../../reading/reader.ts';
import { applied, combined, type Matrix } from '../../underlay/matrix.ts';

export interface MarkedPlace {
  readonly mcid: number;
  /** Where its highest text begins, or the corner of its highest picture, in the space of the page. */
  readonly x: number;
  readonly y: number;
}

export interface MarkedPage {
  /** In the order of the content. */
  readonly places: readonly MarkedPlace[];
  /** The margins of a page as Chromium draws it, which its named destinations leave out. */
  readonly left: number;
  readonly top: number;
}

const identity: Matrix = [1, 0, 0, 1, 0, 0];
const showing = new Set(['Tj', 'TJ', "'", '"', 'Do', 'EI', 'sh']);

/** Reads damaged content as far as it can be read. Throws `malformed`, `too_large`. */
export function findMarkedPlaces(file: PdfReader, page: Page): MarkedPage {
  const parts = listContents(file, page).flatMap((item) => {
    const stream = file.resolve(item);
    return stream instanceof PdfStream ? [file.decode(stream), Buffer.from('\n')] : [];
  });
  const places = new Map<number, MarkedPlace>();
  const marks: (number | undefined)[] = [];
  const saved: Matrix[] = [];
  let matrix = identity;
  let line = identity;
  let rectangle: readonly PdfValue[] = [];
  let margins: { readonly left: number; readonly top: number } | undefined;
  const host = {
    ref: (number: number, generation: number) => file.ref(number, generation),
    container: () => {},
    names: file.names,
    forgiving: true,
  };
  const note = (isPicture: boolean) => {
    const mcid = marks.findLast((mark) => mark !== undefined);
    if (mcid === undefined) return;
    // A picture is drawn into the unit square.
    const [x, y] = applied(isPicture ? matrix : combined(line, matrix), isPicture ? [0, 1] : [0, 0]);
    const known = places.get(mcid);
    if (!known || y > known.y) places.set(mcid, { mcid, x, y });
  };
  const reading = { operand: skippedOperand, codeLength: () => 0, unclear: () => {} };
  try {
    parseContent(Buffer.concat(parts), host, reading, (name, operands) => {
      if (name === 'q') saved.push(matrix);
      else if (name === 'Q') matrix = saved.pop() ?? identity;
      else if (name === 'cm') matrix = combined(toMatrix(operands), matrix);
      else if (name === 're') rectangle = operands.slice(0, 2);
      else if (name === 'W' || name === 'W*') margins ??= marginsOf(matrix, rectangle);
      else if (name === 'BT') line = identity;
      else if (name === 'Tm') line = toMatrix(operands);
      else if (name === 'Td' || name === 'TD')
        line = combined([1, 0, 0, 1, numberOf(operands[0]), numberOf(operands[1])], line);
      else if (name === 'BDC' || name === 'BMC') marks.push(mcidOf(operands[1]));
      else if (name === 'EMC') marks.pop();
      else if (showing.has(name)) note(name === 'Do' || name === 'EI' || name === 'sh');
    });
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'malformed') throw error;
  }
  return { places: [...places.values()], ...(margins ?? { left: 0, top: 0 }) };
}

/** Chromium begins a page with a matrix that turns it upside down, and clips it to its content. */
function marginsOf(matrix: Matrix, [x, y]: readonly PdfValue[]): { left: number; top: number } {
  const [, , , d, , height] = matrix;
  if (d >= 0) return { left: 0, top: 0 };
  const [left, top] = applied(matrix, [numberOf(x), numberOf(y)]);
  return { left, top: height - top };
}

const numberOf = (value: PdfValue | undefined): number => (typeof value === 'number' ? value : 0);

function toMatrix(operands: readonly PdfValue[]): Matrix {
  const [a, b, c, d, e, f] = operands.map(numberOf);
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0];
}

/** Property lists of the resources have no number in PDFs as Chromium writes them. */
function mcidOf(properties: PdfValue | undefined): number | undefined {
  const mcid = isDict(properties) ? properties.get('MCID') : undefined;
  return typeof mcid === 'number' ? mcid : undefined;
}
