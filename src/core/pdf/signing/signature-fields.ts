/** The signature fields of a form (ISO 32000-2, 12.7.5.5). */
import { isDict, type PdfDict, PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { decodeTextString } from '../text-string.ts';

export interface SignatureField {
  /** The whole name, with those of the fields above it: `contract.buyer`. */
  readonly name: string;
  /** Undefined for a field that is written into the list of fields, which the format forbids. */
  readonly ref: PdfRef | undefined;
  readonly dict: PdfDict;
  /** Its place on a page: the field itself, or its only kid. */
  readonly widget: PdfDict;
  readonly widgetRef: PdfRef | undefined;
  /** The signature dictionary; undefined if the field is not signed. */
  readonly value: PdfDict | undefined;
}

/** A field of any type with what it inherits. */
export interface FormField {
  readonly name: string;
  readonly type: string | undefined;
  readonly ref: PdfRef | undefined;
  readonly dict: PdfDict;
  readonly kids: readonly PdfValue[];
}

/** Real forms have 5 levels. */
const maxDepth = 32;

/** Yields every field that is no mere group, in the order of the file. Each object is visited once. */
export function* formFields(file: PdfReader): Generator<FormField> {
  const form = file.dict(file.catalog, 'AcroForm');
  const seen = new Set<PdfDict>();
  const waiting = (form ? (file.array(form, 'Fields') ?? []) : [])
    .map((item) => ({ item, name: '', type: undefined as string | undefined, depth: 0 }))
    .toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { item, depth } = next;
    const dict = file.resolve(item);
    if (!isDict(dict) || seen.has(dict) || depth > maxDepth) continue;
    seen.add(dict);
    const own = file.string(dict, 'T');
    const name = [next.name, own ? decodeTextString(own) : ''].filter((part) => part !== '').join('.');
    const type = file.name(dict, 'FT') ?? next.type;
    const kids = file.array(dict, 'Kids') ?? [];
    file.spend(kids.length);
    // Kids with a name are fields of their own; those without are the places of this one.
    const fields = kids.filter((kid) => {
      const value = file.resolve(kid);
      return isDict(value) && value.has('T');
    });
    if (fields.length === 0) {
      yield { name, type, ref: item instanceof PdfRef ? item : undefined, dict, kids };
    } else {
      for (const kid of fields.toReversed()) waiting.push({ item: kid, name, type, depth: depth + 1 });
    }
  }
}

/** All signature fields, signed and unsigned, in the order of the file. */
export function getSignatureFields(file: PdfReader): SignatureField[] {
  const found: SignatureField[] = [];
  for (const { name, type, ref, dict, kids } of formFields(file)) {
    if (type !== 'Sig') continue;
    const kid = kids[0];
    const place = kid === undefined ? undefined : file.resolve(kid);
    found.push({
      name,
      ref,
      dict,
      widget: isDict(place) ? place : dict,
      widgetRef: isDict(place) ? (kid instanceof PdfRef ? kid : undefined) : ref,
      value: file.dict(dict, 'V'),
    });
  }
  return found;
}
