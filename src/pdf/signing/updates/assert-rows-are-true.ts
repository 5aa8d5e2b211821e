/** Whether the cross-reference sections of the updates lead to their objects, each to one, and to the signed revision. */
import type { CrossReferenceEntry, CrossReferenceSection } from '../../reading/cross-reference.ts';
import type { ObjectParserHost } from '../../reading/object-parser.ts';
import type { FileSection } from '../../reading/read-cross-reference.ts';
import type { PdfReader } from '../../reading/reader.ts';
import type { ReadingBudget } from '../../reading/reading-budget.ts';
import { isSamePlace } from '../comparison/changed-objects.ts';
import { isSame } from '../comparison/same-value.ts';
import { Ambiguity } from './ambiguity.ts';
import { PackedNumbers } from './packed-numbers.ts';
import { skipSpace, type Updates } from './scan-updates.ts';

interface Revisions {
  readonly before: PdfReader;
  readonly after: PdfReader;
  /** Where the signed revision ends. */
  readonly end: number;
  /** The greatest number of a signed object that another one refers to. */
  readonly greatestSigned: number;
  readonly updates: Updates;
  readonly plain: ObjectParserHost;
  readonly budget: ReadingBudget;
}

/** Throws `Ambiguity`, `malformed`, `too_large`. */
export function assertRowsAreTrue(revisions: Revisions): void {
  const rows = new Rows(revisions);
  for (const section of newSections(revisions)) rows.add(section);
  rows.assertAllObjectsAreListed();
}

/** The sections of the updates, which must lead one to the next and then to the newest one that was signed. */
function newSections({ before, after, end, updates }: Revisions): FileSection[] {
  const { sections } = after.structure;
  const added = sections.filter(({ position }) => position >= end);
  const positions = added.map(({ position }) => position);
  if (!isSameList(positions.toReversed(), updates.sections)) {
    throw new Ambiguity('not every update leads to the one before it');
  }
  if (sections[added.length]?.position !== before.structure.startXref) {
    throw new Ambiguity('its updates do not lead to the signed revision');
  }
  return added;
}

const isSameList = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i]);

class Rows {
  readonly #revisions: Revisions;
  readonly #packed: PackedNumbers;
  readonly #offsets: ReadonlyMap<number, { readonly number: number; readonly generation: number }>;
  /** Offsets of objects that a row leads to, and of the sections themselves. */
  readonly #listed = new Set<number>();

  constructor(revisions: Revisions) {
    this.#revisions = revisions;
    this.#packed = new PackedNumbers(revisions.after, revisions.updates, revisions.plain);
    this.#offsets = new Map(revisions.updates.objects.map((object) => [object.offset, object]));
  }

  add({ position, section, trailer, hybrid }: FileSection): void {
    this.#listed.add(skipSpace(this.#revisions.after.bytes, position));
    const places = new Map<number, CrossReferenceEntry>();
    this.#addList(section, places);
    // Programs that copy the trailer keep the place of a stream that was signed: it has nothing new.
    if (!hybrid || this.#isSignedStream(hybrid.position)) return;
    if (!this.#offsets.has(hybrid.position))
      throw new Ambiguity('an XRefStm leads to no stream of its update');
    this.#listed.add(hybrid.position);
    const root = hybrid.trailer.get('Root');
    if (root !== undefined && !isSame(root, trailer.get('Root'))) throw new Ambiguity('it has two catalogs');
    // Old readers take these objects as free.
    for (const [number, place] of places) if (place.kind === 'free') places.delete(number);
    this.#addList(hybrid.section, places);
  }

  assertAllObjectsAreListed(): void {
    for (const { number, offset } of this.#revisions.updates.objects) {
      if (!this.#listed.has(offset))
        throw new Ambiguity(`object ${number} at byte ${offset} is listed nowhere`);
    }
  }

  #isSignedStream(position: number): boolean {
    const { sections } = this.#revisions.before.structure;
    return sections.some((each) => each.position === position || each.hybrid?.position === position);
  }

  #addList(
    { ranges, rowLength, entryAt }: CrossReferenceSection,
    places: Map<number, CrossReferenceEntry>,
  ): void {
    const size = Number(this.#revisions.after.trailer.get('Size'));
    // Readers take objects beyond the size as missing (ISO 32000-2, table 15).
    const { greatestSigned } = this.#revisions;
    if (!(size > greatestSigned)) throw new Ambiguity(`object ${greatestSigned} is beyond its size`);
    for (const { firstObject, count, position } of ranges) {
      this.#revisions.budget.scanned(count * 20);
      for (let row = 0; row < count; row++) {
        const number = firstObject + row;
        const place = entryAt(position + row * rowLength);
        // Readers take this for a table that was counted from 1 instead of from 0.
        if (number === 1 && row === 0 && place.kind === 'free')
          throw new Ambiguity('its table begins with object 1');
        const other = places.get(number);
        if (other && !isSamePlace(other, place))
          throw new Ambiguity(`object ${number} is listed at two places`);
        places.set(number, place);
        if (place.kind !== 'free' && !(number < size))
          throw new Ambiguity(`object ${number} is beyond its size`);
        this.#assertIsThere(number, place);
      }
    }
  }

  #assertIsThere(number: number, place: CrossReferenceEntry): void {
    const { before, after } = this.#revisions;
    const old = before.structure.crossReference.find(number);
    if (place.kind === 'free') {
      if (place.unknownType !== undefined) throw new Ambiguity(`object ${number} has an unknown place`);
      return;
    }
    const generation = place.kind === 'plain' ? place.generation : 0;
    if (old.kind !== 'free' && generation !== (old.kind === 'plain' ? old.generation : 0)) {
      throw new Ambiguity(`object ${number} has another generation than before`);
    }
    if (isSamePlace(old, place) && !(place.kind === 'packed' && this.#packed.has(place.stream))) return;
    if (place.kind === 'packed') {
      if (this.#packed.numbersIn(place.stream)[place.index] !== number) throw notThere(number);
      return;
    }
    const offset = skipSpace(after.bytes, place.offset);
    const object = this.#offsets.get(offset);
    if (object?.number !== number || object.generation !== generation) throw notThere(number);
    this.#listed.add(offset);
  }
}

const notThere = (number: number): Ambiguity => new Ambiguity(`object ${number} is not where it is listed`);
