/** Finds the paragraph, cell or heading that a marked text belongs to (ISO 32000-1, 14.7.4.4). */
import { numberTreeEntries } from '../document/number-tree.ts';
import { getName, isDict, type PdfDict, PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { isInlineHint } from './tag-hint.ts';

/** Types of elements that are part of a line. */
const inline = new Set(['Span', 'Strong', 'Em', 'Sub', 'Link', 'Code', 'Quote']);
/** The type that Chromium writes for `div` and for `sup`. It is part of a line if it is within one of `ofLines`. */
const unknown = 'NonStruct';
const ofLines = /^(?:P|H[1-6]?|Caption|Title)$/;
/** How far above a text its paragraph is looked for. */
const maxDepth = 6;

export class TextBlocks {
  readonly #file: PdfReader;
  #parents: ReadonlyMap<number, PdfValue> | undefined;

  constructor(file: PdfReader) {
    this.#file = file;
  }

  /**
   * Returns a function that looks up the number of the object of the block, from the number of a marked text in the content of
   * this page or form. Undefined if the text belongs to none.
   */
  of(owner: PdfDict): (mark: number) => number | undefined {
    const file = this.#file;
    let marks: PdfValue | undefined;
    return (mark) => {
      marks ??= this.#marksOf(owner);
      let ref = Array.isArray(marks) ? marks[mark] : undefined;
      let block: number | undefined;
      // Chromium writes an element for each text, which is within that of the block or of a part of its line.
      for (let depth = 0; depth < maxDepth; depth++) {
        const element = ref instanceof PdfRef ? file.resolve(ref) : undefined;
        if (!(ref instanceof PdfRef) || !isDict(element)) break;
        const type = getName(element.get('S')) ?? '';
        if (type !== unknown && !inline.has(type) && !isInlineHint(element))
          return ofLines.test(type) ? ref.number : (block ?? ref.number);
        if (depth > 0 && type === unknown) block ??= ref.number;
        ref = element.get('P');
      }
      return block;
    };
  }

  /** Returns a function that looks up the element of a marked content of this page or form. */
  elementsOf(owner: PdfDict): (mark: number) => PdfValue | undefined {
    let marks: PdfValue | undefined;
    return (mark) => {
      marks ??= this.#marksOf(owner);
      return Array.isArray(marks) ? marks[mark] : undefined;
    };
  }

  #marksOf(owner: PdfDict): PdfValue {
    const file = this.#file;
    if (!this.#parents) {
      const root = file.dict(file.catalog, 'StructTreeRoot');
      this.#parents = new Map(numberTreeEntries(file, root?.get('ParentTree')));
    }
    return file.resolve(this.#parents.get(file.number(owner, 'StructParents') ?? -1)) ?? null;
  }
}
