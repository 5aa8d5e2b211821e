/**
 * Tags: the parts of a document have one structure tree, with one element for the table that goes through all of them, and
 * for its head and footer, which are repeated on each page.
 */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { sortedByName } from '../document/name-tree.ts';
import { numberTreeEntries } from '../document/number-tree.ts';
import { StructureIdNumbers } from '../document/structure-id-numbers.ts';
import { renamedElements, structureIdRules } from '../document/structure-ids.ts';
import { isDict, type PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { KeyRule } from '../writing/key-rules.ts';
import { writeTree } from '../writing/write-tree.ts';
import type { PdfWriter } from '../writing/writer.ts';
import type { PartTable } from './part-table.ts';
import { elementsOf, isElement, kidsOf } from './structure-kids.ts';

/** An element that several parts have. */
interface Shared {
  readonly ref: PdfRef;
  readonly role: string | undefined;
  /** Its dictionary without what is below it. */
  text: string;
  /** Elements below it, in their order, as references of the joined file. */
  readonly kids: PdfRef[];
  /** The elements of `kids` that are shared too. */
  readonly shared: Shared[];
  /** For a table, the rows of its footer, which come last. */
  readonly footer: Shared[];
  /** Marked content and annotations. */
  readonly contents: PdfValue[];
}

export class JoinedStructure {
  readonly #writer: PdfWriter;
  readonly #root: PdfRef;
  readonly #numbers = new StructureIdNumbers();
  readonly #ids = new Map<string, PdfRef>();
  readonly #parents: [key: number, parents: PdfRef][] = [];
  #top: Shared | undefined;
  /** The names of header cells, as the joined file has them. */
  #headNames: readonly string[] = [];
  /** The last header cell of the same columns in the parts before, by its columns: its name. */
  readonly #headers = new Map<string, string>();
  #nextKey = 0;

  /** Elements of an item that the part before has something of: see `PartTable.next`. By their keys. */
  #begun: ReadonlyMap<string, Shared> = new Map();

  // State of the part that is being added:
  #rename = (id: string) => id;
  #keys = new Map<number, number>();

  constructor(writer: PdfWriter) {
    this.#writer = writer;
    this.#root = writer.reserve();
  }

  /** Returns the rules for what is copied of a part. `table`: undefined for a part without tags. */
  prepare(file: PdfReader, table: PartTable | undefined): [key: string, rule: KeyRule][] {
    this.#keys = new Map();
    const tree = file.dict(file.catalog, 'StructTreeRoot');
    const rekeyed: KeyRule = (value) => {
      const key = file.resolve(value);
      return typeof key === 'number' ? (this.#keys.get(key) ?? null) : undefined;
    };
    const rules = ['StructParent', 'StructParents'].map((key): [string, KeyRule] => [key, rekeyed]);
    if (!tree || !table) return rules;
    for (const [key] of numberTreeEntries(file, tree.get('ParentTree'))) this.#keys.set(key, this.#nextKey++);
    const number = this.#numbers.forDocument();
    const known = new Map<string, string>();
    if (this.#headNames.length > 0) {
      for (const [i, name] of table.names.entries()) known.set(name, this.#headNames[i] ?? name);
    }
    for (const { name, columns } of table.headersBefore) {
      const joined = this.#headers.get(columns);
      if (joined !== undefined) known.set(name, joined);
    }
    this.#rename = (id) => known.get(id) ?? number(id);
    for (const { name, columns } of table.headers) this.#headers.set(columns, this.#rename(name));
    if (!this.#top) this.#headNames = table.names.map(this.#rename);
    return [...rules, ...structureIdRules(file, this.#rename)];
  }

  /** Throws `unsupported` if the tags of this part are not those of the parts before it. */
  add(file: PdfReader, copier: ObjectCopier, table: PartTable | undefined): void {
    const tree = file.dict(file.catalog, 'StructTreeRoot');
    const root = file.catalog.get('StructTreeRoot');
    if (!tree || !table || !(root instanceof PdfRef)) return;
    copier.map(root, this.#root);
    const [top] = kidsOf(file, tree);
    if (!(top instanceof PdfRef)) throw unlike();
    const adding: Adding = { file, copier, table, begun: new Map() };
    if (this.#top) this.#match(this.#top, top, adding);
    else this.#top = this.#share(top, adding);
    this.depth = table.path.length;
    this.#begun = adding.begun;
    for (const [key, value] of numberTreeEntries(file, tree.get('ParentTree'))) {
      const parents = copier.object(value);
      const newKey = this.#keys.get(key);
      if (parents && newKey !== undefined) this.#parents.push([newKey, parents]);
    }
  }

  /** Called when the part is copied. */
  complete(file: PdfReader, copier: ObjectCopier): void {
    const tree = file.dict(file.catalog, 'StructTreeRoot');
    if (!tree || !this.#top) return;
    for (const [id, element] of renamedElements(file, tree, this.#rename, copier)) this.#ids.set(id, element);
  }

  finish(catalog: PdfDict): void {
    const top = this.#top;
    if (!top) return;
    const writer = this.#writer;
    this.#write(top);
    const root: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('StructTreeRoot')],
      ['K', [top.ref]],
      ['ParentTree', writeTree(writer, 'Nums', this.#parents)],
      ['ParentTreeNextKey', this.#nextKey],
    ]);
    if (this.#ids.size > 0) {
      const ids = sortedByName([...this.#ids]).map(([id, element]) => [new PdfString(id), element] as const);
      root.set('IDTree', writeTree(writer, 'Names', ids));
    }
    if (this.roles) root.set('RoleMap', this.roles);
    writer.write(this.#root, root);
    catalog.set('StructTreeRoot', this.#root);
    catalog.set('MarkInfo', new Map<string, PdfValue>([['Marked', true]]));
  }

  /** Elements from the root to what goes through all parts, of the parts before. */
  depth: number | undefined;

  /** The types of elements that are not standard. */
  roles: PdfDict | undefined;

  #write({ ref, text, kids, shared, footer, contents }: Shared): void {
    const all = [...kids, ...footer.map((row) => row.ref), ...contents];
    const list = this.#writer.text(all, { reference: () => null });
    this.#writer.writeText(ref, `${text.replace(/>>\s*$/, '')}${all.length > 0 ? ` /K ${list}` : ''}>>`);
    for (const each of [...shared, ...footer]) this.#write(each);
  }

  /** Takes an element from the first part that has it. */
  #share(element: PdfRef, adding: Adding, isWhole = false): Shared {
    const { file, copier, table } = adding;
    const dict = elementAt(file, element);
    const target = this.#writer.reserve();
    copier.map(element, target);
    const shared: Shared = {
      ref: target,
      role: file.name(dict, 'S'),
      text: this.#textOf(dict, copier),
      kids: [],
      shared: [],
      footer: [],
      contents: [],
    };
    const kids = kidsOf(file, dict);
    const isTable = element === table.path.at(-1);
    for (const kid of kids) {
      if (!isElement(file, kid)) shared.contents.push(toContent(kid, dict, adding));
      else if (isTable && table.foot.has(kid)) shared.footer.push(this.#share(kid, adding, true));
      else if (isWhole || table.path.includes(kid) || (isTable && table.head.has(kid))) {
        const below = this.#share(kid, adding, isWhole || !table.path.includes(kid));
        shared.shared.push(below);
        shared.kids.push(below.ref);
      } else if (isTable) this.#addItem(shared, kid, adding);
      else push(shared.kids, copier.object(kid));
    }
    const key = table.next?.get(element);
    if (key !== undefined) adding.begun.set(key, shared);
    return shared;
  }

  /** Adds a row, an item or a block, which the part before may have something of. */
  #addItem(shared: Shared, kid: PdfRef, adding: Adding): void {
    const { copier, table } = adding;
    const begun = table.first?.has(kid) ? this.#begun.get('') : undefined;
    if (begun) this.#continue(begun, kid, adding);
    else if (table.next?.has(kid)) {
      const own = this.#share(kid, adding, true);
      shared.shared.push(own);
      shared.kids.push(own.ref);
    } else push(shared.kids, copier.object(kid));
  }

  /** Adds what is in an item, all of which is on pages of this part. */
  #continue(shared: Shared, element: PdfRef, adding: Adding): void {
    const { file, copier, table } = adding;
    const dict = elementAt(file, element);
    if (file.name(dict, 'S') !== shared.role) throw unlike();
    copier.map(element, shared.ref);
    shared.kids.length = 0;
    for (const kid of kidsOf(file, dict)) {
      if (!isElement(file, kid)) {
        shared.contents.push(toContent(kid, dict, adding));
        continue;
      }
      const begun = this.#begun.get(table.first?.get(kid) ?? 'none');
      if (begun) {
        this.#continue(begun, kid, adding);
        shared.kids.push(begun.ref);
      } else push(shared.kids, copier.object(kid));
    }
  }

  #textOf(element: PdfDict, copier: ObjectCopier): string {
    const others: PdfDict = new Map(element);
    others.delete('K');
    return this.#writer.text(others, copier.translation);
  }

  #replaceTexts(shared: Shared, element: PdfRef, { file, copier }: Pick<Adding, 'file' | 'copier'>): void {
    const dict = elementAt(file, element);
    // Other elements refer to the name that it has.
    if (!dict.has('ID')) shared.text = this.#textOf(dict, copier);
    const kids = elementsOf(file, dict);
    for (const [i, kid] of kids.entries()) {
      const below = shared.shared[i];
      if (below && kid instanceof PdfRef) this.#replaceTexts(below, kid, { file, copier });
    }
  }

  /** Adds what a further part has below an element. */
  #match(shared: Shared, element: PdfRef, adding: Adding, isWhole = false): void {
    const { file, copier, table } = adding;
    const dict = elementAt(file, element);
    if (file.name(dict, 'S') !== shared.role) throw unlike();
    copier.map(element, shared.ref);
    const kids = kidsOf(file, dict);
    const isTable = element === table.path.at(-1);
    const elements = kids.filter((kid) => isElement(file, kid));
    for (const kid of kids) if (!isElement(file, kid)) shared.contents.push(toContent(kid, dict, adding));
    if (isWhole) {
      if (elements.length !== shared.shared.length) throw unlike();
      for (const [i, kid] of elements.entries()) this.#match(shared.shared[i] as Shared, kid, adding, true);
    } else if (isTable) {
      const heads = elements.filter((kid) => table.head.has(kid));
      if (heads.length > 0 && heads.length !== shared.shared.length) throw unlike();
      for (const [i, kid] of heads.entries()) this.#match(shared.shared[i] as Shared, kid, adding, true);
      const feet = elements.filter((kid) => table.foot.has(kid));
      if (shared.footer.length > 0 && feet.length > 0 && feet.length !== shared.footer.length) throw unlike();
      const isFirst = shared.footer.length === 0;
      for (const [i, kid] of feet.entries()) {
        if (isFirst) shared.footer.push(this.#share(kid, adding, true));
        else this.#match(shared.footer[i] as Shared, kid, adding, true);
      }
      // The header cells above it are those of the last part, which may have no content of it.
      if (!isFirst && table.foot.size === shared.footer.length) {
        for (const [i, kid] of [...table.foot].entries()) {
          if (kid instanceof PdfRef) this.#replaceTexts(shared.footer[i] as Shared, kid, adding);
        }
      }
      for (const kid of elements) {
        if (!table.head.has(kid) && !table.foot.has(kid)) this.#addItem(shared, kid, adding);
      }
    } else {
      const at = elements.findIndex((kid) => table.path.includes(kid));
      const [below] = shared.shared;
      // Everything before the table is on pages of the first part.
      if (at !== 0 || !below) throw unlike();
      this.#match(below, elements[0] as PdfRef, adding);
      for (const kid of elements.slice(1)) push(shared.kids, copier.object(kid));
    }
  }
}

interface Adding {
  readonly file: PdfReader;
  readonly copier: ObjectCopier;
  readonly table: PartTable;
  /** Gets the elements of `PartTable.next`. */
  readonly begun: Map<string, Shared>;
}

/** A number of marked content is one of the element's page, so the page is named with it. */
function toContent(kid: PdfValue, element: PdfDict, { file, copier }: Adding): PdfValue {
  const content = file.resolve(kid);
  const page = (isDict(content) ? content.get('Pg') : undefined) ?? element.get('Pg');
  const dict: PdfDict = isDict(content)
    ? new Map(content)
    : new Map<string, PdfValue>([
        ['Type', new PdfName('MCR')],
        ['MCID', content],
      ]);
  if (page instanceof PdfRef) dict.set('Pg', copier.reference(page));
  const object = dict.get('Obj');
  if (object instanceof PdfRef) dict.set('Obj', copier.reference(object));
  return dict;
}

function elementAt(file: PdfReader, ref: PdfValue): PdfDict {
  const element = file.resolve(ref);
  if (!isDict(element)) throw unlike();
  return element;
}

function push(list: PdfRef[], ref: PdfRef | null): void {
  if (ref) list.push(ref);
}

const unlike = () => new PdfError('unsupported', 'The tags of a part are not those of the parts before it.');
