/** An annotation of a page and what both standards ask of it. */
import type { Box } from '#pdf/document/page-view';
import { isDict, type PdfDict, PdfString, type PdfValue } from '#pdf/object';
import { decodeTextString } from '#pdf/text-string';
import type { ConformanceLevel } from '../../levels.ts';
import type { CheckedDocument, CheckedPage } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { SharedLists } from '../../model/shared-lists.ts';
import type { Rule } from '../rule.ts';

/** Bits of `/F` (ISO 32000-1, 12.5.3). */
export const annotationFlags = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const;

/** Parents of a form field. Real files stay below 10. */
const maxFieldDepth = 100;

export class Annotation {
  readonly dict: PdfDict;
  readonly type: string | undefined;
  /** Undefined if there are none. */
  readonly flags: number | undefined;
  readonly #document: CheckedDocument;
  readonly #findings: FindingCollector;
  readonly #page: CheckedPage;

  constructor(document: CheckedDocument, findings: FindingCollector, page: CheckedPage, dict: PdfDict) {
    this.#document = document;
    this.#findings = findings;
    this.#page = page;
    this.dict = dict;
    this.type = document.nameAt(dict, 'Subtype');
    this.flags = document.file.number(dict, 'F');
  }

  get(key: string): PdfValue {
    return this.#document.file.get(this.dict, key);
  }

  text(key: string): string | undefined {
    const value = this.get(key);
    return value instanceof PdfString ? decodeTextString(value) : undefined;
  }

  /** Left, bottom, right, top as written. Undefined if there is none. */
  get rectangle(): Box | undefined {
    return this.#toBox(this.get('Rect'));
  }

  /** The type of the field, which its parents may hold. */
  get fieldType(): string | undefined {
    const { file } = this.#document;
    let field: PdfDict | undefined = this.dict;
    for (let depth = 0; field && depth < maxFieldDepth; depth++) {
      if (field.has('FT')) return file.name(field, 'FT');
      field = file.dict(field, 'Parent');
    }
    return undefined;
  }

  /** The name for readers (`TU`) of the field: the annotation itself if it has a name, else the field above. */
  get fieldName(): string | undefined {
    const { file } = this.#document;
    const field = this.dict.has('T') ? this.dict : file.dict(this.dict, 'Parent');
    const name = field && file.string(field, 'TU');
    return name && decodeTextString(name);
  }

  get isOutsideCropBox(): boolean {
    const { inherited } = this.#page;
    const { rectangle } = this;
    const crop = this.#toBox(
      this.#document.file.resolve(inherited.get('CropBox') ?? inherited.get('MediaBox')),
    );
    if (!rectangle || !crop) return false;
    const [left, bottom, right, top] = rectangle;
    return crop[1] >= top || crop[0] >= right || crop[3] <= bottom || crop[2] <= left;
  }

  /** `what` completes "An annotation of the type Link …". `levels`: the only ones that it breaks. */
  report(rule: Rule, what: string, levels?: readonly ConformanceLevel[]): void {
    const title = `An annotation ${this.type === undefined ? 'without a type' : `of the type ${this.type}`}`;
    const object = this.#document.objectNumber(this.dict);
    const message = `${title} ${what}.`;
    this.#findings.add(rule, { message, page: this.#page.number, object, ...(levels ? { levels } : {}) });
  }

  #toBox(value: PdfValue): Box | undefined {
    if (!Array.isArray(value)) return undefined;
    const [left, bottom, right, top] = value.slice(0, 4).map((item) => this.#document.file.resolve(item));
    if (typeof left !== 'number' || typeof bottom !== 'number') return undefined;
    return typeof right === 'number' && typeof top === 'number' ? [left, bottom, right, top] : undefined;
  }
}

/** Yields each page with its annotations; other things in their lists are ignored, as readers do. */
export function* annotatedPages(
  document: CheckedDocument,
): Generator<{ page: CheckedPage; annotations: readonly PdfDict[] }> {
  const { file } = document;
  const lists = new SharedLists(document);
  for (const page of document.pages) {
    const list = lists.walk(file.array(page.dict, 'Annots') ?? []);
    yield { page, annotations: list.map((item) => file.resolve(item)).filter(isDict) };
  }
}
