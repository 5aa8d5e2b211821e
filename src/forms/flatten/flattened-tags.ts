/** The tags of fields that become a part of their pages (ISO 32000-2, 14.7 and 14.8.5.6). */

import { inherited } from '#pdf/document/form-fields';
import { numberTreeEntries } from '#pdf/document/number-tree';
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, type PdfValue, toList } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import type { ObjectEdits } from '#pdf/signing/object-edits';
import { encodeText } from '#pdf/text-string';
import { writeTree } from '#pdf/writing/write-tree';
import { textOf } from '../model/choice-options.ts';
import { kindOf } from '../model/field-kind.ts';

export interface FlattenedWidget {
  readonly widget: PdfDict;
  readonly ref: PdfRef | undefined;
  /** The widget and the fields above it. Undefined for an annotation that is no field. */
  readonly chain: readonly PdfDict[] | undefined;
  readonly isShown: boolean;
}

interface FlattenedPage {
  readonly page: PdfRef;
  /** To change. */
  readonly dict: PdfDict;
}

export class FlattenedTags {
  readonly #edits: ObjectEdits;
  readonly #root: PdfDict;
  readonly #rootRef: PdfRef;
  /** The parent tree. */
  readonly #parents: Map<number, PdfValue>;
  #next: number;

  /** Undefined for a document without tags. */
  static of(edits: ObjectEdits): FlattenedTags | undefined {
    const ref = edits.file.catalog.get('StructTreeRoot');
    return ref instanceof PdfRef && isDict(edits.file.resolve(ref))
      ? new FlattenedTags(edits, ref)
      : undefined;
  }

  private constructor(edits: ObjectEdits, rootRef: PdfRef) {
    this.#edits = edits;
    this.#rootRef = rootRef;
    this.#root = edits.dict(rootRef);
    const { file } = edits;
    this.#parents = new Map(numberTreeEntries(file, this.#root.get('ParentTree')));
    const highest = Math.max(-1, ...this.#parents.keys());
    this.#next = Math.max(file.number(this.#root, 'ParentTreeNextKey') ?? 0, highest + 1);
  }

  /**
   * Puts the drawing of a field in the place of the field. Returns the number of the marked content that is the drawing;
   * undefined for a field that is not shown.
   */
  replace(widget: FlattenedWidget, page: FlattenedPage): number | undefined {
    const { file } = this.#edits;
    const key = file.number(widget.widget, 'StructParent');
    const found = key === undefined ? undefined : this.#parents.get(key);
    if (key !== undefined) this.#parents.delete(key);
    const known = found instanceof PdfRef && isDict(file.resolve(found)) ? found : undefined;
    if (!widget.isShown) {
      if (known) this.#replaceKid(known, widget.ref, undefined);
      return undefined;
    }
    const element = known ?? this.#addElement(widget.chain ? 'Form' : 'Span');
    const mark = this.#mark(page, element);
    const content: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('MCR')],
      ['Pg', page.page],
      ['MCID', mark],
    ]);
    this.#replaceKid(element, widget.ref, content);
    const dict = this.#edits.dict(element);
    if (widget.chain) dict.set('A', [...toList(dict.get('A')), this.#attributes(widget.chain)]);
    // An Annot element must have an annotation.
    else if (isNamed(file.get(dict, 'S'), 'Annot')) dict.set('S', new PdfName('Span'));
    return mark;
  }

  finish(): void {
    const entries = [...this.#parents].sort(([a], [b]) => a - b);
    this.#root.set('ParentTree', writeTree(this.#edits.update, 'Nums', entries));
    this.#root.set('ParentTreeNextKey', this.#next);
  }

  /** Numbers a part of the page's content that belongs to the element. */
  #mark({ dict }: FlattenedPage, element: PdfRef): number {
    const { file } = this.#edits;
    let key = file.number(dict, 'StructParents');
    if (key === undefined) {
      key = this.#next++;
      dict.set('StructParents', key);
    }
    const list = file.resolve(this.#parents.get(key));
    const elements = Array.isArray(list) ? [...list, element] : [element];
    this.#parents.set(key, elements);
    return elements.length - 1;
  }

  /** Without content, the field's reference is only taken away. */
  #replaceKid(element: PdfRef, widget: PdfRef | undefined, content: PdfDict | undefined): void {
    const { file } = this.#edits;
    const dict = this.#edits.dict(element);
    const kids = toList(dict.get('K'));
    const at = kids.findIndex((kid) => {
      const value = file.resolve(kid);
      return isDict(value) && widget !== undefined && value.get('Obj') === widget;
    });
    if (at >= 0) kids.splice(at, 1, ...(content ? [content] : []));
    else if (content) kids.push(content);
    dict.set('K', kids);
  }

  /** For what has no tag: at the end of the document. */
  #addElement(type: 'Form' | 'Span'): PdfRef {
    const { file, update } = this.#edits;
    const top = toList(file.resolve(this.#root.get('K')))[0] ?? this.#root.get('K');
    const parent = top instanceof PdfRef && isDict(file.resolve(top)) ? top : this.#rootRef;
    const element = update.add(null);
    this.#edits.added(
      element,
      new Map<string, PdfValue>([
        ['Type', new PdfName('StructElem')],
        ['S', new PdfName(type)],
        ['P', parent],
      ]),
    );
    const dict = this.#edits.dict(parent);
    dict.set('K', [...toList(dict.get('K')), element]);
    return element;
  }

  /** Attributes that tell screen readers the kind of the field and whether it is checked. */
  #attributes(chain: readonly PdfDict[]): PdfDict {
    const { file } = this.#edits;
    const flags = inherited(file, chain, 'Ff');
    const role = roleOf(file, chain, typeof flags === 'number' ? flags : 0);
    const attributes: PdfDict = new Map<string, PdfValue>([
      ['O', new PdfName('PrintField')],
      ['Role', new PdfName(role)],
    ]);
    if (role === 'cb' || role === 'rb') {
      const state = chain[0] && file.name(chain[0], 'AS');
      attributes.set('checked', new PdfName(state === undefined || state === 'Off' ? 'off' : 'on'));
    }
    const label = textOf(file, inherited(file, chain, 'TU'));
    if (label !== undefined) attributes.set('Desc', encodeText(label));
    return attributes;
  }
}

/** Radio button, check box, push button or text (ISO 32000-2, table 386). */
function roleOf(file: PdfReader, chain: readonly PdfDict[], flags: number): 'rb' | 'cb' | 'pb' | 'tv' {
  switch (kindOf(inherited(file, chain, 'FT'), flags)) {
    case 'radio':
      return 'rb';
    case 'checkbox':
      return 'cb';
    case 'button':
      return 'pb';
    default:
      return 'tv';
  }
}
