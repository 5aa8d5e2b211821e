/**
 * Locates the objects of a damaged file by scanning it from start to end. The last object with a number counts, as in
 * incremental updates.
 */
import { isDict, isNamed, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { isDigit, isWhiteSpace } from './character-class.ts';
import { CrossReference, type CrossReferenceEntry } from './cross-reference.ts';
import { type IndirectObject, readIndirectObject } from './indirect-object.ts';
import { ObjectParser, type ObjectParserHost } from './object-parser.ts';
import type { FileStructure } from './read-cross-reference.ts';
import type { ReadingBudget } from './reading-budget.ts';

/** Readers reject greater object numbers. */
const greatestNumber = 2 ** 31;

/** Keys taken from the last trailer that has them. */
const trailerKeys = ['Root', 'Info', 'ID', 'Encrypt'];

const free: CrossReferenceEntry = { kind: 'free' };

export class RebuiltCrossReference {
  readonly structure: FileStructure;
  readonly #bytes: Buffer;
  readonly #host: ObjectParserHost;
  readonly #budget: ReadingBudget;
  readonly #entries = new Map<number, CrossReferenceEntry & { readonly offset: number }>();
  readonly #trailer: PdfDict = new Map();
  /** Object streams in file sequence. */
  readonly #packs: { readonly number: number; readonly offset: number }[] = [];

  /** Throws `malformed` if there are no objects, and `too_large`. */
  constructor(bytes: Buffer, host: ObjectParserHost, budget: ReadingBudget) {
    this.#bytes = bytes;
    this.#host = host;
    this.#budget = budget;
    this.#scan();
    if (this.#entries.size === 0) throw new PdfError('malformed', 'The PDF is damaged: it has no objects.');
    const crossReference = new CrossReference(budget);
    crossReference.add({
      ranges: [{ firstObject: 0, count: greatestNumber, position: 0 }],
      rowLength: 1,
      entryAt: (number) => this.#entries.get(number) ?? free,
    });
    this.structure = {
      crossReference,
      trailer: this.#trailer,
      startXref: 0,
      usesStreams: false,
      sections: [],
    };
  }

  /** Adds the objects in object streams, which are readable only after an encrypted file is opened. */
  addPacked(numbersIn: (stream: number) => Iterable<number>): void {
    for (const { number: stream, offset } of this.#packs) {
      if (this.#entries.get(stream)?.offset !== offset) continue;
      for (const [index, number] of [...readOr(() => numbersIn(stream), [])].entries()) {
        const known = this.#entries.get(number);
        if (!known || known.offset < offset) {
          this.#entries.set(number, { kind: 'packed', stream, index, offset });
        }
      }
    }
  }

  /** Searches for the catalog if no trailer refers to a readable one. */
  findCatalog(object: (number: number) => PdfValue): void {
    const isCatalogAt = (number: number) => isCatalog(readOr(() => object(number), null));
    const root = this.#trailer.get('Root');
    if (root instanceof PdfRef && isCatalogAt(root.number)) return;
    for (const number of [...this.#entries.keys()].reverse()) {
      if (!isCatalogAt(number)) continue;
      this.#trailer.set('Root', this.#host.ref(number, 0));
      return;
    }
  }

  #scan(): void {
    const bytes = this.#bytes;
    let position = 0;
    let trailer = bytes.indexOf('trailer', 0, 'latin1');
    for (;;) {
      const keyword = bytes.indexOf('obj', position, 'latin1');
      if (trailer >= 0 && trailer < position) trailer = bytes.indexOf('trailer', position, 'latin1');
      if (trailer >= 0 && (keyword < 0 || trailer < keyword)) {
        position = this.#readTrailer(trailer + 'trailer'.length);
        continue;
      }
      if (keyword < 0) return;
      const start = headerStart(bytes, keyword);
      position = start < 0 ? keyword + 'obj'.length : this.#readObject(start, keyword + 'obj'.length);
    }
  }

  /** Returns the position at which to continue. */
  #readObject(offset: number, behindHeader: number): number {
    const parser = new ObjectParser(this.#bytes, offset, this.#host);
    let found: IndirectObject;
    try {
      found = readIndirectObject(this.#bytes, parser, direct, this.#budget);
    } catch (error) {
      if (!isMalformed(error)) throw error;
      // A truncated object is missing, which its users detect. The search for its end read the rest of the file.
      this.#budget.scanned(this.#bytes.length - offset);
      return behindHeader;
    }
    const { number, generation, value } = found;
    if (number >= greatestNumber) return behindHeader;
    this.#entries.set(number, { kind: 'plain', offset, generation });
    if (value instanceof PdfStream) {
      const type = value.dict.get('Type');
      if (isNamed(type, 'ObjStm')) this.#packs.push({ number, offset });
      if (isNamed(type, 'XRef')) this.#adopt(value.dict);
    }
    return parser.position;
  }

  #readTrailer(position: number): number {
    const parser = new ObjectParser(this.#bytes, position, this.#host);
    try {
      const trailer = parser.value();
      this.#budget.scanned(parser.position - position);
      if (isDict(trailer)) {
        this.#adopt(trailer);
        return parser.position;
      }
    } catch (error) {
      if (!isMalformed(error)) throw error;
      this.#budget.scanned(this.#bytes.length - position);
    }
    return position;
  }

  #adopt(trailer: PdfDict): void {
    for (const key of trailerKeys) {
      const value = trailer.get(key);
      if (value !== undefined) this.#trailer.set(key, value);
    }
  }
}

/** The start of `12 0 obj`, searched backwards from the keyword. -1 if no numbers precede it. */
function headerStart(bytes: Buffer, keyword: number): number {
  let at = keyword;
  for (let numbers = 0; numbers < 2; numbers++) {
    const end = at;
    while (isWhiteSpace(bytes[at - 1])) at--;
    if (at === end && numbers > 0) return -1;
    const digitsEnd = at;
    while (isDigit(bytes[at - 1])) at--;
    if (at === digitsEnd) return -1;
  }
  return at;
}

function isCatalog(value: PdfValue): boolean {
  return isDict(value) && isNamed(value.get('Type'), 'Catalog') && value.has('Pages');
}

function readOr<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (isMalformed(error)) return otherwise;
    throw error;
  }
}

function isMalformed(error: unknown): boolean {
  return error instanceof PdfError && (error.code === 'malformed' || error.code === 'unsupported');
}

/** Indirect lengths cannot be resolved yet. The stream then ends at its `endstream`. */
function direct(value: PdfValue | undefined): PdfValue {
  return value === undefined || value instanceof PdfRef ? null : value;
}
