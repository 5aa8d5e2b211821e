/** Replaces the outline of a printed PDF (ISO 32000-2, 12.3.3) by bookmarks that the document asks for itself. */
import { startTimeSlices } from '#runtime/time-slices';
import { getPages } from '../document/page-tree.ts';
import { type PdfDict, PdfName, PdfRef, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { encodeText, wellFormed } from '../text-string.ts';
import { IncrementalUpdate } from '../writing/incremental-update.ts';

export interface OutlineEntry {
  readonly label: string;
  /** From 1. An entry is below the last one with a lower level; levels may be skipped. */
  readonly level: number;
  /** Whether the entries below it are shown at first. */
  readonly isOpen: boolean;
  readonly place: {
    /** The index of the page, from 0. */
    readonly page: number;
    /** Points from the top left corner of the page. */
    readonly x: number;
    readonly y: number;
  };
}

interface Node {
  readonly entry: OutlineEntry | undefined;
  readonly level: number;
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly children: Node[];
}

/** Entries are in document order. Without any, the PDF gets no outline. Throws `malformed`. */
export async function writeOutline(pdf: Uint8Array, entries: readonly OutlineEntry[]): Promise<Uint8Array> {
  const slice = startTimeSlices();
  const file = new PdfReader(pdf);
  const root = file.trailer.get('Root');
  if (!(root instanceof PdfRef)) throw new PdfError('malformed', 'The catalog is not an indirect object.');
  const pages: { readonly ref: PdfRef; readonly top: number }[] = [];
  for (const { ref, inherited } of getPages(file)) {
    await slice();
    const box = file.resolve(inherited.get('MediaBox'));
    const top = Array.isArray(box) ? file.resolve(box[3]) : 0;
    if (ref) pages.push({ ref, top: typeof top === 'number' ? top : 0 });
  }
  const update = new IncrementalUpdate(file);
  const makeNode = (entry: OutlineEntry | undefined, level: number): Node => {
    const dict: PdfDict = new Map();
    return { entry, level, ref: update.add(dict), dict, children: [] };
  };
  const catalog: PdfDict = new Map(file.catalog);
  catalog.delete('Outlines');
  if (entries.length > 0) {
    const top = makeNode(undefined, 0);
    const open = [top];
    const nodes = [top];
    for (const entry of entries) {
      await slice();
      const level = Math.max(entry.level, 1);
      while ((open.at(-1)?.level ?? 0) >= level) open.pop();
      const node = makeNode(entry, level);
      open.at(-1)?.children.push(node);
      open.push(node);
      nodes.push(node);
    }
    top.dict.set('Type', new PdfName('Outlines'));
    // From the end, because a parent counts what its children show.
    for (const node of nodes.toReversed()) {
      await slice();
      link(node);
      const page = pages[node.entry?.place.page ?? -1];
      if (!node.entry || !page) continue;
      const { x, y } = node.entry.place;
      node.dict
        .set('Title', encodeText(wellFormed(node.entry.label)))
        .set('Dest', [page.ref, new PdfName('XYZ'), x, page.top - y, 0]);
    }
    catalog.set('Outlines', top.ref);
  }
  update.replace(root, catalog);
  return Buffer.concat([pdf, update.bytes(new Map())]);
}

/** Sets what a node knows of its children, and they of it. */
function link({ ref, dict, children, entry }: Node): void {
  const [first, last] = [children[0], children.at(-1)];
  if (!first || !last) return;
  for (const [i, child] of children.entries()) {
    child.dict.set('Parent', ref);
    setIfKnown(child.dict, 'Prev', children[i - 1]?.ref);
    setIfKnown(child.dict, 'Next', children[i + 1]?.ref);
  }
  const below = children.reduce((sum, child) => sum + 1 + Math.max(countOf(child.dict), 0), 0);
  dict
    .set('First', first.ref)
    .set('Last', last.ref)
    .set('Count', entry && !entry.isOpen ? -below : below);
}

const countOf = (dict: PdfDict): number => {
  const count = dict.get('Count');
  return typeof count === 'number' ? count : 0;
};

function setIfKnown(dict: PdfDict, key: string, value: PdfValue | undefined): void {
  if (value !== undefined) dict.set(key, value);
}
