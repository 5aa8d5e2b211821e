/** Whether a signature of a PDF permits no changes at all (ISO 32000-2, 12.8.2.2 and table 236). */
import type { PdfReader } from '../reading/reader.ts';
import { certificationOf, getCertification } from './read-certification.ts';
import { readLock } from './read-locks.ts';
import { getSignatureFields } from './signature-fields.ts';

/**
 * The field of the signature, or `of its author` where only the catalog says that the document is certified. Undefined if
 * something may change. Throws `malformed`, `too_large`.
 */
export function findSeal(file: PdfReader): string | undefined {
  const sealing = getSignatureFields(file).find(
    (field) =>
      (field.value && certificationOf(file, field.value) === 1) || readLock(file, field)?.level === 1,
  );
  return sealing?.name ?? (getCertification(file)?.level === 1 ? 'of its author' : undefined);
}
