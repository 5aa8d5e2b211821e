/** Which fields and changes signatures lock (FieldMDP, ISO 32000-2, 12.8.2.4; SigFieldLock, table 236). */
import { isDict, type PdfDict, PdfString } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { decodeTextString } from '../text-string.ts';
import { transformOf } from './read-certification.ts';
import type { CertificationLevel } from './signature-dictionary.ts';
import { getSignatureFields, type SignatureField } from './signature-fields.ts';

interface LockedFields {
  readonly action: 'All' | 'Include' | 'Exclude';
  /** Whole names of fields, or of groups, which stand for the fields below them. Empty for `All`. */
  readonly names: ReadonlySet<string>;
}

export interface SignatureLock {
  /** The whole name of the signed field. */
  readonly signature: string;
  /** The locks of the signature and of its field, as far as there are any. One of them is enough to lock a field. */
  readonly fields: readonly LockedFields[];
  /** The changes that the document still permits (`/P`); undefined if the lock does not say. */
  readonly level: CertificationLevel | undefined;
}

/**
 * Returns the lock of each signed field that has one, in the order of the file. Locks of fields that are not signed yet do
 * not hold. Throws `malformed`, `too_large`.
 *
 * @example
 * const blocking = readLocks(new PdfReader(pdf)).find((lock) => locks(lock, 'customer.name'));
 * if (blocking) throw new Error(`The field is locked by the signature ${blocking.signature}.`);
 */
export function readLocks(file: PdfReader): SignatureLock[] {
  return getSignatureFields(file).flatMap((field) => readLock(file, field) ?? []);
}

/** The lock of one field. Undefined if the field is not signed, or has none. Throws `malformed`, `too_large`. */
export function readLock(
  file: PdfReader,
  { name, dict, value }: Pick<SignatureField, 'name' | 'dict' | 'value'>,
): SignatureLock | undefined {
  if (!value) return undefined;
  const found = [transformOf(file, value, 'FieldMDP'), file.dict(dict, 'Lock')].filter(isDict);
  if (found.length === 0) return undefined;
  const levels = found.flatMap((lock) => levelOf(file, lock) ?? []);
  return {
    signature: name,
    fields: found.map((lock) => readFields(file, lock)),
    level: levels.sort((a, b) => a - b)[0],
  };
}

/** Whether the lock permits no change of the field with this whole name. */
export function locks({ fields }: SignatureLock, field: string): boolean {
  return fields.some(
    ({ action, names }) => action === 'All' || isListed(names, field) === (action === 'Include'),
  );
}

function isListed(names: ReadonlySet<string>, field: string): boolean {
  for (let end = field.length; end > 0; end = field.lastIndexOf('.', end - 1)) {
    if (names.has(field.slice(0, end))) return true;
  }
  return false;
}

/** A lock that cannot be understood locks everything. */
function readFields(file: PdfReader, lock: PdfDict): LockedFields {
  const action = file.name(lock, 'Action');
  if (action !== 'Include' && action !== 'Exclude') return { action: 'All', names: new Set() };
  const listed = file.array(lock, 'Fields') ?? [];
  const names = listed.flatMap((item) => {
    const name = file.resolve(item);
    return name instanceof PdfString ? [decodeTextString(name)] : [];
  });
  return { action, names: new Set(names) };
}

/** Other numbers than those of the format have no effect. */
function levelOf(file: PdfReader, lock: PdfDict): CertificationLevel | undefined {
  const level = file.number(lock, 'P');
  return level === 1 || level === 2 || level === 3 ? level : undefined;
}
