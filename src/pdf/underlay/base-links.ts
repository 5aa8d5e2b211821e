/** Links of the base PDF, transferred to the pages of the document. */
import type { ValueCopier } from '../copying/value-copier.ts';
import { NamedDestinations } from '../document/named-destinations.ts';
import { readBox } from '../document/page-view.ts';
import { isDict, isNamed, type PdfDict, PdfName, type PdfRef, PdfString, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { decodeTextString, encodeText } from '../text-string.ts';
import { applied, type Matrix, mappedBox } from './matrix.ts';

/** Maps a page dictionary of the base to the first document page above it and the placement of the base on it. */
export type BaseTargets = ReadonlyMap<PdfDict, { readonly page: PdfRef; readonly matrix: Matrix }>;

/** Keys of a link that mean the same in any file. */
const kept = ['Border', 'C', 'H', 'BS', 'Contents', 'M', 'NM'];

/** Annotation flag: also printed on paper. */
const print = 4;

interface BaseLinkOptions {
  readonly targets: BaseTargets;
  readonly tagged: Set<PdfDict>;
  /** Places of the document by the names that links of the base may use for them. */
  readonly places?: PdfDict | undefined;
}

export class BaseLinks {
  readonly #file: PdfReader;
  readonly #copier: ValueCopier;
  readonly #targets: BaseTargets;
  readonly #tagged: Set<PdfDict>;
  readonly #places: PdfDict | undefined;
  readonly #names: NamedDestinations;

  /** Links that get tags are added to `tagged` before they are written. */
  constructor(file: PdfReader, copier: ValueCopier, { targets, tagged, places }: BaseLinkOptions) {
    this.#file = file;
    this.#names = new NamedDestinations(file);
    this.#copier = copier;
    this.#targets = targets;
    this.#tagged = tagged;
    this.#places = places;
  }

  /**
   * Writes the link as a new annotation. Undefined if it leads to an unused page of the base. `key`: its `/StructParent` in
   * a document with tags, for which it gets a text.
   */
  write(link: PdfDict, matrix: Matrix, key?: number): PdfRef | undefined {
    const file = this.#file;
    const rect = readBox(file, file.get(link, 'Rect'));
    const goal = this.#goal(link);
    if (!rect || !goal) return undefined;
    const dict: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('Annot')],
      ['Subtype', new PdfName('Link')],
      ['Rect', [...mappedBox(matrix, rect)]],
      ['F', print],
      goal,
    ]);
    for (const name of kept) {
      const value = link.get(name);
      if (value !== undefined) dict.set(name, value);
    }
    if (key !== undefined) {
      this.#tagged.add(dict);
      dict.set('StructParent', key);
      if (!file.string(link, 'Contents')?.bytes)
        dict.set('Contents', encodeText(this.#address(link) ?? 'Link'));
    }
    const quads = (file.array(link, 'QuadPoints') ?? []).map((item) => file.resolve(item));
    if (quads.length > 0 && quads.every((item) => typeof item === 'number')) {
      dict.set('QuadPoints', mappedPoints(matrix, quads));
    }
    return this.#copier.copy(dict);
  }

  /** Returns the address of the web page or the other file that a link opens. */
  #address(link: PdfDict): string | undefined {
    const file = this.#file;
    const action = file.dict(link, 'A');
    if (!action) return undefined;
    const target = file.get(action, 'URI') ?? file.get(action, 'F');
    const name = isDict(target) ? (file.get(target, 'UF') ?? file.get(target, 'F')) : target;
    return name instanceof PdfString ? decodeTextString(name) || undefined : undefined;
  }

  #goal(link: PdfDict): [key: string, value: PdfValue] | undefined {
    const file = this.#file;
    const action = file.dict(link, 'A');
    if (action && !isNamed(file.get(action, 'S'), 'GoTo')) return ['A', link.get('A') ?? null];
    const destination = this.#destination(action ? file.get(action, 'D') : file.get(link, 'Dest'));
    return destination && ['Dest', destination];
  }

  #destination(value: PdfValue): PdfName | PdfValue[] | undefined {
    const file = this.#file;
    if (value instanceof PdfName && this.#places?.has(value.value)) return value;
    let found = this.#names.resolve(value);
    if (isDict(found)) found = file.get(found, 'D');
    if (!Array.isArray(found)) return undefined;
    const page = file.resolve(found[0]);
    const target = isDict(page) ? this.#targets.get(page) : undefined;
    if (!target) return undefined;
    const [x, y, zoom] = found.slice(2, 5).map((item) => file.resolve(item));
    if (!isNamed(file.resolve(found[1]), 'XYZ')) return [target.page, new PdfName('Fit')];
    const point = applied(target.matrix, [number(x), number(y)]);
    return [target.page, new PdfName('XYZ'), ...point, number(zoom)];
  }
}

function number(value: PdfValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function mappedPoints(matrix: Matrix, numbers: readonly number[]): number[] {
  const mapped: number[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    mapped.push(...applied(matrix, [numbers[i] ?? 0, numbers[i + 1] ?? 0]));
  }
  return mapped;
}
