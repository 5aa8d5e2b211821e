/** Makes sure that no signed object depends on bytes behind the signed revision. */
import { isDict, PdfRef, PdfStream, type PdfValue } from '../../object.ts';
import { PdfError } from '../../pdf-error.ts';
import { readIndirectObject } from '../../reading/indirect-object.ts';
import { ObjectParser } from '../../reading/object-parser.ts';
import type { PdfReader } from '../../reading/reader.ts';
import type { ReadingBudget } from '../../reading/reading-budget.ts';
import { Ambiguity } from './ambiguity.ts';
import type { Updates } from './scan-updates.ts';

/**
 * Returns the greatest number of a signed object that another one refers to. Throws `Ambiguity` for an object that ends
 * behind `end`; `malformed`, `too_large`.
 */
export function readSignedObjects(
  before: PdfReader,
  after: PdfReader,
  end: number,
  budget: ReadingBudget,
): number {
  const { crossReference } = before.structure;
  const wanted = new Set<number>();
  for (const number of crossReference.numbers) {
    const entry = crossReference.find(number);
    if (entry.kind === 'free') continue;
    if (entry.kind === 'plain' && entry.offset >= end) throw outside(number);
    try {
      const value =
        entry.kind === 'plain'
          ? readPlain(after, number, entry.offset, { end, budget })
          : readPacked(before, number);
      addReferences(value, wanted);
    } catch (error) {
      // The signed revision has the same damage.
      if (!(error instanceof PdfError) || error.code === 'too_large') throw error;
    }
  }
  let greatest = 0;
  for (const number of wanted) {
    if (number > greatest && crossReference.find(number).kind !== 'free') greatest = number;
  }
  return greatest;
}

const outside = (number: number): Ambiguity =>
  new Ambiguity(`the signed object ${number} reaches behind the signed revision`);

function readPlain(
  after: PdfReader,
  number: number,
  offset: number,
  { end, budget }: { readonly end: number; readonly budget: ReadingBudget },
): PdfValue {
  const { bytes } = after;
  const parser = new ObjectParser(bytes, offset, after);
  const found = readIndirectObject(bytes, parser, (length) => after.resolve(length), budget);
  if (found.number !== number) throw new PdfError('malformed', `Object ${number} is not where it is listed.`);
  const { value } = found;
  const length = value instanceof PdfStream ? after.resolve(value.dict.get('Length')) : 0;
  const start = value instanceof PdfStream ? value.data.byteOffset - bytes.byteOffset : 0;
  if (parser.position > end || (typeof length === 'number' && start + length > end)) throw outside(number);
  return value;
}

function readPacked(before: PdfReader, number: number): PdfValue {
  const ref = before.ref(number, 0);
  const value = before.resolve(ref);
  before.forget(ref);
  return value;
}

function addReferences(root: PdfValue, found: Set<number>): void {
  const waiting: PdfValue[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value instanceof PdfRef) found.add(value.number);
    else if (Array.isArray(value)) waiting.push(...value);
    else if (isDict(value)) waiting.push(...value.values());
    else if (value instanceof PdfStream) waiting.push(value.dict);
  }
}

/**
 * Readers that find damage, or what they take for it, search the file for objects, also in the data of streams and in texts.
 * Throws `Ambiguity` for updates in which they would find another one.
 */
export function assertNothingIsHidden({ bytes }: PdfReader, end: number, { objects }: Updates): void {
  const offsets = new Set(objects.map(({ offset }) => offset));
  const text = bytes.toString('latin1', end);
  for (const { index } of text.matchAll(/(?<![\d.])\d+\s+\d+\s+obj/g)) {
    if (!offsets.has(end + index)) throw new Ambiguity(`byte ${end + index} looks like an object`);
  }
}
