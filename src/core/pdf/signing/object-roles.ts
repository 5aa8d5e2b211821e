/** What each object of a signed revision is for, as far as a later revision may change it. */
import { formFields, inherited } from '../document/form-fields.ts';
import { getPages } from '../document/page-tree.ts';
import { getName, isDict, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { signatureOf } from './signature-fields.ts';

export type ObjectRole =
  | { readonly kind: 'catalog' | 'evidence' | 'properties' | 'form' | 'fields' }
  | { readonly kind: 'page' | 'annotations' | 'annotation'; readonly page: number }
  | {
      readonly kind: 'field';
      readonly field: string;
      readonly type: string | undefined;
      /** Whether it held a signature already. */
      readonly isSigned: boolean;
    }
  | { readonly kind: 'appearance'; readonly field: string; readonly isSigned: boolean };

/** Levels of a tree of evidence or appearances. */
const maxDepth = 6;

/** The roles by object number. An object with two roles that differ has none. */
export function findRoles(before: PdfReader): ReadonlyMap<number, ObjectRole> {
  const roles = new Map<number, ObjectRole>();
  const shared = new Set<number>();
  const set = (value: PdfValue | undefined, role: ObjectRole) => {
    if (!(value instanceof PdfRef) || shared.has(value.number)) return;
    const known = roles.get(value.number);
    if (known && !isSameRole(known, role)) {
      shared.add(value.number);
      roles.delete(value.number);
    } else {
      roles.set(value.number, role);
    }
  };
  set(before.trailer.get('Root'), { kind: 'catalog' });
  set(before.trailer.get('Info'), { kind: 'properties' });
  const { catalog } = before;
  set(catalog.get('Metadata'), { kind: 'properties' });
  visit(before, catalog.get('DSS'), (ref) => set(ref, { kind: 'evidence' }));
  set(catalog.get('AcroForm'), { kind: 'form' });
  const form = before.dict(catalog, 'AcroForm');
  if (form) set(form.get('Fields'), { kind: 'fields' });
  setFields(before, set);
  setPages(before, set);
  // A resource that a page shares with a field must not change with the field.
  for (const number of contentObjects(before, roles)) roles.delete(number);
  return roles;
}

type SetRole = (value: PdfValue | undefined, role: ObjectRole) => void;

function setFields(file: PdfReader, set: SetRole): void {
  for (const { name, ref, dict, chain, kids, unlisted } of formFields(file)) {
    // What the form does not lead to may not change: viewers differ in whether it is a field.
    if (unlisted) continue;
    const type = getName(inherited(file, chain, 'FT'));
    const isSigned = type === 'Sig' && signatureOf(file, chain) !== undefined;
    const role = { kind: 'field', field: name, type, isSigned } as const;
    set(ref, role);
    for (const widget of kids.length > 0 ? kids : [dict]) {
      set(widget, role);
      const value = file.resolve(widget);
      if (!isDict(value)) continue;
      visit(file, value.get('AP'), (found) => set(found, { kind: 'appearance', field: name, isSigned }));
    }
    // The signature itself must not change at all.
    if (isSigned) set(dict.get('V'), role);
  }
}

function setPages(file: PdfReader, set: SetRole): void {
  let page = 0;
  for (const { ref, dict } of getPages(file)) {
    page++;
    set(ref, { kind: 'page', page });
    set(dict.get('Annots'), { kind: 'annotations', page });
    for (const item of file.array(dict, 'Annots') ?? []) {
      const annotation = file.resolve(item);
      if (isDict(annotation) && file.name(annotation, 'Subtype') !== 'Widget')
        set(item, { kind: 'annotation', page });
    }
  }
}

/** Objects with a role that something without a role draws with: fonts, images and forms of pages. */
function contentObjects(file: PdfReader, roles: ReadonlyMap<number, ObjectRole>): number[] {
  const found: number[] = [];
  for (const { dict, inherited } of getPages(file)) {
    for (const value of [inherited.get('Resources'), dict.get('Contents')]) {
      visit(file, value, ({ number }) => {
        if (roles.has(number)) found.push(number);
      });
    }
  }
  return found;
}

/** Visits the references below a value, without those that lead back to pages or fields. */
function visit(file: PdfReader, value: PdfValue | undefined, found: (ref: PdfRef) => void): void {
  const seen = new Set<PdfRef>();
  const waiting: { value: PdfValue | undefined; depth: number }[] = [{ value, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { depth } = next;
    if (depth > maxDepth) continue;
    let { value: current } = next;
    if (current instanceof PdfRef) {
      if (seen.has(current)) continue;
      seen.add(current);
      found(current);
      current = file.resolve(current);
    }
    for (const inner of innerValues(current)) waiting.push({ value: inner, depth: depth + 1 });
  }
}

function innerValues(value: PdfValue | undefined): readonly PdfValue[] {
  if (Array.isArray(value)) return value;
  if (value instanceof PdfStream) return withoutParents(value.dict);
  return isDict(value) ? withoutParents(value) : [];
}

const withoutParents = (dict: PdfDict): PdfValue[] =>
  [...dict].flatMap(([key, value]) => (key === 'Parent' || key === 'P' ? [] : [value]));

function isSameRole(a: ObjectRole, b: ObjectRole): boolean {
  return a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b);
}
