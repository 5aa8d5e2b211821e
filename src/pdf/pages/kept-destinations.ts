/** Destinations of links: those on pages that are left out disappear, and links to them lead nowhere. */
import { nameTreeEntries } from '../document/name-tree.ts';
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { writeTree } from '../writing/write-tree.ts';
import type { KeptPages } from './keep-pages.ts';

/** Takes the destination and the action out of a link or bookmark if they lead to a page that is left out; says so. */
export type LeadsAway = (holder: PdfDict) => boolean;

/** `elements`: the structure elements that stay; undefined if the document has no tags. */
export function keepDestinations(
  kept: KeptPages,
  elements: ReadonlyMap<PdfRef, number> | undefined,
): LeadsAway {
  const { file, all, places } = kept;
  /** Destinations that existed and have gone; names and strings are separate (ISO 32000-2, 12.3.2.4). */
  const goneNames = new Set<string>();
  const goneStrings = new Set<string>();

  const isGone = (value: PdfValue | undefined): boolean => {
    const target = file.resolve(value);
    if (target instanceof PdfName) return goneNames.has(target.value);
    if (target instanceof PdfString) return goneStrings.has(target.bytes);
    const list = isDict(target) ? file.get(target, 'D') : target;
    if (isDict(target) && !isKeptElement(file, target, elements)) target.delete('SD');
    if (!Array.isArray(list)) return false;
    const [page] = list;
    if (page instanceof PdfRef) return !places.has(page);
    // Some producers write the number of the page.
    const ref = typeof page === 'number' ? all[page]?.ref : undefined;
    if (!ref) return false;
    list[0] = ref;
    return !places.has(ref);
  };

  const old = file.dict(file.catalog, 'Dests');
  for (const [name, value] of old ?? []) {
    if (!isGone(value)) continue;
    old?.delete(name);
    goneNames.add(name);
  }
  const names = file.dict(file.catalog, 'Names');
  if (names) {
    keepNamed('Dests', (name, value) => {
      if (isGone(value)) goneStrings.add(name);
      return !goneStrings.has(name);
    });
    keepNamed('Pages', (_, value) => !(value instanceof PdfRef) || file.has(value.number, value.generation));
  }

  const leadsAway: LeadsAway = (holder) => {
    const action = file.dict(holder, 'A');
    const isJump = action !== undefined && isNamed(file.get(action, 'S'), 'GoTo');
    if (isJump && !isKeptElement(file, action, elements)) action.delete('SD');
    const leads = isGone(holder.get('Dest')) || (isJump && isGone(action.get('D')));
    if (leads) for (const key of ['Dest', 'A']) holder.delete(key);
    return leads;
  };
  for (const item of kept.annotations) {
    const annotation = file.resolve(item);
    // The annotation stays, because its tag and its place on the page do.
    if (isDict(annotation)) leadsAway(annotation);
  }
  const opens = file.get(file.catalog, 'OpenAction');
  const isJump = isDict(opens) && isNamed(file.get(opens, 'S'), 'GoTo');
  if (isGone(isJump ? opens.get('D') : isDict(opens) ? null : opens)) file.catalog.delete('OpenAction');
  return leadsAway;

  function keepNamed(tree: string, stays: (name: string, value: PdfValue) => boolean): void {
    const entries = [...nameTreeEntries(file, names?.get(tree))];
    const left = entries.filter(([name, value]) => stays(name, value));
    if (left.length === entries.length) return;
    const written = left.map(([name, value]) => [new PdfString(name), value] as const);
    if (left.length === 0) names?.delete(tree);
    else names?.set(tree, writeTree(file, 'Names', written));
  }
}

/** Whether a destination names no element, or one that stays (ISO 32000-2, 12.3.2.3). */
function isKeptElement(
  file: PdfReader,
  holder: PdfDict,
  elements: ReadonlyMap<PdfRef, number> | undefined,
): boolean {
  const [element] = file.array(holder, 'SD') ?? [];
  return !(element instanceof PdfRef) || elements?.has(element) === true;
}
