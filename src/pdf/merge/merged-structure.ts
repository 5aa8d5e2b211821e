/**
 * Tags: one structure tree over all documents, each a part of the whole. Element names are made unique, roles and
 * classes with conflicting meanings are renamed, and the keys by which marked content finds its element are
 * renumbered.
 */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { sortedByName } from '../document/name-tree.ts';
import { type NumberTreeEntry, numberTreeEntries } from '../document/number-tree.ts';
import { StructureIdNumbers } from '../document/structure-id-numbers.ts';
import { renamedElements, structureIdRules } from '../document/structure-ids.ts';
import { UniqueNames } from '../document/unique-names.ts';
import {
  isDict,
  isNamed,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfString,
  type PdfValue,
  toList,
} from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { KeyRule } from '../writing/key-rules.ts';
import { writeTree } from '../writing/write-tree.ts';
import type { PdfWriter } from '../writing/writer.ts';
import { MergedAttributes } from './merged-attributes.ts';
import type { MergedPart, SourceDocument } from './source-document.ts';

const parentKeys = ['StructParent', 'StructParents'];

/** Lists of the root that are concatenated. */
const joinedLists = ['AF', 'Namespaces', 'PronunciationLexicon'];

export class MergedStructure implements MergedPart {
  readonly #writer: PdfWriter;
  readonly #root: PdfRef;
  /** The root element. Each former document element becomes a part of it. */
  readonly #top: PdfRef;
  readonly #kids: PdfValue[] = [];
  readonly #attributes: MergedAttributes;
  readonly #idNumbers = new StructureIdNumbers();
  readonly #uniqueIds = new UniqueNames();
  readonly #ids: [id: string, element: PdfRef][] = [];
  readonly #parents: [key: number, parents: PdfRef][] = [];
  readonly #lists = new Map<string, Set<PdfValue>>();
  readonly #marks = new Set<string>();
  #language: PdfString | undefined;
  #nextKey = 0;
  #tagged = false;

  // State of the document that is being added:
  #tree: PdfDict | undefined;
  #parentEntries: NumberTreeEntry[] = [];
  #keys = new Map<number, number>();
  #rename = (id: string) => id;

  constructor(writer: PdfWriter) {
    this.#writer = writer;
    this.#root = writer.reserve();
    this.#top = writer.reserve();
    this.#attributes = new MergedAttributes(writer);
  }

  prepare({ file, index, pages }: SourceDocument): [key: string, rule: KeyRule][] {
    this.#tree = file.dict(file.catalog, 'StructTreeRoot');
    this.#keys = new Map();
    this.#parentEntries = [];
    const language = file.string(file.catalog, 'Lang');
    if (index === 0) this.#language = language;
    const tree = this.#tree;
    const rekeyed: KeyRule = (value) => this.#rekeyed(file.resolve(value));
    const rules = parentKeys.map((key): [key: string, rule: KeyRule] => [key, rekeyed]);
    if (!tree) return rules;
    this.#tagged = true;
    this.#parentEntries = numberTreeEntries(file, tree.get('ParentTree'));
    for (const [key] of this.#parentEntries) this.#keys.set(key, this.#nextKey++);
    this.#rename = this.#renaming();
    for (const kid of getKids(file, tree)) this.#adopt(file, kid, { language, page: pages[0]?.ref });
    return [...rules, ...structureIdRules(file, this.#rename), ...this.#attributes.prepare(file, tree)];
  }

  add({ file }: SourceDocument, copier: ObjectCopier): void {
    const tree = this.#tree;
    if (!tree) return;
    const root = file.catalog.get('StructTreeRoot');
    // Top-level elements refer to this root as their parent.
    if (root instanceof PdfRef) copier.map(root, this.#top);
    for (const kid of getKids(file, tree)) this.#kids.push(copier.object(kid));
    for (const [key, value] of this.#parentEntries) {
      const newKey = this.#keys.get(key);
      const parents = copier.object(value);
      if (parents && newKey !== undefined) this.#parents.push([newKey, parents]);
    }
    for (const key of joinedLists) {
      for (const item of file.array(tree, key) ?? []) {
        const list = this.#lists.get(key) ?? new Set();
        this.#lists.set(key, list.add(copier.object(item)));
      }
    }
    this.#attributes.add(copier);
    const marks = file.dict(file.catalog, 'MarkInfo') ?? new Map();
    for (const key of ['Suspects', 'UserProperties']) if (file.get(marks, key) === true) this.#marks.add(key);
    this.#parentEntries = [];
  }

  complete({ file }: SourceDocument, copier: ObjectCopier): void {
    // Deferred until now, so that names follow the sequence of elements, not that of Chromium's names.
    const tree = this.#tree;
    if (tree) for (const entry of renamedElements(file, tree, this.#rename, copier)) this.#ids.push(entry);
    this.#tree = undefined;
  }

  finish(catalog: PdfDict): void {
    if (!this.#tagged) return;
    const writer = this.#writer;
    writer.write(
      this.#top,
      new Map<string, PdfValue>([
        ['Type', new PdfName('StructElem')],
        ['S', new PdfName('Document')],
        ['P', this.#root],
        ['K', this.#kids],
      ]),
    );
    const root: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('StructTreeRoot')],
      ['K', [this.#top]],
      ['ParentTree', writeTree(writer, 'Nums', this.#parents)],
      ['ParentTreeNextKey', this.#nextKey],
    ]);
    if (this.#ids.length > 0) {
      const ids = sortedByName(this.#ids).map(([id, element]) => [new PdfString(id), element] as const);
      root.set('IDTree', writeTree(writer, 'Names', ids));
    }
    for (const [key, list] of this.#lists) root.set(key, [...list]);
    this.#attributes.finish(root);
    writer.write(this.#root, root);
    catalog.set('StructTreeRoot', this.#root);
    const marks: PdfDict = new Map<string, PdfValue>([['Marked', true]]);
    for (const key of this.#marks) marks.set(key, true);
    catalog.set('MarkInfo', marks);
  }

  /** Returns the renaming function for one document. */
  #renaming(): (id: string) => string {
    const number = this.#idNumbers.forDocument();
    const renamed = new Map<string, string>();
    return (id) => {
      const known = renamed.get(id);
      if (known !== undefined) return known;
      const numbered = number(id);
      // Chromium's names are unique by number.
      const unique = numbered === id ? this.#uniqueIds.claim(id) : numbered;
      renamed.set(id, unique);
      return unique;
    };
  }

  /** Moves a top-level element of a document below the common root. `page`: its first one. */
  #adopt(
    file: PdfReader,
    kid: PdfValue,
    { language, page }: { readonly language: PdfString | undefined; readonly page: PdfRef | undefined },
  ): void {
    const element = file.resolve(kid);
    if (!isDict(element)) return;
    if (isNamed(file.get(element, 'S'), 'Document')) element.set('S', new PdfName('Part'));
    // The catalog has the language of the first document.
    if (language?.bytes === this.#language?.bytes || element.has('Lang')) return;
    if (language) element.set('Lang', language);
    else if (inheritsLanguage(file, element)) {
      // Unknown (ISO 32000-1, 14.9.2). PDF/UA forbids that, and its findings name the page.
      element.set('Lang', new PdfString(''));
      if (page && !element.has('Pg')) element.set('Pg', page);
    }
  }

  /** A key missing from the document's own tree must not lead to another document's elements. */
  #rekeyed(key: PdfValue): number | null | undefined {
    return typeof key === 'number' ? (this.#keys.get(key) ?? null) : undefined;
  }
}

function getKids(file: PdfReader, tree: PdfDict): PdfValue[] {
  const kids = tree.get('K') ?? null;
  const resolved = file.resolve(kids);
  const list = Array.isArray(resolved) ? resolved : [kids];
  return list.filter((kid) => isDict(file.resolve(kid)));
}

/** Texts that stand in for content. */
const textKeys = ['Alt', 'ActualText', 'E'];

/** Whether any content or text of the element is in no element with a language. Throws `malformed`, `too_large`. */
function inheritsLanguage(file: PdfReader, element: PdfDict): boolean {
  const seen = new Set<PdfDict>();
  const pending: PdfValue[] = [element];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const kid = file.resolve(value);
    // The number of marked content, or a reference to content (ISO 32000-1, table 323).
    if (typeof kid === 'number' || (isDict(kid) && !kid.has('S'))) return true;
    if (!isDict(kid) || kid.has('Lang') || seen.has(kid)) continue;
    if (textKeys.some((key) => kid.has(key))) return true;
    seen.add(kid);
    const kids = toList(file.get(kid, 'K'));
    // Elements can share a long list.
    file.spend(kids.length);
    for (const each of kids) pending.push(each);
  }
  return false;
}
