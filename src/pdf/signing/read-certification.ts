/** Which changes the author of a document permits after certifying it (DocMDP, ISO 32000-2, 12.8.2.2). */
import { isDict, isNamed, type PdfDict } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { CertificationLevel } from './signature-dictionary.ts';

export interface Certification {
  readonly signature: PdfDict;
  readonly level: CertificationLevel;
}

/** Undefined for a document that is not certified. */
export function getCertification(file: PdfReader): Certification | undefined {
  const permissions = file.dict(file.catalog, 'Perms');
  const signature = permissions && file.dict(permissions, 'DocMDP');
  if (!signature) return undefined;
  return { signature, level: certificationOf(file, signature) ?? 2 };
}

/** The level that a signature dictionary states; undefined if it does not certify. 2 is the format's default. */
export function certificationOf(file: PdfReader, signature: PdfDict): CertificationLevel | undefined {
  const parameters = transformOf(file, signature, 'DocMDP');
  if (!parameters) return undefined;
  const level = file.number(parameters, 'P');
  return level === 1 || level === 3 ? level : 2;
}

/** The parameters of a transform method of a signature, such as `FieldMDP`. */
export function transformOf(file: PdfReader, signature: PdfDict, method: string): PdfDict | undefined {
  for (const item of file.array(signature, 'Reference') ?? []) {
    const reference = file.resolve(item);
    if (isDict(reference) && isNamed(file.get(reference, 'TransformMethod'), method)) {
      return file.dict(reference, 'TransformParams') ?? new Map();
    }
  }
  return undefined;
}
