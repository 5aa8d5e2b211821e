/**
 * Finds what later revisions of a PDF changed. Every object that a later revision replaced is compared with the one before,
 * and its place in the document says what the change means. A change that no rule knows is one of the content: nothing that
 * an attacker invents can be taken for harmless.
 */
import { createHash } from 'node:crypto';
import { isDict, type PdfDict, PdfStream, type PdfValue } from '../../object.ts';
import type { PdfReader } from '../../reading/reader.ts';
import { changedObjects } from './changed-objects.ts';
import { FormComparison } from './compare-form.ts';
import {
  catalogRule,
  type DictRule,
  formRule,
  infoRule,
  meaningOf,
  pageRule,
  pageTreeRule,
} from './dict-rules.ts';
import { findRoles, type ObjectRole } from './object-roles.ts';
import { type AddChange, maxChanges, type RevisionChange } from './revision-changes.ts';
import { isSame, isSameContent } from './same-value.ts';

/**
 * Returns the changes from `before` to `after`, which begins with the bytes of `before`; each kind and text once. Throws
 * `malformed`, `too_large`.
 */
export function compareRevisions(before: PdfReader, after: PdfReader): RevisionChange[] {
  const found = new Map<string, RevisionChange>();
  const add: AddChange = (kind, what, field) => {
    if (found.size < maxChanges) found.set(`${kind} ${what} ${field ?? ''}`, { kind, what, field });
  };
  const roles = findRoles(before);
  const comparison = new Comparison(before, after, add);
  for (const key of ['Root', 'Info', 'Encrypt'] as const) {
    if (!isSame(before.trailer.get(key), after.trailer.get(key))) comparison.trailer(key);
  }
  for (const number of changedObjects(before, after)) {
    const role = roles.find(number);
    const [old, current] = [valueAt(before, number), valueAt(after, number)];
    if (isSame(old, current)) continue;
    if (role) comparison.object(role, old, current);
    // An object is new if nothing referred to it: what was missing until now can be content as well.
    else if (old !== null || roles.isUsed(number)) add('content', `object ${number}`);
  }
  comparison.finish();
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
  readonly #form: FormComparison;
  #isEvidenceChanged = false;

  constructor(before: PdfReader, after: PdfReader, add: AddChange) {
    this.#before = before;
    this.#after = after;
    this.#add = add;
    this.#form = new FormComparison(before, after, add);
  }

  trailer(key: 'Root' | 'Info' | 'Encrypt'): void {
    const [before, after] = [this.#before, this.#after];
    if (key === 'Info')
      this.#info(before.resolve(before.trailer.get(key)), after.resolve(after.trailer.get(key)));
    else if (key === 'Encrypt') this.#add('content', 'the encryption');
    else this.#dict(catalogRule, before.catalog, after.catalog);
  }

  object(role: ObjectRole, old: PdfValue, current: PdfValue): void {
    switch (role.kind) {
      case 'catalog':
        this.#both(catalogRule, old, current);
        break;
      case 'page-tree':
        this.#both(pageTreeRule, old, current);
        break;
      case 'evidence':
        this.#isEvidenceChanged = true;
        break;
      case 'info':
        this.#info(old, current);
        break;
      case 'properties':
        this.#addProperties();
        break;
      case 'extensions':
        this.#extensions(
          this.#before.get(this.#before.catalog, 'Extensions'),
          this.#after.get(this.#after.catalog, 'Extensions'),
        );
        break;
      case 'form':
        this.#both(formRule, old, current);
        break;
      case 'fields':
        this.#form.fields(old, current);
        break;
      case 'resources':
        this.#form.resources(old, current);
        break;
      case 'fonts':
        this.#form.fonts(old, current);
        break;
      case 'other-resources':
        this.#add('form', 'the form');
        break;
      case 'field':
        this.#form.field(role, old, current);
        break;
      case 'appearance':
        if (role.isSigned) this.#add('content', `the appearance of the signature ${role.field}`);
        else this.#add('form', `the field ${role.field}`, role.field);
        break;
      case 'page':
        this.#both(pageRule(role.page), old, current, role.page);
        break;
      case 'annotations':
        this.#form.annotations(role.page, old, current);
        break;
      case 'annotation':
        this.#add('annotation', `an annotation on page ${role.page}`);
        break;
    }
  }

  /** Compares the evidence, once, however many of its objects were changed. */
  finish(): void {
    if (this.#isEvidenceChanged) compareEvidence(this.#before, this.#after, this.#add);
  }

  #addProperties(): void {
    this.#add('properties', 'the properties of the document');
  }

  #info(old: PdfValue, current: PdfValue): void {
    const [was, is] = [toDict(old), toDict(current)];
    const keys = [...new Set([...was.keys(), ...is.keys()])];
    const isChanged = (key: string) => !isSame(was.get(key), is.get(key));
    if (keys.some((key) => isChanged(key) && meaningOf(infoRule, key) === undefined)) this.#addProperties();
  }

  /** Extensions tell what a reader must understand (ISO 32000-2, 7.12): developers may be added, but none removed. */
  #extensions(old: PdfValue, current: PdfValue): void {
    const [was, is] = [toDict(old), toDict(current)];
    if ([...was.keys()].some((key) => !is.has(key))) this.#add('content', 'the extensions of the format');
  }

  /** `page`: of a dictionary that is one. */
  #both(rule: DictRule, old: PdfValue, current: PdfValue, page?: number): void {
    if (isDict(old) && isDict(current)) this.#dict(rule, old, current, page);
    else this.#add('content', page === undefined ? rule.what : `page ${page}`);
  }

  #dict(rule: DictRule, old: PdfDict, current: PdfDict, page = 0): void {
    for (const key of new Set([...old.keys(), ...current.keys()])) {
      const [was, is] = [old.get(key), current.get(key)];
      if (isSame(was, is)) continue;
      const [oldValue, newValue] = [this.#before.resolve(was), this.#after.resolve(is)];
      switch (meaningOf(rule, key)) {
        case 'evidence':
          this.#isEvidenceChanged = true;
          break;
        case 'properties':
          this.#addProperties();
          break;
        case 'extensions':
          this.#extensions(oldValue, newValue);
          break;
        case 'form-dict':
          this.#dict(formRule, toDict(oldValue), toDict(newValue));
          break;
        case 'fields':
          this.#form.fields(oldValue, newValue);
          break;
        case 'resources':
          this.#form.resources(oldValue, newValue);
          break;
        case 'form':
          this.#add('form', 'the form');
          break;
        case 'annotations':
          this.#form.annotations(page, oldValue, newValue);
          break;
        case 'nothing':
          break;
        case undefined:
          if (!isSameContent(this.#before, was, this.#after, is)) this.#add('content', rule.what);
      }
    }
  }
}

const toDict = (value: PdfValue): PdfDict => (isDict(value) ? value : new Map());

/** Certificates, answers of OCSP and revocation lists: of all signatures, and of one in VRI. */
const evidenceKeys = ['Certs', 'OCSPs', 'CRLs', 'Cert', 'OCSP', 'CRL'];

/**
 * Compares the evidence for signatures: the document security store (DSS, ISO 32000-2, 12.8.4.3).
 *
 * Adding is what the store is for. A piece that is left out again may have been replaced by a newer one, which signers
 * do; a store that is gone leaves signatures without what proves them. Throws `malformed`, `too_large`.
 */
function compareEvidence(before: PdfReader, after: PdfReader, add: AddChange): void {
  const [old, current] = [before.dict(before.catalog, 'DSS'), after.dict(after.catalog, 'DSS')];
  if (old && !current) {
    add('content', 'the evidence for signatures, which was removed');
    return;
  }
  add('evidence', 'evidence for signatures');
  const kept = new Set(current ? piecesOf(after, current) : []);
  if (old && piecesOf(before, old).some((piece) => !kept.has(piece))) {
    add('lost-evidence', 'evidence for signatures, some of which was removed');
  }
}

/** The hashes of all pieces. */
function piecesOf(file: PdfReader, store: PdfDict): string[] {
  const ofSignatures = [...(file.dict(store, 'VRI')?.values() ?? [])].map((each) => file.resolve(each));
  const found = new Map<PdfValue, string>();
  for (const dict of [store, ...ofSignatures.filter(isDict)]) {
    for (const item of evidenceKeys.flatMap((key) => file.array(dict, key) ?? [])) {
      const stream = file.resolve(item);
      if (!(stream instanceof PdfStream) || found.has(stream)) continue;
      // Unpacked, because programs pack the same bytes otherwise.
      found.set(stream, createHash('sha256').update(file.decode(stream)).digest('hex'));
    }
  }
  return [...found.values()];
}
