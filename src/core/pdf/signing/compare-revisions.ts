/**
 * Finds what later revisions of a PDF changed. Every object that a later revision replaced is compared with the one before,
 * and its place in the document says what the change means. A change that no rule knows is one of the content: nothing that
 * an attacker invents can be taken for harmless.
 */
import { isDict, isNamed, type PdfDict, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { changedObjects } from './changed-objects.ts';
import {
  catalogRule,
  type DictRule,
  formRule,
  meaningOf,
  pageRule,
  signatureKeys,
  valueKeys,
} from './dict-rules.ts';
import { findRoles, type ObjectRole } from './object-roles.ts';
import { type ChangeKind, maxChanges, type RevisionChange } from './revision-changes.ts';
import { addedItems, isSame } from './same-value.ts';

type AddChange = (kind: ChangeKind, what: string, field?: string) => void;

/**
 * Returns the changes from `before` to `after`, which begins with the bytes of `before`; each kind and text once. Throws
 * `malformed`, `too_large`.
 */
export function compareRevisions(before: PdfReader, after: PdfReader): RevisionChange[] {
  const found = new Map<string, RevisionChange>();
  const add: AddChange = (kind, what, field) => {
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
  readonly #add: AddChange;

  constructor(before: PdfReader, after: PdfReader, add: AddChange) {
    this.#before = before;
    this.#after = after;
    this.#add = add;
  }

  trailer(key: 'Root' | 'Info' | 'Encrypt'): void {
    if (key === 'Info') this.#addProperties();
    else if (key === 'Encrypt') this.#add('content', 'the encryption');
    else this.#dict(catalogRule, this.#before.catalog, this.#after.catalog);
  }

  object(role: ObjectRole, old: PdfValue, current: PdfValue): void {
    switch (role.kind) {
      case 'catalog':
        this.#both(catalogRule, 'the catalog', old, current);
        break;
      case 'evidence':
        this.#addEvidence();
        break;
      case 'properties':
        this.#addProperties();
        break;
      case 'form':
        this.#both(formRule, 'the form', old, current);
        break;
      case 'fields':
        this.#fields(old, current);
        break;
      case 'field':
        this.#field(role, old, current);
        break;
      case 'appearance':
        if (role.isSigned) this.#add('content', `the appearance of the signature ${role.field}`);
        else this.#add('form', `the field ${role.field}`, role.field);
        break;
      case 'page':
        this.#both(pageRule(role.page), `page ${role.page}`, old, current, role.page);
        break;
      case 'annotations':
        this.#annotations(role.page, old, current);
        break;
      case 'annotation':
        this.#add('annotation', `an annotation on page ${role.page}`);
        break;
    }
  }

  #addEvidence(): void {
    this.#add('evidence', 'evidence for signatures');
  }

  #addProperties(): void {
    this.#add('properties', 'the properties of the document');
  }

  /** `page`: of a dictionary that is one. */
  #both(rule: DictRule, what: string, old: PdfValue, current: PdfValue, page?: number): void {
    if (isDict(old) && isDict(current)) this.#dict(rule, old, current, page);
    else this.#add('content', what);
  }

  #dict(rule: DictRule, old: PdfDict, current: PdfDict, page = 0): void {
    for (const key of new Set([...old.keys(), ...current.keys()])) {
      const [was, is] = [old.get(key), current.get(key)];
      if (isSame(was, is)) continue;
      const [oldValue, newValue] = [this.#before.resolve(was), this.#after.resolve(is)];
      switch (meaningOf(rule, key)) {
        case 'evidence':
          this.#addEvidence();
          break;
        case 'properties':
          this.#addProperties();
          break;
        case 'form-dict':
          this.#dict(formRule, toDict(oldValue), toDict(newValue));
          break;
        case 'fields':
          this.#fields(oldValue, newValue);
          break;
        case 'form':
          this.#add('form', 'the form');
          break;
        case 'annotations':
          this.#annotations(page, oldValue, newValue);
          break;
        case 'nothing':
          break;
        case undefined:
          this.#add('content', rule.what);
      }
    }
  }

  /** The list of fields of the form: signature fields may be added. */
  #fields(old: PdfValue, current: PdfValue): void {
    const added = addedItems(old, current);
    if (!added) this.#add('content', 'the fields of the form');
    for (const item of added ?? []) {
      if (this.#isSignatureField(item)) this.#add('signature', 'a signature field');
      else this.#add('content', 'a new field of the form');
    }
  }

  /** The annotations of a page: places of signatures may be added. */
  #annotations(page: number, old: PdfValue, current: PdfValue): void {
    const added = addedItems(old, current);
    if (!added) this.#add('annotation', `the annotations of page ${page}`);
    for (const item of added ?? []) {
      if (this.#isSignatureField(item)) this.#add('signature', 'a signature field');
      else this.#add('annotation', `an annotation on page ${page}`);
    }
  }

  #isSignatureField(item: PdfValue): boolean {
    const field = this.#after.resolve(item);
    return isDict(field) && isNamed(this.#after.get(field, 'FT'), 'Sig');
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

const toDict = (value: PdfValue): PdfDict => (isDict(value) ? value : new Map());
