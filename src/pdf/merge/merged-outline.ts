/** The outline: one entry per document, with the document's own entries below it. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { isDict, type PdfDict, PdfName, PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { encodeText } from '../text-string.ts';
import type { PdfWriter } from '../writing/writer.ts';
import type { MergedPart, SourceDocument } from './source-document.ts';

export class MergedOutline implements MergedPart {
  readonly #writer: PdfWriter;
  readonly #root: PdfRef;
  #first: PdfRef | undefined;
  /** Not written yet, because it has to refer to the next entry. */
  #last: { ref: PdfRef; entry: PdfDict } | undefined;
  /** The number of entries that are visible initially. */
  #visible = 0;

  constructor(writer: PdfWriter) {
    this.#writer = writer;
    this.#root = writer.reserve();
  }

  add({ file, title, pageRefs }: SourceDocument, copier: ObjectCopier): void {
    const ref = this.#writer.reserve();
    const entry: PdfDict = new Map<string, PdfValue>([
      ['Title', encodeText(title)],
      ['Parent', this.#root],
      ['Dest', [pageRefs[0] ?? null, new PdfName('XYZ'), null, null, null]],
    ]);
    const below = this.#below(file, ref, copier);
    if (below) {
      entry.set('First', below.first).set('Last', below.last).set('Count', below.visible);
      this.#visible += below.visible;
    }
    this.#visible++;
    this.#append(ref, entry);
  }

  finish(catalog: PdfDict): void {
    const last = this.#last;
    if (!this.#first || !last) return;
    this.#writer.write(last.ref, last.entry);
    const root: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('Outlines')],
      ['First', this.#first],
      ['Last', last.ref],
      ['Count', this.#visible],
    ]);
    this.#writer.write(this.#root, root);
    catalog.set('Outlines', this.#root);
  }

  /** The document's own entries. Their parent, the root of the old outline, becomes the new entry. */
  #below(file: PdfReader, parent: PdfRef, copier: ObjectCopier) {
    const root = file.dict(file.catalog, 'Outlines');
    const rootRef = file.catalog.get('Outlines');
    const first = root?.get('First');
    const last = root?.get('Last');
    if (!root || !(first instanceof PdfRef) || !(last instanceof PdfRef)) return undefined;
    if (rootRef instanceof PdfRef) copier.map(rootRef, parent);
    const firstCopied = copier.reference(first);
    const lastCopied = copier.reference(last);
    if (!firstCopied || !lastCopied) return undefined;
    return { first: firstCopied, last: lastCopied, visible: countVisible(file, first) };
  }

  #append(ref: PdfRef, entry: PdfDict): void {
    const last = this.#last;
    if (last) {
      entry.set('Prev', last.ref);
      this.#writer.write(last.ref, last.entry.set('Next', ref));
    }
    this.#first ??= ref;
    this.#last = { ref, entry };
  }
}

/** Counts sibling entries and the visible descendants of open ones (ISO 32000-2, table 151). */
function countVisible(file: PdfReader, first: PdfRef): number {
  const seen = new Set<PdfDict>();
  let visible = 0;
  for (let entry = file.resolve(first); isDict(entry) && !seen.has(entry); entry = file.get(entry, 'Next')) {
    seen.add(entry);
    const below = file.number(entry, 'Count') ?? 0;
    visible += 1 + (Number.isInteger(below) && below > 0 ? below : 0);
  }
  return visible;
}
