/** Compares the forms of two revisions of a PDF: the fields, their places on pages, and their resources. */
import { isDict, isNamed, type PdfDict, type PdfValue } from '../../object.ts';
import type { PdfReader } from '../../reading/reader.ts';
import { decodeTextString } from '../../text-string.ts';
import { signatureKeys, valueKeys } from './dict-rules.ts';
import type { ObjectRole } from './object-roles.ts';
import type { AddChange } from './revision-changes.ts';
import { addedItems, addedMembers, isSame, isSameContent } from './same-value.ts';

export class FormComparison {
  readonly #before: PdfReader;
  readonly #after: PdfReader;
  readonly #add: AddChange;

  constructor(before: PdfReader, after: PdfReader, add: AddChange) {
    this.#before = before;
    this.#after = after;
    this.#add = add;
  }

  /** The list of fields of the form, whose order means nothing: signature fields may be added. */
  fields(old: PdfValue, current: PdfValue): void {
    const added = addedMembers(old, current);
    if (!added) this.#add('content', 'the fields of the form');
    for (const item of added ?? []) {
      const field = this.#after.resolve(item);
      if (isDict(field) && this.#isSignatureField(field)) this.#addSignatureField(field);
      else this.#add('content', 'a new field of the form');
    }
  }

  /** The annotations of a page: places of signatures may be added. What one shows is an annotation until it is signed. */
  annotations(page: number, old: PdfValue, current: PdfValue): void {
    const added = addedItems(old, current);
    if (!added) this.#add('annotation', `the annotations of page ${page}`);
    for (const item of added ?? []) {
      const widget = this.#after.resolve(item);
      const isPlace =
        isDict(widget) &&
        isNamed(this.#after.get(widget, 'Subtype'), 'Widget') &&
        this.#isSignatureField(widget);
      if (isPlace && !widget.has('AP')) this.#addSignatureField(widget);
      else if (isPlace && this.#isSigned(widget))
        this.#add('seal', `a signature on page ${page}`, this.#nameOf(widget));
      else this.#add('annotation', `an annotation on page ${page}`);
    }
  }

  /**
   * Resources for what fields show (DR). Programs keep parts of their appearances there, which others replace; but viewers
   * draw the values of fields with its fonts, which stay what they are.
   */
  resources(old: PdfValue, current: PdfValue): void {
    const [was, is] = [old ?? new Map<string, PdfValue>(), current];
    if (!isDict(was) || !isDict(is)) {
      this.#add('content', 'the resources of the form');
      return;
    }
    if (!isSame(was.get('Font'), is.get('Font'))) {
      this.fonts(this.#before.get(was, 'Font'), this.#after.get(is, 'Font'));
    }
    const others = [...was.keys(), ...is.keys()].filter((key) => key !== 'Font' && key !== 'ProcSet');
    if (others.some((key) => !isSame(was.get(key), is.get(key)))) this.#add('form', 'the form');
  }

  /** Fonts by their names: new ones may be added. */
  fonts(old: PdfValue, current: PdfValue): void {
    const [was, is] = [old ?? new Map<string, PdfValue>(), current];
    if (!isDict(was) || !isDict(is)) {
      this.#add('content', 'the fonts of the form');
      return;
    }
    for (const [name, font] of was) {
      if (!isSameContent(this.#before, font, this.#after, is.get(name))) {
        this.#add('content', `the font ${name} of the form`);
      }
    }
    if ([...is.keys()].some((name) => !was.has(name))) this.#add('form', 'the form');
  }

  /** A field, or its place on a page. */
  field(role: Extract<ObjectRole, { kind: 'field' }>, old: PdfValue, current: PdfValue): void {
    const { field, type, isSigned } = role;
    if (!isDict(old) || !isDict(current) || isSigned) {
      this.#add('content', isSigned ? `the signature ${field}` : `the field ${field}`);
      return;
    }
    for (const key of new Set([...old.keys(), ...current.keys()])) {
      if (isSameContent(this.#before, old.get(key), this.#after, current.get(key))) continue;
      const isAllowed = (type === 'Sig' ? signatureKeys : valueKeys).has(key);
      if (!isAllowed) this.#add('content', `the field ${field}`);
      else if (type !== 'Sig') this.#add('form', `the field ${field}`, field);
      else if (this.#isDocumentTimestamp(current)) this.#add('evidence', 'a time stamp of the document');
      else if (key !== 'AP') this.#add('signature', `the signature ${field}`, field);
      else if (this.#isSigned(current)) this.#add('seal', `the signature ${field}`, field);
      else this.#add('annotation', `the place of the signature ${field}`, field);
    }
  }

  #isSignatureField(field: PdfDict): boolean {
    return isNamed(this.#after.get(field, 'FT'), 'Sig');
  }

  #isSigned(field: PdfDict): boolean {
    return this.#after.dict(field, 'V')?.has('ByteRange') === true;
  }

  #addSignatureField(field: PdfDict): void {
    if (this.#isDocumentTimestamp(field)) this.#add('evidence', 'a time stamp of the document');
    else this.#add('signature', 'a signature field', this.#nameOf(field));
  }

  /**
   * Whether the field holds a time stamp of the whole document, which belongs to the evidence. One that shows something on a
   * page does not.
   */
  #isDocumentTimestamp(field: PdfDict): boolean {
    const file = this.#after;
    const value = file.dict(field, 'V');
    if (!value || !isNamed(file.get(value, 'SubFilter'), 'ETSI.RFC3161') || field.has('Kids')) return false;
    const [x0, y0, x1, y1] = (file.array(field, 'Rect') ?? []).map((side) => file.resolve(side));
    return x0 === x1 || y0 === y1;
  }

  #nameOf(field: PdfDict): string {
    const name = this.#after.string(field, 'T');
    return name ? decodeTextString(name) : '';
  }
}
