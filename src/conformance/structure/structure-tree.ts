/** The structure tree of a document (ISO 32000-1, 14.7), walked once and shared by all rules. */
import { numberTreeEntries } from '#pdf/document/number-tree';
import {
  getName,
  isDict,
  isNamed,
  type PdfDict,
  PdfName,
  PdfString,
  type PdfValue,
  toList,
} from '#pdf/object';
import { decodeTextString } from '#pdf/text-string';
import type { CheckedDocument } from '../model/checked-document.ts';
import { SharedLists } from '../model/shared-lists.ts';
import { typeInNamespace } from './namespaces.ts';
import { isTransparentType, RoleMap } from './standard-types.ts';

/** An element in the tree. */
export interface StructureElement {
  readonly dict: PdfDict;
  /** `/S`. Undefined if it is missing. */
  readonly type: string | undefined;
  /** The standard type to which the role map leads. Undefined if it leads to none. */
  readonly standardType: string | undefined;
  readonly children: StructureElement[];
  /** Other children: marked content and objects such as annotations. */
  readonly contents: PdfValue[];
}

/** Facts about an element that come from the elements above it, found by the `/P` entries. */
export interface ElementContext {
  /** Whether the parents lead to the root of the tree. */
  readonly isInTree: boolean;
  /** The language of the element, or of the nearest one above it that has one. */
  readonly language: string | undefined;
}

/** Dictionaries of attributes of an element. Longer lists, which many elements may share, cost reading budget. */
const maxAttributes = 16;

const outside: ElementContext = { isInTree: false, language: undefined };

export class StructureTree {
  /** Undefined if the document has none. */
  readonly root: PdfDict | undefined;
  readonly roles: RoleMap;
  /** In the sequence of the document. */
  readonly elements: readonly StructureElement[];
  readonly #document: CheckedDocument;
  /** PDF 1.7 knows none. */
  readonly #hasNamespaces: boolean;
  readonly #contexts = new Map<PdfDict, ElementContext>();
  /** The meaning of an element or, for grouping elements, of the nearest other one above. */
  readonly #meanings = new Map<PdfDict, string>();
  #parents: ReadonlyMap<number, PdfValue> | undefined;

  constructor(document: CheckedDocument) {
    const { file, catalog } = document;
    this.#document = document;
    this.root = file.dict(catalog, 'StructTreeRoot');
    const roles = new Map<string, string>();
    for (const [type, value] of (this.root && file.dict(this.root, 'RoleMap')) ?? []) {
      const role = getName(file.resolve(value));
      if (role !== undefined) roles.set(type, role);
    }
    this.roles = new RoleMap(roles);
    this.#hasNamespaces = file.version.startsWith('2');
    this.elements = this.root ? this.#walk(this.root) : [];
  }

  /** The value at a key of the parent tree: an element, or an array of elements by MCID. */
  parentTreeEntry(key: number | undefined): PdfValue {
    if (key === undefined || !this.root) return null;
    this.#parents ??= new Map(numberTreeEntries(this.#document.file, this.root.get('ParentTree')));
    return this.#document.file.resolve(this.#parents.get(key));
  }

  /** The element of marked content in a page or a form, which is given as its dictionary. */
  elementOfContent(owner: PdfDict, mcid: number | undefined): PdfDict | undefined {
    const { file } = this.#document;
    const own = file.number(owner, 'StructParent');
    if (own !== undefined) return this.elementOfObject(owner);
    if (mcid === undefined || mcid < 0) return undefined;
    const parents = this.parentTreeEntry(file.number(owner, 'StructParents'));
    const element = Array.isArray(parents) ? file.resolve(parents[mcid]) : null;
    return isDict(element) ? element : undefined;
  }

  /** The element of an annotation, a form or an image. */
  elementOfObject(owner: PdfDict): PdfDict | undefined {
    const element = this.parentTreeEntry(this.#document.file.number(owner, 'StructParent'));
    return isDict(element) ? element : undefined;
  }

  standardTypeOf(element: PdfDict): string | undefined {
    const { file } = this.#document;
    const of17 = (type: string) => this.roles.resolve(type).standard;
    if (this.#hasNamespaces && element.has('NS')) return typeInNamespace(file, element, of17);
    const type = file.name(element, 'S');
    return type === undefined ? undefined : of17(type);
  }

  /** The meaning of the element above, seen through grouping elements. `StructTreeRoot` for the root. */
  parentTypeOf(element: PdfDict): string | undefined {
    const { file } = this.#document;
    const path: PdfDict[] = [];
    const seen = new Set<PdfDict>();
    let type: string | undefined;
    for (let each = file.dict(element, 'P'); each && !seen.has(each); each = file.dict(each, 'P')) {
      type = this.#meanings.get(each);
      if (type !== undefined) break;
      seen.add(each);
      path.push(each);
      const own = this.standardTypeOf(each);
      if (isTransparentType(own)) continue;
      type = isNamed(file.get(each, 'Type'), 'StructTreeRoot') ? 'StructTreeRoot' : own;
      break;
    }
    for (const each of path) if (type !== undefined) this.#meanings.set(each, type);
    return type;
  }

  contextOf(element: PdfDict | undefined): ElementContext {
    if (!element) return outside;
    return this.#contexts.get(element) ?? this.#readContext(element);
  }

  #readContext(element: PdfDict): ElementContext {
    const { file } = this.#document;
    const path: PdfDict[] = [];
    const seen = new Set<PdfDict>();
    let context: ElementContext | undefined;
    for (let each: PdfDict | undefined = element; each && !seen.has(each); each = file.dict(each, 'P')) {
      context = this.#contexts.get(each);
      if (context) break;
      seen.add(each);
      path.push(each);
    }
    context ??= outside;
    for (const each of path.toReversed()) {
      context = {
        isInTree: context.isInTree || isNamed(file.get(each, 'Type'), 'StructTreeRoot'),
        language: this.text(each, 'Lang') ?? context.language,
      };
      this.#contexts.set(each, context);
    }
    return context;
  }

  /** A text of an element, such as `Alt`. Undefined if it is no string. */
  text(element: PdfDict, key: string): string | undefined {
    const value = this.#document.file.get(element, key);
    return value instanceof PdfString ? decodeTextString(value) : undefined;
  }

  /** The strings of an array. */
  texts(items: readonly PdfValue[]): string[] {
    if (items.length > maxAttributes) this.#document.file.spend(items.length);
    return items
      .map((item) => this.#document.file.resolve(item))
      .filter((item) => item instanceof PdfString)
      .map(decodeTextString);
  }

  /**
   * An attribute of an owner, such as Scope of Table: that of the element or else that of its classes
   * (ISO 32000-1, 14.7.5). `accepts` tells values of the right type.
   */
  attribute<Value extends PdfValue>(
    element: PdfDict,
    owner: string,
    key: string,
    accepts: (value: PdfValue) => value is Value,
  ): Value | undefined {
    const { file } = this.#document;
    const find = (attributes: PdfValue): Value | undefined => {
      const list = toList(attributes);
      if (list.length > maxAttributes) file.spend(list.length);
      for (const item of list) {
        const dict = this.#document.dictOf(item);
        if (!dict || !isNamed(file.get(dict, 'O'), owner)) continue;
        const value = file.get(dict, key);
        if (accepts(value)) return value;
      }
      return undefined;
    };
    const own = find(file.get(element, 'A'));
    if (own !== undefined) return own;
    const classes = this.root && file.dict(this.root, 'ClassMap');
    if (!classes) return undefined;
    const names = toList(file.get(element, 'C'));
    if (names.length > maxAttributes) file.spend(names.length);
    for (const item of names) {
      const name = file.resolve(item);
      const value = name instanceof PdfName ? find(file.get(classes, name.value)) : undefined;
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Charges work that the length of the file does not bound. Throws `PdfError` (`too_large`). */
  spend(steps: number): void {
    this.#document.file.spend(steps);
  }

  /** The contents of an element and of the grouping elements in it. */
  ownContents(element: StructureElement): readonly PdfValue[] {
    const inner = element.children.filter(({ standardType }) => isTransparentType(standardType));
    if (inner.length === 0) return element.contents;
    const contents = [...element.contents];
    for (const waiting = inner; waiting.length > 0; ) {
      const child = waiting.pop();
      if (!child) break;
      contents.push(...child.contents);
      waiting.push(...child.children.filter(({ standardType }) => isTransparentType(standardType)));
    }
    return contents;
  }

  /** Whether it is text or a picture, and no annotation. */
  isMarkedContent(content: PdfValue): boolean {
    if (typeof content === 'number') return true;
    return isDict(content) && isNamed(this.#document.file.get(content, 'Type'), 'MCR');
  }

  /** The children, seen through grouping elements. */
  *significantChildren(element: StructureElement): Generator<StructureElement> {
    for (const waiting = element.children.toReversed(); waiting.length > 0; ) {
      const child = waiting.pop();
      if (!child) return;
      if (!isTransparentType(child.standardType)) yield child;
      else for (const inner of child.children.toReversed()) waiting.push(inner);
    }
  }

  /** Visits every element once, also in a tree with circles. Throws `PdfError` (`too_large`). */
  #walk(root: PdfDict): StructureElement[] {
    const { file } = this.#document;
    const elements: StructureElement[] = [];
    const seen = new Set<PdfDict>([root]);
    const waiting: { kid: PdfValue; parent: StructureElement | undefined }[] = [];
    const lists = new SharedLists(this.#document);
    const addKids = (dict: PdfDict, parent: StructureElement | undefined): void => {
      const kids = lists.walk(toList(file.get(dict, 'K')));
      for (const kid of kids.toReversed()) waiting.push({ kid, parent });
    };
    addKids(root, undefined);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const value = file.resolve(next.kid);
      if (!isDict(value) || !isElement(file.get(value, 'Type'))) {
        if (value !== null) next.parent?.contents.push(value);
        continue;
      }
      if (seen.has(value)) continue;
      seen.add(value);
      const type = file.name(value, 'S');
      const standardType = this.standardTypeOf(value);
      const element: StructureElement = { dict: value, type, standardType, children: [], contents: [] };
      elements.push(element);
      next.parent?.children.push(element);
      addKids(value, element);
    }
    return elements;
  }
}

function isElement(type: PdfValue): boolean {
  return !(type instanceof PdfName) || type.value === 'StructElem';
}

const trees = new WeakMap<CheckedDocument, StructureTree>();

/** The tree of a document, read once. */
export function structureTreeOf(document: CheckedDocument): StructureTree {
  const known = trees.get(document);
  if (known) return known;
  const tree = new StructureTree(document);
  trees.set(document, tree);
  return tree;
}
