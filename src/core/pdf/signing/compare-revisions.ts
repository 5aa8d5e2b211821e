/**
 * Finds what later revisions of a PDF changed. Every object that a later revision replaced is compared with the one before,
 * and its place in the document says what the change means. A change that no rule knows is one of the content: nothing that
 * an attacker invents can be taken for harmless.
 */
import {
  isDict,
  isNamed,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfValue,
} from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { changedObjects } from './changed-objects.ts';
import { findRoles, type ObjectRole } from './object-roles.ts';
import { type ChangeKind, maxChanges, type RevisionChange } from './revision-changes.ts';

/**
 * Returns the changes from `before` to `after`, which begins with the bytes of `before`; each kind and text once. Throws
 * `malformed`, `too_large`.
 */
export function compareRevisions(before: PdfReader, after: PdfReader): RevisionChange[] {
  const found = new Map<string, RevisionChange>();
  const add = (kind: ChangeKind, what: string, field?: string) => {
    if (found.size < maxChanges) found.set(`${kind} ${what}`, { kind, what, field });
  };
  const roles = findRoles(before);
  const comparison = new Comparison(before, after, add);
  for (const key of ['Root', 'Info', 'Encrypt'] as const) {
    if (!isSame(before.trailer.get(key), after.trailer.get(key))) comparison.trailer(key);
  }
  for (const number of changedObjects(before, after)) {
    const role = roles.get(number);
    const [old, current] = [valueAt(before, number), valueAt(after, number)];
    // An object that nothing of the signed revision refers to is new.
    if (old === null && !role) continue;
    if (isSame(old, current)) continue;
    if (role) comparison.object(role, old, current);
    else add('content', `object ${number}`);
  }
  return [...found.values()];
}

function valueAt(file: PdfReader, number: number): PdfValue {
  for (const generation of [0, 1, 2]) {
    const value = file.resolve(file.ref(number, generation));
    if (value !== null) return value;
  }
  return null;
}

class Comparison {
  readonly #before: PdfReader;
  readonly #after: PdfReader;
  readonly #add: (kind: ChangeKind, what: string, field?: string) => void;

  constructor(
    before: PdfReader,
    after: PdfReader,
    add: (kind: ChangeKind, what: string, field?: string) => void,
  ) {
    this.#before = before;
    this.#after = after;
    this.#add = add;
  }

  trailer(key: 'Root' | 'Info' | 'Encrypt'): void {
    if (key === 'Info') this.#add('properties', 'the properties of the document');
    else if (key === 'Encrypt') this.#add('content', 'the encryption');
    else this.#dict(catalogRule, this.#before.catalog, this.#after.catalog);
  }

  object(role: ObjectRole, old: PdfValue, current: PdfValue): void {
    switch (role.kind) {
      case 'catalog': {
        this.#both(catalogRule, 'the catalog', old, current);
        return;
      }
      case 'evidence': {
        this.#add('evidence', 'evidence for signatures');
        return;
      }
      case 'properties': {
        this.#add('properties', 'the properties of the document');
        return;
      }
      case 'form': {
        this.#both(formRule, 'the form', old, current);
        return;
      }
      case 'fields': {
        this.#fields(old, current);
        return;
      }
      case 'field': {
        this.#field(role, old, current);
        return;
      }
      case 'appearance':
        if (role.isSigned) {
          this.#add('content', `the appearance of the signature ${role.field}`);
          return;
        }
        {
          this.#add('form', `the field ${role.field}`, role.field);
          return;
        }
      case 'page': {
        this.#both(pageRule(role.page), `page ${role.page}`, old, current);
        return;
      }
      case 'annotations': {
        this.#annotations(role.page, old, current);
        return;
      }
      case 'annotation': {
        this.#add('annotation', `an annotation on page ${role.page}`);
        return;
      }
    }
  }

  #both(rule: DictRule, what: string, old: PdfValue, current: PdfValue): void {
    if (isDict(old) && isDict(current)) this.#dict(rule, old, current);
    else this.#add('content', what);
  }

  #dict(rule: DictRule, old: PdfDict, current: PdfDict): void {
    for (const key of new Set([...old.keys(), ...current.keys()])) {
      const [was, is] = [old.get(key), current.get(key)];
      if (isSame(was, is)) continue;
      const [oldValue, newValue] = [this.#before.resolve(was), this.#after.resolve(is)];
      switch (rule(key)) {
        case 'evidence':
          this.#add('evidence', 'evidence for signatures');
          break;
        case 'properties':
          this.#add('properties', 'the properties of the document');
          break;
        case 'form-dict':
          this.#dict(
            formRule,
            isDict(oldValue) ? oldValue : new Map(),
            isDict(newValue) ? newValue : new Map(),
          );
          break;
        case 'fields':
          this.#fields(oldValue, newValue);
          break;
        case 'form':
          this.#add('form', 'the form');
          break;
        case 'nothing':
          break;
        case 'annotations':
          this.#annotations(Number(rule('page')), oldValue, newValue);
          break;
        default:
          this.#add('content', rule('what') ?? key);
      }
    }
  }

  /** The list of fields of the form: signature fields may be added. */
  #fields(old: PdfValue, current: PdfValue): void {
    const { added, isExtended } = extension(old, current);
    if (!isExtended) {
      this.#add('content', 'the fields of the form');
      return;
    }
    for (const item of added) {
      const field = this.#after.resolve(item);
      if (isDict(field) && isNamed(this.#after.get(field, 'FT'), 'Sig'))
        this.#add('signature', 'a signature field');
      else this.#add('content', 'a new field of the form');
    }
  }

  /** The annotations of a page: places of signatures may be added. */
  #annotations(page: number, old: PdfValue, current: PdfValue): void {
    const { added, isExtended } = extension(old, current);
    if (!isExtended) this.#add('annotation', `the annotations of page ${page}`);
    for (const item of added) {
      const annotation = this.#after.resolve(item);
      if (isDict(annotation) && isNamed(this.#after.get(annotation, 'FT'), 'Sig')) {
        this.#add('signature', 'a signature field');
      } else {
        this.#add('annotation', `an annotation on page ${page}`);
      }
    }
  }

  #field(role: Extract<ObjectRole, { kind: 'field' }>, old: PdfValue, current: PdfValue): void {
    const { field, type, isSigned } = role;
    if (!isDict(old) || !isDict(current) || isSigned) {
      this.#add('content', isSigned ? `the signature ${field}` : `the field ${field}`);
      return;
    }
    for (const key of new Set([...old.keys(), ...current.keys()])) {
      if (isSame(old.get(key), current.get(key))) continue;
      const isAllowed = (type === 'Sig' ? signatureKeys : valueKeys).has(key);
      if (!isAllowed) this.#add('content', `the field ${field}`);
      else if (type === 'Sig') this.#add('signature', `the signature ${field}`);
      else this.#add('form', `the field ${field}`, field);
    }
  }
}

type DictRule = (
  key: string,
) =>
  | 'evidence'
  | 'properties'
  | 'form-dict'
  | 'fields'
  | 'form'
  | 'annotations'
  | 'nothing'
  | string
  | undefined;

const catalogRule: DictRule = (key) => {
  if (key === 'AcroForm') return 'form-dict';
  if (key === 'DSS') return 'evidence';
  if (key === 'Metadata') return 'properties';
  // Both only raise what a reader must understand.
  if (key === 'Extensions' || key === 'Version') return 'nothing';
  return key === 'what' ? 'the catalog' : undefined;
};

const formRule: DictRule = (key) => {
  if (key === 'Fields') return 'fields';
  if (key === 'SigFlags') return 'nothing';
  if (key === 'DR' || key === 'DA' || key === 'NeedAppearances') return 'form';
  return key === 'what' ? 'the form' : undefined;
};

const pageRule =
  (page: number): DictRule =>
  (key) => {
    if (key === 'Annots') return 'annotations';
    if (key === 'page') return String(page);
    // The date on which a program changed the page.
    if (key === 'LastModified') return 'nothing';
    return key === 'what' ? `the content of page ${page}` : undefined;
  };

/** What filling a field changes. */
const valueKeys: ReadonlySet<string> = new Set(['V', 'AP', 'AS', 'I', 'RV', 'M']);
/** What signing a field changes. */
const signatureKeys: ReadonlySet<string> = new Set(['V', 'AP', 'AS', 'F', 'MK', 'M', 'DA', 'StructParent']);

const toArray = (value: PdfValue | undefined): PdfValue[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** What was added at the end of a list. */
function extension(
  old: PdfValue,
  current: PdfValue,
): { readonly added: readonly PdfValue[]; readonly isExtended: boolean } {
  const [was, is] = [toArray(old), toArray(current)];
  if (was.every((item, i) => isSame(item, is[i]))) return { added: is.slice(was.length), isExtended: true };
  return { added: [], isExtended: false };
}

/** Whether two values of two revisions are the same as written; references by their numbers. */
function isSame(a: PdfValue | undefined, b: PdfValue | undefined): boolean {
  if (a === undefined || b === undefined) return (a ?? null) === (b ?? null);
  if (a instanceof PdfRef)
    return b instanceof PdfRef && a.number === b.number && a.generation === b.generation;
  if (a instanceof PdfName) return b instanceof PdfName && a.value === b.value;
  if (a instanceof PdfString) return b instanceof PdfString && a.bytes === b.bytes;
  if (a instanceof PdfStream) {
    return b instanceof PdfStream && isSame(a.dict, b.dict) && Buffer.compare(a.data, b.data) === 0;
  }
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  if (isDict(a))
    return isDict(b) && a.size === b.size && [...a].every(([key, value]) => isSame(value, b.get(key)));
  return a === b;
}
