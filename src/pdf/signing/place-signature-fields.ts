/**
 * Turns the links that stand for signature fields in a printed PDF into fields (ISO 32000-2, 12.7.5.5) with an empty
 * appearance. The element of a link becomes that of a form field in the structure (ISO 14289-1, 7.18.4).
 */
import { containsText } from '#runtime/find-text';
import { getPages } from '../document/page-tree.ts';
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from '../object.ts';
import { PdfReader } from '../reading/reader.ts';
import { encodeText } from '../text-string.ts';
import { compressedStream } from '../writing/compressed-stream.ts';
import { IncrementalUpdate } from '../writing/incremental-update.ts';
import { ObjectEdits } from './object-edits.ts';

/** Written by `data-pdfapi-signature`. */
const scheme = 'pdfapi-signature:';

/** Print (ISO 32000-2, table 167). */
const widgetFlags = 4;

/** A signature field exists (ISO 32000-1, table 219). */
const signaturesExist = 1;

/** Says that what is on the page under the field is its appearance. Keys with XX are private (ISO 32000-2, annex E). */
export const ownContentKey = 'XXpdfapiOwnContent';

export const mayHaveSignaturePlaces = (pdf: Uint8Array): Promise<boolean> => containsText(pdf, `(${scheme}`);

/** Costs one search in a PDF without such links. Throws `malformed`. */
export async function placeSignatureFields(pdf: Uint8Array): Promise<Uint8Array> {
  if (!(await mayHaveSignaturePlaces(pdf))) return pdf;
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length);
  const file = new PdfReader(pdf);
  const edits = new ObjectEdits(file, new IncrementalUpdate(file));
  const names = new Set<string>();
  const elements = structureOf(file);
  for (const page of getPages(file)) {
    for (const ref of file.array(page.dict, 'Annots') ?? []) {
      const link = file.resolve(ref);
      if (!(ref instanceof PdfRef && isDict(link) && page.ref)) continue;
      const field = fieldOf(file, link);
      if (!field) continue;
      const annotation = edits.dict(ref);
      annotation.delete('A');
      // Parts of one element on further pages: a signature has one place.
      if (names.has(field.name)) continue;
      names.add(field.name);
      toWidget(edits, annotation, field);
      annotation.set('P', page.ref);
      const element = elements.get(file.number(link, 'StructParent') ?? -1);
      if (element) edits.dict(element).set('S', new PdfName('Form'));
      const form = edits.child(edits.catalog, 'AcroForm');
      edits.list(form, 'Fields').push(ref);
      form.set('SigFlags', signaturesExist);
    }
  }
  return Buffer.concat([bytes, edits.update.bytes(new Map())]);
}

interface PlacedField {
  readonly name: string;
  readonly label: string;
  readonly hasContent: boolean;
}

function fieldOf(file: PdfReader, link: PdfDict): PlacedField | undefined {
  if (!isNamed(file.get(link, 'Subtype'), 'Link')) return undefined;
  const action = file.dict(link, 'A');
  const address = action && file.get(action, 'URI');
  if (!(address instanceof PdfString) || !address.bytes.startsWith(scheme)) return undefined;
  try {
    const { name, label, hasContent } = JSON.parse(decodeURIComponent(address.bytes.slice(scheme.length)));
    if (typeof name !== 'string' || name === '') return undefined;
    return { name, label: String(label || name), hasContent: hasContent === true };
  } catch {
    // A link of the author's with this scheme.
    return undefined;
  }
}

function toWidget(
  { file, update }: ObjectEdits,
  widget: PdfDict,
  { name, label, hasContent }: PlacedField,
): void {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = (file.array(widget, 'Rect') ?? []).map((side) =>
    typeof side === 'number' ? side : 0,
  );
  // PDF/A demands an appearance of each annotation (ISO 19005-2, 6.3.3).
  const appearance = compressedStream(new Uint8Array(), [
    ['Type', new PdfName('XObject')],
    ['Subtype', new PdfName('Form')],
    ['BBox', [0, 0, Math.abs(x1 - x0), Math.abs(y1 - y0)]],
  ]);
  for (const key of ['Border', 'Contents']) widget.delete(key);
  widget
    .set('Subtype', new PdfName('Widget'))
    .set('FT', new PdfName('Sig'))
    .set('T', encodeText(name))
    .set('TU', encodeText(label))
    .set('F', widgetFlags)
    .set('AP', new Map([['N', update.add(appearance)]]));
  if (hasContent) widget.set(ownContentKey, true);
}

/** The elements of annotations, by their keys in the parent tree, as Chromium writes it: in one array. */
function structureOf(file: PdfReader): ReadonlyMap<number, PdfRef> {
  const root = file.dict(file.catalog, 'StructTreeRoot');
  const tree = root && file.dict(root, 'ParentTree');
  const leaves: readonly PdfValue[] = (tree && file.array(tree, 'Nums')) ?? [];
  const elements = new Map<number, PdfRef>();
  for (let index = 0; index + 1 < leaves.length; index += 2) {
    const [key, element] = [leaves[index], leaves[index + 1]];
    if (typeof key === 'number' && element instanceof PdfRef) elements.set(key, element);
  }
  return elements;
}
