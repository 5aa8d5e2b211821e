/** Page labels (`iv`, `A-3`): chosen pages keep those that they had. */
import { numberTreeEntries } from '../document/number-tree.ts';
import { isDict, type PdfDict, PdfName, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { writeTree } from '../writing/write-tree.ts';
import type { KeptPages } from './keep-pages.ts';

/** Pages whose labels count on. */
interface LabelRange {
  /** The index of its first page. */
  readonly start: number;
  readonly label: PdfDict;
}

/** `numbersPages`: pages without labels get the numbers that they had in the whole document. */
export function keepLabels({ file, indexes }: KeptPages, numbersPages: boolean): void {
  const ranges = readLabelRanges(file);
  if (ranges.length === 0 && !numbersPages) return;
  const entries: [place: number, label: PdfDict][] = [];
  let before: { readonly index: number; readonly range: number } | undefined;
  for (const [place, index] of indexes.entries()) {
    const range = ranges.findLastIndex(({ start }) => start <= index);
    if (before?.range !== range || before.index + 1 !== index) {
      entries.push([place, labelAt(file, ranges, index)]);
    }
    before = { index, range };
  }
  file.catalog.set('PageLabels', writeTree(file, 'Nums', entries));
}

/** In the order of the document. Throws `malformed`, `too_large`. */
export function readLabelRanges(file: PdfReader): readonly LabelRange[] {
  return numberTreeEntries(file, file.catalog.get('PageLabels')).flatMap(([start, value]) => {
    const label = file.resolve(value);
    return isDict(label) ? [{ start, label }] : [];
  });
}

/** The label of one page, as the first of a range. */
export function labelAt(file: PdfReader, ranges: readonly LabelRange[], index: number): PdfDict {
  const { start, label } = ranges.findLast((range) => range.start <= index) ?? { start: 0, label: decimal };
  const first = file.number(label, 'St') ?? 1;
  return new Map<string, PdfValue>(label).set('St', first + index - start);
}

const decimal: PdfDict = new Map([['S', new PdfName('D')]]);
