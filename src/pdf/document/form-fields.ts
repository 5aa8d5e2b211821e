/**
 * The fields of an interactive form (ISO 32000-2, 12.7.4): those that its list names, and those that only pages have. Some
 * producers leave the list empty, and viewers show and fill such fields all the same.
 */
import { isDict, isNamed, type PdfDict, PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { decodeTextString } from '../text-string.ts';
import { getPages } from './page-tree.ts';

/** A field that is no mere group. */
export interface FormField {
  /** The whole name, with those of the fields above it: `customer.name`. */
  readonly name: string;
  /** Undefined for a field that is written into the list of fields, which the format forbids. */
  readonly ref: PdfRef | undefined;
  readonly dict: PdfDict;
  /** The field and what it inherits from, nearest first. */
  readonly chain: readonly PdfDict[];
  /** Its places on pages, if they are objects of their own. */
  readonly kids: readonly PdfValue[];
  /** Undefined for a field that the form leads to. */
  readonly unlisted: UnlistedField | undefined;
}

/** The entry that a list lacks, so that the form does not lead to a field. */
interface UnlistedField {
  /** The field, or the topmost one above it. */
  readonly ref: PdfRef;
  /** The field whose kids lack it. Undefined if the list of the form does. */
  readonly parent: PdfRef | undefined;
}

/** Real forms have 5 levels. */
const maxDepth = 32;

/**
 * Yields every field, in the order of the file: first those that the form leads to, then those that only pages have, which
 * are indirect objects with a name and a type. Each object is visited once. Throws `malformed`, `too_large`.
 */
export function* formFields(file: PdfReader): Generator<FormField> {
  const form = file.dict(file.catalog, 'AcroForm');
  const seen: Seen = { fields: new Set(), places: new Set() };
  for (const item of (form && file.array(form, 'Fields')) ?? []) {
    for (const field of fieldsBelow(file, { item, above: [] }, seen)) yield { ...field, unlisted: undefined };
  }
  for (const widget of pageWidgets(file)) yield* unlistedFields(file, widget, seen);
}

/** Whether the form asks viewers to draw its fields, whatever it has for them (`NeedAppearances`). */
export function leavesDrawing(file: PdfReader): boolean {
  const form = file.dict(file.catalog, 'AcroForm');
  return form !== undefined && file.get(form, 'NeedAppearances') === true;
}

/** The value of the first dictionary that has one, resolved. Null if none has. */
export function inherited(file: PdfReader, chain: readonly PdfDict[], key: string): PdfValue {
  for (const dict of chain) {
    const value = file.get(dict, key);
    if (value !== null) return value;
  }
  return null;
}

/** Fields that were visited, and their places. */
interface Seen {
  readonly fields: Set<PdfDict>;
  readonly places: Set<PdfDict>;
}

interface Start {
  readonly item: PdfValue;
  /** The dictionaries that it inherits from, nearest first. */
  readonly above: readonly PdfDict[];
}

function* fieldsBelow(file: PdfReader, start: Start, seen: Seen): Generator<Omit<FormField, 'unlisted'>> {
  const waiting = [start];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { item, above } = next;
    const dict = file.resolve(item);
    if (!isDict(dict) || seen.fields.has(dict) || above.length > maxDepth) continue;
    seen.fields.add(dict);
    const chain = [dict, ...above];
    const kids = file.array(dict, 'Kids') ?? [];
    file.spend(kids.length);
    // Kids with a name are fields of their own; those without are the places of this one.
    const inner = kids.filter((kid) => {
      const value = file.resolve(kid);
      return isDict(value) && value.has('T');
    });
    for (const kid of inner.toReversed()) waiting.push({ item: kid, above: chain });
    if (inner.length > 0) continue;
    for (const kid of kids) {
      const place = file.resolve(kid);
      if (isDict(place)) seen.places.add(place);
    }
    yield { name: nameOf(file, chain), ref: item instanceof PdfRef ? item : undefined, dict, chain, kids };
  }
}

function nameOf(file: PdfReader, chain: readonly PdfDict[]): string {
  const parts = chain.map((dict) => {
    const own = file.string(dict, 'T');
    return own ? decodeTextString(own) : '';
  });
  return parts
    .reverse()
    .filter((part) => part !== '')
    .join('.');
}

interface Widget {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
}

/** The fields that a widget leads to and no list. */
function* unlistedFields(file: PdfReader, widget: Widget, seen: Seen): Generator<FormField> {
  const isSeen = ({ dict }: Widget) => seen.fields.has(dict) || seen.places.has(dict);
  if (isSeen(widget)) return;
  const line = [widget, ...ancestorsOf(file, widget)];
  const known = line.findIndex(isSeen);
  const top = (known < 0 ? line.length : known) - 1;
  // The kids of the fields above may lack it too.
  for (const index of top > 0 ? [top, 0] : [0]) {
    const start = line[index];
    if (!start || isSeen(widget) || (index === 0 && !widget.dict.has('T'))) continue;
    const above = line.slice(index + 1).map(({ dict }) => dict);
    const unlisted = { ref: start.ref, parent: line[index + 1]?.ref };
    for (const field of fieldsBelow(file, { item: start.ref, above }, seen)) {
      if (field.name !== '' && inherited(file, field.chain, 'FT') !== null) yield { ...field, unlisted };
    }
  }
}

/** The fields above one, nearest first. */
function ancestorsOf(file: PdfReader, { dict }: Widget): Widget[] {
  const found: Widget[] = [];
  let ref = dict.get('Parent');
  while (ref instanceof PdfRef && found.length < maxDepth) {
    const above = file.resolve(ref);
    if (!isDict(above) || above === dict || found.some((known) => known.dict === above)) break;
    found.push({ ref, dict: above });
    ref = above.get('Parent');
  }
  return found;
}

function* pageWidgets(file: PdfReader): Generator<Widget> {
  const seen = new Set<PdfValue>();
  for (const { dict: page } of getPages(file)) {
    const annotations = file.array(page, 'Annots') ?? [];
    // The pages of a hostile file can share one long list.
    if (seen.has(annotations)) continue;
    seen.add(annotations);
    file.spend(annotations.length);
    for (const ref of annotations) {
      const dict = file.resolve(ref);
      if (ref instanceof PdfRef && isDict(dict) && isNamed(file.get(dict, 'Subtype'), 'Widget'))
        yield { ref, dict };
    }
  }
}
