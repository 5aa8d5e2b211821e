/** What the signatures of a PDF permit of its form (ISO 32000-2, 12.8.2.2 and 12.8.2.4). */
import type { PdfReader } from '../pdf/reading/reader.ts';
import { certificationOf, getCertification } from '../pdf/signing/read-certification.ts';
import { locks, readLocks } from '../pdf/signing/read-locks.ts';
import { getSignatureFields } from '../pdf/signing/signature-fields.ts';

export interface SignedForm {
  /** The field of a signature that permits no change at all. */
  readonly sealedBy: string | undefined;
  /** The field of a signature that locks this field; undefined if it may be filled. */
  lockOf(field: string): string | undefined;
}

/** Undefined for a PDF without signatures. Throws `malformed`, `too_large`. */
export function readSignedForm(file: PdfReader): SignedForm | undefined {
  const signed = getSignatureFields(file).flatMap(({ name, value }) => (value ? [{ name, value }] : []));
  const certification = getCertification(file);
  if (signed.length === 0 && !certification) return undefined;
  const sealing = signed.find(({ value }) => certificationOf(file, value) === 1)?.name;
  const found = readLocks(file);
  return {
    sealedBy:
      sealing ??
      (certification?.level === 1 ? 'of its author' : found.find(({ level }) => level === 1)?.signature),
    lockOf: (field) => found.find((lock) => locks(lock, field))?.signature,
  };
}
