/**
 * Says to which element each destination within the document leads (ISO 32000-2, 12.3.2.3). The place on the page stays beside
 * it, for readers that know no other.
 */
import { nameTreeEntries } from '../../document/name-tree.ts';
import { NamedDestinations } from '../../document/named-destinations.ts';
import { numberTreeEntries } from '../../document/number-tree.ts';
import { getPages, type Page } from '../../document/page-tree.ts';
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, type PdfValue, toList } from '../../object.ts';
import { outlineEntries } from '../../outline/outline-entries.ts';
import type { PdfReader } from '../../reading/reader.ts';
import type { ObjectTarget } from '../apply-standards.ts';
import { findMarkedPlaces, type MarkedPage, type MarkedPlace } from './marked-places.ts';
import type { StructureElements, TreeElement } from './structure-elements.ts';

/** Changes links, the outline and named destinations in memory. Throws `malformed`, `too_large`. */
export function leadToElements(
  file: PdfReader,
  target: ObjectTarget,
  catalog: PdfDict,
  elements: StructureElements,
): void {
  const finder = new ElementFinder(file, elements);
  const changed = (ref: PdfValue | undefined, value: PdfValue) => {
    if (ref instanceof PdfRef) target.replace?.(ref, value);
  };
  const named = file.dict(catalog, 'Dests');
  if (named) {
    for (const [name, value] of named) named.set(name, finder.both(value));
    changed(catalog.get('Dests'), named);
  }
  const names = file.dict(catalog, 'Names');
  for (const [, value] of nameTreeEntries(file, names?.get('Dests'))) {
    const destination = file.resolve(value);
    if (!isDict(destination)) continue;
    changed(value, addTo(finder, destination));
  }
  for (const page of finder.pages) {
    for (const source of toList(file.get(page.dict, 'Annots'))) {
      const annotation = file.resolve(source);
      if (!isDict(annotation) || !isNamed(file.get(annotation, 'Subtype'), 'Link')) continue;
      if (completeHolder(file, finder, annotation)) changed(source, annotation);
    }
  }
  const outline = file.dict(catalog, 'Outlines');
  const refs = outline ? outlineRefs(file, outline) : new Map<PdfDict, PdfRef>();
  for (const { entry } of outlineEntries(file)) {
    if (completeHolder(file, finder, entry)) changed(refs.get(entry), entry);
  }
  const opened = file.get(catalog, 'OpenAction');
  if (isDict(opened)) completeAction(file, finder, opened);
  else if (Array.isArray(opened)) {
    const element = finder.elementAt(opened);
    if (element) catalog.set('OpenAction', toAction(opened, element));
  }
  relateNotes(file, elements, finder);
}

/** Entries by their dictionaries. */
function outlineRefs(file: PdfReader, outline: PdfDict): Map<PdfDict, PdfRef> {
  const refs = new Map<PdfDict, PdfRef>();
  const waiting: PdfValue[] = [outline.get('First') ?? null];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entry = file.resolve(next);
    if (!(next instanceof PdfRef) || !isDict(entry) || refs.has(entry)) continue;
    refs.set(entry, next);
    waiting.push(entry.get('Next') ?? null, entry.get('First') ?? null);
  }
  return refs;
}

/** A link, or an entry of the outline. Returns whether it was changed. */
function completeHolder(file: PdfReader, finder: ElementFinder, holder: PdfDict): boolean {
  const action = file.dict(holder, 'A');
  if (action) return completeAction(file, finder, action);
  const destination = file.get(holder, 'Dest');
  if (!Array.isArray(destination)) return false;
  const own = holder.get('SE');
  const element = own instanceof PdfRef ? own : finder.elementAt(destination);
  if (!element) return false;
  holder.delete('Dest');
  holder.set('A', toAction(destination, element));
  return true;
}

/** Returns whether it was changed. */
function completeAction(file: PdfReader, finder: ElementFinder, action: PdfDict): boolean {
  const destination = file.get(action, 'D');
  if (!isNamed(file.get(action, 'S'), 'GoTo') || !Array.isArray(destination) || action.has('SD'))
    return false;
  const element = finder.elementAt(destination);
  if (element) action.set('SD', toElement(destination, element));
  return element !== undefined;
}

function addTo(finder: ElementFinder, destination: PdfDict): PdfDict {
  const list = destination.get('D');
  const element = Array.isArray(list) ? finder.elementAt(list) : undefined;
  return element && Array.isArray(list) ? destination.set('SD', toElement(list, element)) : destination;
}

const toAction = (destination: readonly PdfValue[], element: PdfRef): PdfDict =>
  new Map<string, PdfValue>([
    ['S', new PdfName('GoTo')],
    ['D', [...destination]],
    ['SD', toElement(destination, element)],
  ]);

const toElement = ([, ...place]: readonly PdfValue[], element: PdfRef): PdfValue[] => [element, ...place];

/** Points. A place may be a little below the text that it means. */
const tolerance = 1;

class ElementFinder {
  readonly pages: readonly Page[];
  readonly named: NamedDestinations;
  readonly #file: PdfReader;
  readonly #elements: ReadonlyMap<PdfRef, TreeElement>;
  readonly #first: PdfRef | undefined;
  readonly #places = new Map<PdfRef, MarkedPage>();
  #parents: ReadonlyMap<number, PdfValue> | undefined;

  constructor(file: PdfReader, elements: StructureElements) {
    this.#file = file;
    this.pages = [...getPages(file)];
    this.named = new NamedDestinations(file);
    this.#elements = new Map(
      elements.all.flatMap((element) => (element.ref ? [[element.ref, element]] : [])),
    );
    this.#first = elements.all.find(({ ref }) => ref !== undefined)?.ref;
  }

  elementOf(ref: PdfValue | undefined): TreeElement | undefined {
    return ref instanceof PdfRef ? this.#elements.get(ref) : undefined;
  }

  /** A named destination with the element beside the place. */
  both(value: PdfValue): PdfValue {
    const destination = this.#file.resolve(value);
    if (isDict(destination)) return addTo(this, destination);
    const element = Array.isArray(destination) ? this.elementAt(destination) : undefined;
    if (!element || !Array.isArray(destination)) return value;
    return new Map<string, PdfValue>([
      ['D', destination],
      ['SD', toElement(destination, element)],
    ]);
  }

  /** The element of what is next below the place; without any, that of the whole document. */
  elementAt([target, , x, y]: readonly PdfValue[]): PdfRef | undefined {
    const page = this.pages.find(({ ref }) => ref === target);
    if (!page?.ref) return undefined;
    const { places, ...margins } = this.#placesOn(page, page.ref);
    const left = typeof x === 'number' ? x + margins.left : 0;
    const top = typeof y === 'number' ? y - margins.top : Number.POSITIVE_INFINITY;
    let best: MarkedPlace | undefined;
    for (const place of places) {
      if (place.y > top + tolerance) continue;
      const isHigher = !best || place.y > best.y + tolerance;
      const isNearer =
        best && place.y > best.y - tolerance && Math.abs(place.x - left) < Math.abs(best.x - left);
      if (isHigher || isNearer) best = place;
    }
    const element = best && this.#blockOf(page, best.mcid);
    return element ?? this.#first;
  }

  #placesOn(page: Page, ref: PdfRef): MarkedPage {
    const known = this.#places.get(ref);
    if (known) return known;
    const places = findMarkedPlaces(this.#file, page);
    this.#places.set(ref, places);
    return places;
  }

  /** The element of marked content, or the one around it that says what it is. */
  #blockOf({ dict }: Page, mcid: number): PdfRef | undefined {
    const file = this.#file;
    this.#parents ??= new Map(
      numberTreeEntries(file, file.dict(file.catalog, 'StructTreeRoot')?.get('ParentTree')),
    );
    const list = file.resolve(this.#parents.get(file.number(dict, 'StructParents') ?? -1));
    let element = this.elementOf(Array.isArray(list) ? list[mcid] : undefined);
    while (element?.parent && isNamed(file.get(element.dict, 'S'), 'NonStruct')) element = element.parent;
    return element?.ref;
  }
}

/** Notes and the links that lead to them name each other. Throws `malformed`. */
function relateNotes(file: PdfReader, elements: StructureElements, finder: ElementFinder): void {
  const notes = elements.all.filter((element) => elements.typeOf(element) === 'FENote');
  if (notes.length === 0) return;
  const calls = new Map<TreeElement, PdfValue[]>();
  for (const link of elements.all) {
    if (elements.typeOf(link) !== 'Link' || !link.ref) continue;
    const note = noteOf(elements, targetOf(file, elements, finder, link));
    if (!note?.ref || note === noteOf(elements, link)) continue;
    elements.changed(link, link.dict.set('Ref', [note.ref]));
    calls.set(note, [...(calls.get(note) ?? []), link.ref]);
  }
  for (const [note, refs] of calls) elements.changed(note, note.dict.set('Ref', refs));
}

function noteOf(elements: StructureElements, inside: TreeElement | undefined): TreeElement | undefined {
  let element = inside;
  while (element && elements.typeOf(element) !== 'FENote') element = element.parent;
  return element;
}

/** The element to which a link leads. */
function targetOf(
  file: PdfReader,
  elements: StructureElements,
  finder: ElementFinder,
  link: TreeElement,
): TreeElement | undefined {
  for (const kid of elements.kidsOf(link)) {
    const reference = file.resolve(kid);
    const annotation = isDict(reference) ? file.dict(reference, 'Obj') : undefined;
    if (!annotation) continue;
    const action = file.dict(annotation, 'A');
    const value = action ? (action.get('SD') ?? action.get('D')) : annotation.get('Dest');
    const destination = finder.named.resolve(file.resolve(value ?? null));
    const list = isDict(destination) ? destination.get('SD') : destination;
    const element = finder.elementOf(Array.isArray(list) ? list[0] : undefined);
    if (element) return element;
  }
  return undefined;
}
