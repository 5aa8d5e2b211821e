/** Bounds the work on lists that many objects of a hostile file share. The length of the file bounds other lists. */
import type { PdfValue } from '#pdf/object';
import type { CheckedDocument } from './checked-document.ts';

/** Cost of walking an item again, charged to the reading budget: as many bytes as take the same time to read. */
const costOfItem = 64;

/** For one walk over a document. */
export class SharedLists {
  readonly #document: CheckedDocument;
  readonly #seen = new Set<readonly PdfValue[]>();

  constructor(document: CheckedDocument) {
    this.#document = document;
  }

  /** Call this before a list is walked. Returns it. Throws `PdfError` (`too_large`) if lists are shared too often. */
  walk<List extends readonly PdfValue[]>(list: List): List {
    if (this.#seen.has(list)) this.#document.file.spend(costOfItem * list.length);
    this.#seen.add(list);
    return list;
  }
}
