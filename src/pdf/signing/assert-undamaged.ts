/**
 * Notices an object that is not where its cross-reference section says. Readers that search for such an object show what a
 * signature does not vouch for, and the others cannot verify the signature.
 */
import { isDict, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { ObjectParser } from '../reading/object-parser.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Throws `malformed` if the document uses such an object. Others are left over from older versions of the file. */
export function assertUndamaged(file: PdfReader): void {
  const misplaced = findMisplaced(file);
  if (misplaced.size === 0) return;
  const seen = new Set<PdfValue>();
  const waiting: PdfValue[] = [...file.trailer.values()];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (value instanceof PdfRef && misplaced.has(value.number) && file.has(value.number, value.generation)) {
      const place = misplaced.get(value.number);
      throw new PdfError('malformed', `Object ${value.number} is not at byte ${place}, where it should be.`);
    }
    const found = file.resolve(value);
    if (found === null || typeof found !== 'object' || seen.has(found)) continue;
    seen.add(found);
    if (found instanceof PdfStream) waiting.push(...found.dict.values());
    else if (Array.isArray(found) || isDict(found)) for (const item of found.values()) waiting.push(item);
  }
}

/** By number. Costs no more than a look at the beginning of each object. */
function findMisplaced(file: PdfReader): ReadonlyMap<number, number> {
  const { crossReference } = file.structure;
  const found = new Map<number, number>();
  for (const number of crossReference.numbers) {
    const entry = crossReference.find(number);
    if (entry.kind === 'plain' && !isObjectAt(file, number, entry.offset)) found.set(number, entry.offset);
  }
  return found;
}

function isObjectAt(file: PdfReader, number: number, offset: number): boolean {
  if (offset >= file.bytes.length) return false;
  try {
    const parser = new ObjectParser(file.bytes, offset, file);
    return parser.integer() === number && parser.integer() >= 0 && parser.keyword('obj');
  } catch (error) {
    if (error instanceof PdfError) return false;
    throw error;
  }
}
