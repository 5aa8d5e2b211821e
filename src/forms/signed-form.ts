/** What the signatures of a PDF permit of its form (ISO 32000-2, 12.8.2.2 and 12.8.2.4). */
import type { PdfReader } from '#pdf/reading/reader';
import { findSeal } from '#pdf/signing/find-seal';
import { getCertification } from '#pdf/signing/read-certification';
import { locks, readLocks } from '#pdf/signing/read-locks';
import { getSignatureFields } from '#pdf/signing/signature-fields';

export interface SignedForm {
  /** The field of a signature that permits no change at all. */
  readonly sealedBy: string | undefined;
  /** The field of a signature that locks this field; undefined if it may be filled. */
  lockOf(field: string): string | undefined;
}

/** Undefined for a PDF without signatures. Throws `malformed`, `too_large`. */
export function readSignedForm(file: PdfReader): SignedForm | undefined {
  if (!getSignatureFields(file).some(({ value }) => value) && !getCertification(file)) return undefined;
  const found = readLocks(file);
  return {
    sealedBy: findSeal(file),
    lockOf: (field) => found.find((lock) => locks(lock, field))?.signature,
  };
}
