/** The elements of a structure that is being changed, in memory and in the file that is written. */
import { getName, isDict, isNamed, type PdfDict, PdfName, PdfRef, type PdfValue } from '../../object.ts';
import type { PdfReader } from '../../reading/reader.ts';
import type { ObjectTarget } from '../apply-standards.ts';

export interface TreeElement {
  /** Undefined for one that its parent holds. */
  readonly ref: PdfRef | undefined;
  readonly dict: PdfDict;
  readonly parent: TreeElement | undefined;
  /** As the file had them at first. */
  readonly children: TreeElement[];
}

export class StructureElements {
  readonly #file: PdfReader;
  readonly #target: ObjectTarget;
  readonly #namespace: PdfRef;
  /** In the order of the document, each once. */
  readonly all: readonly TreeElement[];

  /** `namespace`: that of the elements that are added. Throws `malformed`, `too_large`. */
  constructor(file: PdfReader, target: ObjectTarget, root: PdfDict, namespace: PdfRef) {
    this.#file = file;
    this.#target = target;
    this.#namespace = namespace;
    this.all = this.#walk(root);
  }

  typeOf({ dict }: TreeElement): string {
    return getName(this.#file.get(dict, 'S')) ?? '';
  }

  /** What an element holds: elements, marked content, objects. */
  kidsOf({ dict }: TreeElement): readonly PdfValue[] {
    return this.#kids(dict);
  }

  /** Whether the kid is text or a picture, and not an element or an annotation. */
  isContent(kid: PdfValue): boolean {
    if (typeof kid === 'number') return true;
    const value = this.#file.resolve(kid);
    return isDict(value) && isNamed(value.get('Type') ?? null, 'MCR');
  }

  changeType(element: TreeElement, type: string): void {
    this.changed(element, element.dict.set('S', new PdfName(type)));
  }

  /** Puts elements into a new one. Returns what its parent holds instead of them. */
  wrap(parent: TreeElement, kids: readonly TreeElement[], type: string): PdfRef | undefined {
    if (!parent.ref || kids.some(({ ref }) => ref === undefined)) return undefined;
    const wrapper = this.#target.add(
      new Map<string, PdfValue>([
        ['Type', new PdfName('StructElem')],
        ['S', new PdfName(type)],
        ['P', parent.ref],
        ['NS', this.#namespace],
        ['K', kids.flatMap(({ ref }) => ref ?? [])],
      ]),
    );
    for (const kid of kids) this.changed(kid, kid.dict.set('P', wrapper));
    return wrapper;
  }

  /** To be called after an element was changed in memory. */
  changed({ ref, parent }: TreeElement, dict: PdfDict): void {
    if (ref) this.#target.replace?.(ref, dict);
    else if (parent) this.changed(parent, parent.dict);
  }

  #kids(dict: PdfDict): readonly PdfValue[] {
    const value = dict.get('K') ?? null;
    const list = this.#file.resolve(value);
    return Array.isArray(list) ? list : [value];
  }

  #walk(root: PdfDict): TreeElement[] {
    const elements: TreeElement[] = [];
    const seen = new Set<PdfDict>([root]);
    const waiting: { kid: PdfValue; parent: TreeElement | undefined }[] = [];
    const addKids = (dict: PdfDict, parent: TreeElement | undefined) => {
      for (const kid of this.#kids(dict).toReversed()) waiting.push({ kid, parent });
    };
    addKids(root, undefined);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { kid, parent } = next;
      const dict = this.#file.resolve(kid);
      if (!isDict(dict) || !dict.has('S') || seen.has(dict)) continue;
      seen.add(dict);
      const element = { ref: kid instanceof PdfRef ? kid : undefined, dict, parent, children: [] };
      parent?.children.push(element);
      elements.push(element);
      addKids(dict, element);
    }
    return elements;
  }
}
