/** Page labels (ISO 32000-2, 12.4.2): the numbers that a document prints on its pages, for viewers to show. */
import { type PdfDict, PdfName, PdfRef, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { encodeText } from '../text-string.ts';
import { IncrementalUpdate } from '../writing/incremental-update.ts';
import { writeTree } from '../writing/write-tree.ts';

export interface PageLabel {
  readonly number: number;
  /** A counter style of CSS. One without an equivalent in PDF is decimal. */
  readonly style: string;
}

const styles: ReadonlyMap<string, string> = new Map([
  ['lower-roman', 'r'],
  ['upper-roman', 'R'],
  ['lower-alpha', 'a'],
  ['lower-latin', 'a'],
  ['upper-alpha', 'A'],
  ['upper-latin', 'A'],
]);

/** Roman numerals of CSS end here, and letters of PDF go on with `AA`, `BB`: what is greater is decimal. */
const greatest: Readonly<Record<string, number>> = { r: 3_999, R: 3_999, a: 26, A: 26 };

/**
 * A label for each page, in place of those that the PDF may have. Without any that differs from the page's position, the
 * PDF gets none. Throws `malformed`.
 *
 * @example
 * writePageLabels(pdf, [{ number: 1, style: 'lower-roman' }, { number: 1, style: 'decimal' }]);
 */
export function writePageLabels(pdf: Uint8Array, labels: readonly PageLabel[]): Uint8Array {
  const entries = toRanges(labels);
  const [first] = entries;
  if (!first || (entries.length === 1 && isUsual(first[1]))) return pdf;
  const file = new PdfReader(pdf);
  const root = file.trailer.get('Root');
  if (!(root instanceof PdfRef)) throw new PdfError('malformed', 'The catalog is not an indirect object.');
  const update = new IncrementalUpdate(file);
  const catalog: PdfDict = new Map(file.catalog);
  update.replace(root, catalog.set('PageLabels', writeTree(update, 'Nums', entries)));
  return Buffer.concat([pdf, update.bytes(new Map())]);
}

/** A range is a run of pages whose numbers count on in one style. */
function toRanges(labels: readonly PageLabel[]): [page: number, label: PdfDict][] {
  const ranges: [number, PdfDict][] = [];
  let before: { readonly number: number; readonly style: string } | undefined;
  for (const [page, { number, style: asked }] of labels.entries()) {
    const named = styles.get(asked.toLowerCase()) ?? 'D';
    const style = number <= (greatest[named] ?? Number.POSITIVE_INFINITY) ? named : 'D';
    const countsOn = before?.style === style && before.number + 1 === number && number > 1;
    if (!countsOn) ranges.push([page, toLabel(number, style)]);
    before = { number, style };
  }
  return ranges;
}

/** Ranges start at 1 or later. A smaller number is a prefix without one. */
function toLabel(number: number, style: string): PdfDict {
  const label: [string, PdfValue][] =
    number < 1
      ? [['P', encodeText(String(number))]]
      : [
          ['S', new PdfName(style)],
          ['St', number],
        ];
  return new Map(label);
}

function isUsual(label: PdfDict): boolean {
  const style = label.get('S');
  return label.get('St') === 1 && style instanceof PdfName && style.value === 'D';
}
