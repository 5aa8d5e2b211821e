/** Named objects of documents, such as attached files and scripts. Destinations have their own rules. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import type { SharedObjects } from '../copying/shared-objects.ts';
import { nameTreeEntries, sortedByName } from '../document/name-tree.ts';
import { UniqueNames } from '../document/unique-names.ts';
import { isDict, type PdfDict, type PdfRef, PdfString, type PdfValue } from '../object.ts';
import { writeTree } from '../writing/write-tree.ts';
import type { PdfWriter } from '../writing/writer.ts';
import type { MergedPart, SourceDocument } from './source-document.ts';

/** Lists of the catalog that are concatenated. */
const joinedLists = ['AF', 'Threads'];

interface Tree {
  readonly unique: UniqueNames;
  readonly entries: [name: string, value: PdfRef][];
}

export class MergedNames implements MergedPart {
  readonly #writer: PdfWriter;
  readonly #shared: SharedObjects | undefined;
  readonly #trees = new Map<string, Tree>();
  readonly #lists = new Map<string, PdfValue[]>();

  constructor(writer: PdfWriter, shared: SharedObjects | undefined) {
    this.#writer = writer;
    this.#shared = shared;
  }

  add({ file }: SourceDocument, copier: ObjectCopier): void {
    const sharing = this.#shared?.of(copier);
    for (const [kind, root] of file.dict(file.catalog, 'Names') ?? []) {
      if (kind === 'Dests') continue;
      const tree = this.#trees.get(kind) ?? { unique: new UniqueNames(), entries: [] };
      this.#trees.set(kind, tree);
      for (const [name, value] of nameTreeEntries(file, root)) {
        const attached = kind === 'EmbeddedFiles' ? file.resolve(value) : null;
        // A file that several documents attach is stored once. Its description stays separate for each document.
        if (isDict(attached)) sharing?.copy(file.get(attached, 'EF'));
        const copied = copier.object(value);
        if (copied) tree.entries.push([tree.unique.claim(name), copied]);
      }
    }
    for (const key of joinedLists) {
      for (const item of file.array(file.catalog, key) ?? []) {
        const list = this.#lists.get(key) ?? [];
        list.push(copier.object(item));
        this.#lists.set(key, list);
      }
    }
  }

  finish(catalog: PdfDict): void {
    const names = catalog.get('Names');
    for (const [kind, { entries }] of this.#trees) {
      if (entries.length === 0 || !(names instanceof Map)) continue;
      const sorted = sortedByName(entries).map(([name, value]) => [new PdfString(name), value] as const);
      names.set(kind, writeTree(this.#writer, 'Names', sorted));
    }
    for (const [key, list] of this.#lists) catalog.set(key, list);
  }
}
