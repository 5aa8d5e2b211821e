/** Whether marked content has a replacement text, itself or in its structure element (ISO 32000-1, 14.9.4). */
import { numberTreeEntries } from '#pdf/document/number-tree';
import { isDict, PdfString, type PdfValue } from '#pdf/object';
import type { ContentMark } from '../../content/content-visitor.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';

export class ReplacementTexts {
  readonly #document: CheckedDocument;
  #parents: ReadonlyMap<number, PdfValue> | undefined;

  constructor(document: CheckedDocument) {
    this.#document = document;
  }

  has(mark: ContentMark): boolean {
    const { file } = this.#document;
    for (let each: ContentMark | undefined = mark; each; each = each.outer) {
      if (each.properties && file.get(each.properties, 'ActualText') instanceof PdfString) return true;
    }
    for (let each: ContentMark | undefined = mark; each; each = each.outer) {
      if (each.mcid !== undefined) return this.#isReplaced(each, each.mcid);
    }
    return false;
  }

  #isReplaced({ stream }: ContentMark, mcid: number): boolean {
    const { file, catalog } = this.#document;
    const root = file.dict(catalog, 'StructTreeRoot');
    const key = file.number(stream.dict, 'StructParents');
    if (!root || key === undefined) return false;
    this.#parents ??= new Map(numberTreeEntries(file, root.get('ParentTree')));
    const elements = file.resolve(this.#parents.get(key));
    const element = Array.isArray(elements) ? file.resolve(elements[mcid]) : null;
    return isDict(element) && file.get(element, 'ActualText') instanceof PdfString;
  }
}
