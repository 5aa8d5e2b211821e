/** The fields of an interactive form (ISO 32000-2, 12.7) with their places on pages and what they inherit. */
import { getPages } from '../../pdf/document/page-tree.ts';
import { type Box, readBox } from '../../pdf/document/page-view.ts';
import { isDict, isNamed, type PdfDict, PdfRef, type PdfValue } from '../../pdf/object.ts';
import type { PdfReader } from '../../pdf/reading/reader.ts';
import { decodeTextString } from '../../pdf/text-string.ts';
import { type FieldKind, kindOf } from './field-kind.ts';

/** A dictionary of a field or of one of its places. */
export interface FieldObject {
  /** Undefined for one that is written into another object, which the format forbids. */
  readonly ref: PdfRef | undefined;
  readonly dict: PdfDict;
}

/** A place of a field on a page. */
export interface FieldWidget extends FieldObject {
  /** From 1 on. Undefined if no page lists it. */
  readonly page: number | undefined;
  /** In units of the page. */
  readonly box: Box | undefined;
  /** Itself, its field, and what that inherits from, nearest first. */
  readonly chain: readonly PdfDict[];
}

export interface ReadField {
  /** The whole name, with those of the fields above it: `customer.name`. */
  readonly name: string;
  readonly kind: FieldKind;
  /** `/Ff` (ISO 32000-2, tables 227, 229, 231 and 233). */
  readonly flags: number;
  /** The dictionary that holds the value. Several if the form has several fields of this name. */
  readonly objects: readonly [FieldObject, ...FieldObject[]];
  /** The field and what it inherits from, nearest first. */
  readonly chain: readonly PdfDict[];
  readonly widgets: readonly FieldWidget[];
}

/** Real forms have 5 levels. */
const maxDepth = 32;

interface Waiting {
  readonly item: PdfValue;
  readonly name: string;
  readonly above: readonly PdfDict[];
}

/** Returns the fields in the order of the file; those of one name are one field. Throws `malformed`, `too_large`. */
export function readFields(file: PdfReader): ReadField[] {
  const form = file.dict(file.catalog, 'AcroForm');
  if (!form) return [];
  const pages = findPages(file);
  const fields = new Map<string, ReadField>();
  const seen = new Set<PdfDict>();
  const waiting: Waiting[] = (file.array(form, 'Fields') ?? [])
    .map((item) => ({ item, name: '', above: [] }))
    .toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const dict = file.resolve(next.item);
    if (!isDict(dict) || seen.has(dict) || next.above.length > maxDepth) continue;
    seen.add(dict);
    const own = file.string(dict, 'T');
    const name = [next.name, own ? decodeTextString(own) : ''].filter((part) => part !== '').join('.');
    const chain = [dict, ...next.above];
    const kids = file.array(dict, 'Kids') ?? [];
    file.spend(kids.length);
    // Kids with a name are fields of their own; those without are the places of this one.
    const inner = kids.filter((kid) => {
      const value = file.resolve(kid);
      return isDict(value) && value.has('T');
    });
    if (inner.length > 0) {
      for (const kid of inner.toReversed()) waiting.push({ item: kid, name, above: chain });
      continue;
    }
    const object = toObject(next.item, dict);
    const places = kids.length > 0 ? kids : [next.item];
    const widgets = places.flatMap((place) => readWidget(file, place, chain, pages));
    const known = fields.get(name);
    if (known) {
      fields.set(name, {
        ...known,
        objects: [...known.objects, object],
        widgets: [...known.widgets, ...widgets],
      });
    } else {
      const flags = toNumber(inherited(file, chain, 'Ff'));
      const type = inherited(file, chain, 'FT');
      fields.set(name, { name, kind: kindOf(type, flags), flags, objects: [object], chain, widgets });
    }
  }
  return [...fields.values()];
}

/** The value of the first dictionary that has one, resolved. Null if none has. */
export function inherited(file: PdfReader, chain: readonly PdfDict[], key: string): PdfValue {
  for (const dict of chain) {
    const value = file.get(dict, key);
    if (value !== null) return value;
  }
  return null;
}

function readWidget(
  file: PdfReader,
  item: PdfValue,
  chain: readonly PdfDict[],
  pages: ReadonlyMap<PdfDict, number>,
): FieldWidget[] {
  const dict = file.resolve(item);
  if (!isDict(dict)) return [];
  const page = pages.get(dict);
  const isPlace = dict.has('Rect') || isNamed(file.get(dict, 'Subtype'), 'Widget');
  if (!isPlace && page === undefined) return [];
  const own = chain[0] === dict ? chain : [dict, ...chain];
  return [{ ...toObject(item, dict), page, box: readBox(file, file.get(dict, 'Rect')), chain: own }];
}

const toObject = (item: PdfValue, dict: PdfDict): FieldObject => ({
  ref: item instanceof PdfRef ? item : undefined,
  dict,
});

const toNumber = (value: PdfValue): number => (typeof value === 'number' ? Math.trunc(value) : 0);

/** Annotation → number of its page. */
function findPages(file: PdfReader): Map<PdfDict, number> {
  const found = new Map<PdfDict, number>();
  const seen = new Set<PdfValue>();
  let page = 0;
  for (const { dict } of getPages(file)) {
    page++;
    const annotations = file.array(dict, 'Annots') ?? [];
    // The pages of a hostile file can share one long list.
    if (seen.has(annotations)) continue;
    seen.add(annotations);
    for (const item of annotations) {
      const annotation = file.resolve(item);
      if (isDict(annotation) && !found.has(annotation)) found.set(annotation, page);
    }
  }
  return found;
}
