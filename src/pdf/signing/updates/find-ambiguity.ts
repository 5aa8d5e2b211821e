/**
 * Finds what makes readers understand the updates behind a signed revision differently. Where a file says two things, each
 * reader believes another: the page that one of them compares with the signed page is then not the page that the others
 * show. Those that find damage search the whole file for objects. So each byte behind the signed revision must be part of a
 * plain update (ISO 32000-2, 7.5.6), which can be read in one way only.
 */
import { getName, isDict, type PdfValue } from '../../object.ts';
import { PdfError } from '../../pdf-error.ts';
import { readIndirectObject } from '../../reading/indirect-object.ts';
import { NameTable } from '../../reading/name-table.ts';
import { ObjectParser, type ObjectParserHost } from '../../reading/object-parser.ts';
import type { PdfReader } from '../../reading/reader.ts';
import { ReadingBudget } from '../../reading/reading-budget.ts';
import { Ambiguity } from './ambiguity.ts';
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

/** Bytes at the end of a file in which readers search for `startxref`, and at its beginning for `/Linearized`. */
const searchedBytes = 1024;

/** Checks where readers begin: at the end, or at the beginning of a linearized file. Throws `Ambiguity`. */
function assertEndIsFound(file: PdfReader, end: number, budget: ReadingBudget): void {
  const { bytes } = file;
  if (bytes.length === end) return;
  if (bytes.length - bytes.lastIndexOf('startxref', undefined, 'latin1') > searchedBytes) {
    throw new Ambiguity('its startxref is too far from its end');
  }
  // Readers begin with the first table of a linearized file if it has the length that it claims.
  if (linearizedLength(file, budget) === bytes.length) {
    throw new Ambiguity('it was signed when it had not yet the length that it claims as linearized');
  }
}

function linearizedLength(file: PdfReader, budget: ReadingBudget): number | undefined {
  const { bytes } = file;
  const start = /(?<![\d.])\d+\s+\d+\s+obj/.exec(bytes.toString('latin1', 0, searchedBytes))?.index;
  if (start === undefined) return undefined;
  try {
    const { value } = readIndirectObject(bytes, new ObjectParser(bytes, start, file), () => null, budget);
    const length = isDict(value) && value.has('Linearized') ? file.resolve(value.get('L')) : undefined;
    return typeof length === 'number' ? length : undefined;
  } catch (error) {
    if (error instanceof PdfError && error.code === 'malformed') return undefined;
    throw error;
  }
}

function assertIsSignatureType(key: string, values: readonly [PdfValue, PdfValue]): void {
  if (key === 'Type' && values.every((value) => signatureTypes.has(getName(value)))) return;
  throw new Ambiguity(`a dictionary has two entries /${key}`);
}
