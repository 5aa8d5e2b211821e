/** Page labels (`iv`, `A-3`). Documents keep their own; pages of a document without labels are numbered by position. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { numberTreeEntries } from '../document/number-tree.ts';
import { isDict, type PdfDict, PdfName, type PdfValue } from '../object.ts';
import { writeTree } from '../writing/write-tree.ts';
import type { PdfWriter } from '../writing/writer.ts';
import type { MergedPart, SourceDocument } from './source-document.ts';

export class MergedPageLabels implements MergedPart {
  readonly #writer: PdfWriter;
  readonly #entries: [page: number, label: PdfValue][] = [];
  #labelled = false;

  constructor(writer: PdfWriter) {
    this.#writer = writer;
  }

  add({ file, pages, firstPage }: SourceDocument, copier: ObjectCopier): void {
    const own = numberTreeEntries(file, file.catalog.get('PageLabels')).filter(
      ([page, label]) =>
        Number.isInteger(page) && page >= 0 && page < pages.length && isDict(file.resolve(label)),
    );
    if (own.length > 0) this.#labelled = true;
    if (own[0]?.[0] !== 0) this.#entries.push([firstPage, counting(own.length > 0 ? 1 : firstPage + 1)]);
    for (const [page, label] of own) {
      const copied = copier.object(label);
      this.#entries.push([firstPage + page, copied]);
    }
  }

  finish(catalog: PdfDict): void {
    if (this.#labelled) catalog.set('PageLabels', writeTree(this.#writer, 'Nums', this.#entries));
  }
}

function counting(first: number): PdfDict {
  return new Map<string, PdfValue>([
    ['S', new PdfName('D')],
    ['St', first],
  ]);
}
