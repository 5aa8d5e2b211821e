/** What the signatures of a PDF permit of its form (ISO 32000-2, 12.8.2.2 and 12.8.2.4). */
import { isDict, isNamed, type PdfDict } from '../pdf/object.ts';
import type { PdfReader } from '../pdf/reading/reader.ts';
import { certificationOf, getCertification, transformOf } from '../pdf/signing/read-certification.ts';
import { getSignatureFields } from '../pdf/signing/signature-fields.ts';
import { textsOf } from './model/choice-options.ts';

export interface SignedForm {
  /** The field of a signature that permits no change at all. */
  readonly sealedBy: string | undefined;
  /** The field of a signature that locks this field; undefined if it may be filled. */
  lockOf(field: string): string | undefined;
}

interface Lock {
  readonly signature: string;
  readonly parameters: PdfDict;
}

/** Undefined for a PDF without signatures. Throws `malformed`, `too_large`. */
export function readSignedForm(file: PdfReader): SignedForm | undefined {
  const signed = getSignatureFields(file).flatMap(({ name, value }) => (value ? [{ name, value }] : []));
  const certification = getCertification(file);
  if (signed.length === 0 && !certification) return undefined;
  const sealing = signed.find(({ value }) => certificationOf(file, value) === 1);
  const locks = signed.flatMap(({ name, value }): Lock[] => {
    const parameters = transformOf(file, value, 'FieldMDP');
    return parameters ? [{ signature: name, parameters }] : [];
  });
  return {
    sealedBy: sealing?.name ?? (certification?.level === 1 ? 'of its author' : undefined),
    lockOf: (field) => locks.find(({ parameters }) => isLocked(file, parameters, field))?.signature,
  };
}

/** A lock that cannot be understood locks everything. */
function isLocked(file: PdfReader, parameters: PdfDict, field: string): boolean {
  const action = file.get(parameters, 'Action');
  if (!isDict(parameters) || isNamed(action, 'All')) return true;
  const names = textsOf(file, file.get(parameters, 'Fields'));
  // The name of a group means the fields below it.
  const isNamedHere = names.some((name) => field === name || field.startsWith(`${name}.`));
  if (isNamed(action, 'Include')) return isNamedHere;
  return isNamed(action, 'Exclude') ? !isNamedHere : true;
}
