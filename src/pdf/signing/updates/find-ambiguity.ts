/**
 * Finds what makes readers understand the updates behind a signed revision differently. Where a file says two things, each
 * reader believes another: the page that one of them compares with the signed page is then not the page that the others
 * show. Those that find damage search the whole file for objects. So each byte behind the signed revision must be part of a
 * plain update (ISO 32000-2, 7.5.6), which can be read in one way only.
 */
import { getName, type PdfValue } from '../../object.ts';
import { PdfError } from '../../pdf-error.ts';
import { NameTable } from '../../reading/name-table.ts';
import type { ObjectParserHost } from '../../reading/object-parser.ts';
import type { PdfReader } from '../../reading/reader.ts';
import { ReadingBudget } from '../../reading/reading-budget.ts';
import { Ambiguity } from './ambiguity.ts';
import { assertEndIsFound } from './assert-end-is-found.ts';
import { assertRowsAreTrue } from './assert-rows-are-true.ts';
import { assertNothingIsHidden, readSignedObjects } from './read-signed-objects.ts';
import { scanUpdates } from './scan-updates.ts';

/** Some programs write both types into the dictionary of a time stamp. */
const signatureTypes: ReadonlySet<string | undefined> = new Set(['Sig', 'DocTimeStamp']);

/**
 * Returns the reason, or undefined if there is none. `before` is the signed revision, which ends at `end`; `after` is the whole
 * file. Throws `too_large`.
 */
export function findAmbiguity(before: PdfReader, after: PdfReader, end: number): string | undefined {
  const budget = new ReadingBudget(after.bytes.length);
  const plain: ObjectParserHost = {
    ref: (number, generation) => after.ref(number, generation),
    container: () => budget.container(),
    names: new NameTable(),
    plain: { repeatedKey: assertIsSignatureType },
  };
  try {
    assertEndIsFound(after, end, budget);
    const greatestSigned = readSignedObjects(before, after, end, budget);
    const updates = scanUpdates(after, end, plain, budget);
    assertRowsAreTrue({ before, after, end, greatestSigned, updates, plain, budget });
    assertNothingIsHidden(after, end, updates);
    return undefined;
  } catch (error) {
    if (error instanceof Ambiguity) return error.message;
    if (error instanceof PdfError && error.code === 'malformed') return `it is damaged: ${error.message}`;
    throw error;
  }
}

function assertIsSignatureType(key: string, values: readonly [PdfValue, PdfValue]): void {
  if (key === 'Type' && values.every((value) => signatureTypes.has(getName(value)))) return;
  throw new Ambiguity(`a dictionary has two entries /${key}`);
}
