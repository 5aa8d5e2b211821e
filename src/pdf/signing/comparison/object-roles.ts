/** Finds the role of each object of a signed revision that a later revision may change. */
import { formFields, inherited } from '../../document/form-fields.ts';
import { getPages } from '../../document/page-tree.ts';
import { getName, isDict, isNamed, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../../object.ts';
import type { PdfReader } from '../../reading/reader.ts';
import { signatureOf } from '../signature-fields.ts';

export type ObjectRole =
  | { readonly kind: 'catalog' | 'info' | 'form' | 'fields' | 'page-tree' }
  /** Objects that may change as a whole, or by entries that are not known beforehand, if nothing else uses them. */
  | { readonly kind: 'evidence' | 'properties' | 'extensions' | 'resources' | 'fonts' | 'other-resources' }
  | { readonly kind: 'page' | 'annotations' | 'annotation'; readonly page: number }
  | {
      readonly kind: 'field';
      readonly field: string;
      readonly type: string | undefined;
      /** Whether it held a signature already. */
      readonly isSigned: boolean;
    }
  | { readonly kind: 'appearance'; readonly field: string; readonly isSigned: boolean };

const freeKinds: ReadonlySet<ObjectRole['kind']> = new Set([
  'info',
  'evidence',
  'properties',
  'extensions',
  'resources',
  'fonts',
  'other-resources',
  'annotation',
  'appearance',
]);

/** Levels of a tree of evidence or appearances. */
const maxDepth = 6;

export interface ObjectRoles {
  /** Undefined for objects that may not change: those of no role, of two, or that something else uses as well. */
  find(number: number): ObjectRole | undefined;
  /** Whether anything of the revision refers to the object, which need not be there. */
  isUsed(number: number): boolean;
}

export function findRoles(before: PdfReader): ObjectRoles {
  const roles = new Map<number, ObjectRole | undefined>();
  const set: SetRole = (value, role) => {
    if (!(value instanceof PdfRef)) return;
    const known = roles.get(value.number);
    if (!roles.has(value.number)) roles.set(value.number, role);
    else if (known && !isSameRole(known, role)) roles.set(value.number, undefined);
  };
  const entries = new Map<PdfDict, Set<string>>();
  /** Entries that lead to objects which may change freely. */
  const leaveOut = (dict: PdfDict, ...keys: readonly string[]) => {
    const known = entries.get(dict) ?? new Set();
    entries.set(dict, known);
    for (const key of keys) known.add(key);
  };
  setDocument(before, set, leaveOut);
  setForm(before, set, leaveOut);
  const appearances = setPages(before, set, leaveOut);
  // Both walk through the whole revision, which few changes need.
  let reached: ReadonlySet<number> | undefined;
  let used: ReadonlySet<number> | undefined;
  return {
    find(number) {
      const role = roles.get(number);
      if (!role || !freeKinds.has(role.kind)) return role;
      reached ??= findReachedObjects(before, entries, appearances);
      return reached.has(number) ? undefined : role;
    },
    isUsed(number) {
      used ??= findReachedObjects(before, new Map(), []);
      return used.has(number);
    },
  };
}

type SetRole = (value: PdfValue | undefined, role: ObjectRole) => void;
type LeaveOut = (dict: PdfDict, ...keys: readonly string[]) => void;

function setDocument(file: PdfReader, set: SetRole, leaveOut: LeaveOut): void {
  const { catalog, trailer } = file;
  set(trailer.get('Root'), { kind: 'catalog' });
  set(trailer.get('Info'), { kind: 'info' });
  set(catalog.get('Metadata'), { kind: 'properties' });
  visit(file, catalog.get('DSS'), (ref) => set(ref, { kind: 'evidence' }));
  visit(file, catalog.get('Extensions'), (ref) => set(ref, { kind: 'extensions' }));
  leaveOut(catalog, 'Metadata', 'DSS', 'Extensions');
}

function setForm(file: PdfReader, set: SetRole, leaveOut: LeaveOut): void {
  set(file.catalog.get('AcroForm'), { kind: 'form' });
  const form = file.dict(file.catalog, 'AcroForm');
  if (!form) return;
  set(form.get('Fields'), { kind: 'fields' });
  set(form.get('DR'), { kind: 'resources' });
  const resources = file.dict(form, 'DR');
  for (const [key, value] of resources ?? []) {
    set(value, { kind: key === 'Font' ? 'fonts' : 'other-resources' });
  }
  leaveOut(form, 'DR');
  for (const { name, ref, dict, chain, kids, unlisted } of formFields(file)) {
    // A field that the form does not lead to may not change: viewers differ in whether it is one.
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
      leaveOut(value, 'AP');
    }
    // The signature itself must not change at all.
    if (isSigned) set(dict.get('V'), role);
  }
}

/** Returns what annotations that are no fields show: it may not change with a field that shows it too. */
function setPages(file: PdfReader, set: SetRole, leaveOut: LeaveOut): PdfValue[] {
  const appearances: PdfValue[] = [];
  let page = 0;
  for (const { ref, dict } of getPages(file)) {
    page++;
    set(ref, { kind: 'page', page });
    set(dict.get('Annots'), { kind: 'annotations', page });
    leaveOut(dict, 'Annots');
    for (const item of file.array(dict, 'Annots') ?? []) {
      const annotation = file.resolve(item);
      if (isDict(annotation) && file.name(annotation, 'Subtype') === 'Widget') continue;
      // One that is missing can be added.
      set(item, { kind: 'annotation', page });
      if (isDict(annotation)) appearances.push(annotation.get('AP') ?? null);
    }
  }
  const waiting = [file.catalog.get('Pages')];
  const seen = new Set<PdfDict>();
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    const node = file.resolve(ref);
    if (!isDict(node) || seen.has(node) || isNamed(file.get(node, 'Type'), 'Page')) continue;
    const kids = file.array(node, 'Kids');
    if (!kids) continue;
    seen.add(node);
    set(ref, { kind: 'page-tree' });
    waiting.push(...kids);
  }
  return appearances;
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

/** Entries that are not followed: keys by the dictionary that has them. */
type LeftOutEntries = ReadonlyMap<PdfDict, ReadonlySet<string>>;

/**
 * The numbers of all objects that the catalog leads to without the entries that are left out, and those that `others`
 * lead to. Other entries of the trailer are not followed, because no viewer shows what only they lead to. Throws
 * `malformed`, `too_large`.
 */
function findReachedObjects(
  file: PdfReader,
  leftOut: LeftOutEntries,
  others: readonly PdfValue[],
): ReadonlySet<number> {
  const reached = new Set<number>();
  const waiting: PdfValue[] = [file.catalog, ...others];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value instanceof PdfRef) {
      if (reached.has(value.number)) continue;
      reached.add(value.number);
      value = file.resolve(value);
    }
    if (Array.isArray(value)) for (const item of value) waiting.push(item);
    const dict = value instanceof PdfStream ? value.dict : value;
    if (!isDict(dict)) continue;
    const without = leftOut.get(dict);
    // The structure refers to annotations, but shows nothing of them.
    const isObjectReference = isNamed(dict.get('Type') ?? null, 'OBJR');
    for (const [key, inner] of dict) {
      if (!without?.has(key) && !(isObjectReference && key === 'Obj')) waiting.push(inner);
    }
  }
  return reached;
}
