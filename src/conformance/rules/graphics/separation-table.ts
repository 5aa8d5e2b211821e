/** Remembers spot colours by name: all of one name must be defined alike (clause 6.2.4.4). */
import { getName, isDict, PdfName, PdfStream, PdfString, type PdfValue } from '#pdf/object';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { Breach, FindingCollector } from '../../model/finding-collector.ts';
import type { Rule } from '../rule.ts';

export const separationRule: Rule = {
  pdfa: ['6.2.4.4', 2],
  pdfa4: ['6.2.4.4', 2],
  remedy: 'Define each spot colour once, with one alternate space and tint transform.',
};

/** Real tint transforms nest 5 levels and have some dozen values. */
const maxNesting = 12;
const maxComparisons = 10_000;

export class SeparationTable {
  readonly #document: CheckedDocument;
  readonly #findings: FindingCollector;
  /** The first definition of each name: alternate space and tint transform. */
  readonly #first = new Map<string, readonly [PdfValue | undefined, PdfValue | undefined]>();

  constructor(document: CheckedDocument, findings: FindingCollector) {
    this.#document = document;
    this.#findings = findings;
  }

  /** Takes a Separation array. Reports it if it differs from the first of its name. */
  add(space: readonly PdfValue[], place: Omit<Breach, 'message'>): void {
    const name = getName(this.#document.file.resolve(space[1])) ?? '';
    const first = this.#first.get(name);
    if (!first) {
      this.#first.set(name, [space[2], space[3]]);
      return;
    }
    const budget = { left: maxComparisons };
    if (this.#isEqual(first[0], space[2], budget) && this.#isEqual(first[1], space[3], budget)) return;
    const message = `The spot colour ${JSON.stringify(name)} is defined in different ways.`;
    this.#findings.add(separationRule, { ...place, message });
  }

  #isEqual(a: PdfValue | undefined, b: PdfValue | undefined, budget: { left: number }, depth = 0): boolean {
    const { file } = this.#document;
    const [first, second] = [file.resolve(a), file.resolve(b)];
    if (first === second || depth > maxNesting || --budget.left < 0) return true;
    const inner = (x: PdfValue | undefined, y: PdfValue | undefined) =>
      this.#isEqual(x, y, budget, depth + 1);
    if (first instanceof PdfName) return second instanceof PdfName && first.value === second.value;
    if (first instanceof PdfString) return second instanceof PdfString && first.bytes === second.bytes;
    if (Array.isArray(first)) {
      return (
        Array.isArray(second) &&
        first.length === second.length &&
        first.every((item, i) => inner(item, second[i]))
      );
    }
    if (first instanceof PdfStream) {
      return (
        second instanceof PdfStream &&
        inner(first.dict, second.dict) &&
        Buffer.compare(first.data, second.data) === 0
      );
    }
    if (!isDict(first) || !isDict(second) || first.size !== second.size) return false;
    return [...first].every(([key, value]) => inner(value, second.get(key)));
  }
}
