/** The fields of an interactive form (ISO 32000-2, 12.7) with their places on pages and what they inherit. */
import { formFields, inherited } from '#pdf/document/form-fields';
import { getPages } from '#pdf/document/page-tree';
import { type Box, readBox } from '#pdf/document/page-view';
import { isDict, isNamed, type PdfDict, PdfRef, type PdfValue } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
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
  readonly objects: readonly FieldObject[];
  /** The field and what it inherits from, nearest first. */
  readonly chain: readonly PdfDict[];
  readonly widgets: readonly FieldWidget[];
  /** Whether the form leads to all of its objects. Only pages lead to others. */
  readonly isListed: boolean;
}

/**
 * Returns the fields in the order of the file; those of one name are one field, but for signatures, which are never filled.
 * Throws `malformed`, `too_large`.
 */
export function readFields(file: PdfReader): ReadField[] {
  const pages = findPages(file);
  const fields = new Map<string, ReadField>();
  for (const { name, ref, dict, chain, kids, unlisted } of formFields(file)) {
    const flags = toNumber(inherited(file, chain, 'Ff'));
    const kind = kindOf(inherited(file, chain, 'FT'), flags);
    const places = kids.length > 0 ? kids : [ref ?? dict];
    const widgets = places.flatMap((place) => readWidget(file, place, chain, pages));
    const key = `${kind === 'signature' ? 'signature' : 'field'} ${name}`;
    const known = fields.get(key);
    fields.set(key, {
      ...(known ?? { name, kind, flags, chain }),
      objects: [...(known?.objects ?? []), { ref, dict }],
      widgets: [...(known?.widgets ?? []), ...widgets],
      isListed: (known?.isListed ?? true) && !unlisted,
    });
  }
  return [...fields.values()];
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
