/** Bookmarks: those of pages that are left out disappear, unless others below them stay. */
import { isDict, type PdfDict, PdfRef } from '../object.ts';
import type { KeptPages } from './keep-pages.ts';
import type { LeadsAway } from './kept-destinations.ts';

interface Entry {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly below: Entry[];
  readonly stays: boolean;
}

/** Deeper entries are left out. No viewer shows as many levels. */
const maxDepth = 100;

export function keepOutline(
  { file }: KeptPages,
  elements: ReadonlyMap<PdfRef, number> | undefined,
  leadsAway: LeadsAway,
): void {
  const root = file.dict(file.catalog, 'Outlines');
  const rootRef = file.catalog.get('Outlines');
  if (!root) return;
  const seen = new Set<PdfDict>();
  const entries = read(root, 0).filter(hasKept);
  if (entries.length === 0 || !(rootRef instanceof PdfRef)) file.catalog.delete('Outlines');
  else link(root, rootRef, entries);

  function read(parent: PdfDict, depth: number): Entry[] {
    const found: Entry[] = [];
    let next = parent.get('First');
    while (next instanceof PdfRef && depth < maxDepth) {
      const dict = file.resolve(next);
      if (!isDict(dict) || seen.has(dict)) break;
      seen.add(dict);
      const element = dict.get('SE');
      if (element instanceof PdfRef && !elements?.has(element)) dict.delete('SE');
      const stays = !leadsAway(dict);
      found.push({ ref: next, dict, below: read(dict, depth + 1).filter(hasKept), stays });
      next = dict.get('Next');
    }
    return found;
  }

  /** Returns the number of entries that are visible initially (ISO 32000-2, table 150). */
  function link(parent: PdfDict, parentRef: PdfRef, kids: readonly Entry[]): number {
    let visible = kids.length;
    for (const [i, { ref, dict, below }] of kids.entries()) {
      dict.set('Parent', parentRef);
      setOrDelete(dict, 'Prev', kids[i - 1]?.ref);
      setOrDelete(dict, 'Next', kids[i + 1]?.ref);
      const isOpen = (file.number(dict, 'Count') ?? 0) > 0;
      const inside = link(dict, ref, below);
      if (inside > 0) dict.set('Count', isOpen ? inside : -inside);
      else dict.delete('Count');
      if (isOpen) visible += inside;
    }
    setOrDelete(parent, 'First', kids[0]?.ref);
    setOrDelete(parent, 'Last', kids.at(-1)?.ref);
    if (parent === root) parent.set('Count', visible);
    return visible;
  }
}

const hasKept = ({ stays, below }: Entry): boolean => stays || below.length > 0;

function setOrDelete(dict: PdfDict, key: string, ref: PdfRef | undefined): void {
  if (ref) dict.set(key, ref);
  else dict.delete(key);
}
