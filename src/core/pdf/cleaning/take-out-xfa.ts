/** The form as XML, beside the fields that say the same. */
import type { PdfReader } from '../reading/reader.ts';

/**
 * Changes the file in memory; returns whether there was one. A form that has nothing but XFA is refused by whoever
 * uses the file: it has no pages of its own.
 */
export function takeOutXfa(file: PdfReader): boolean {
  return file.dict(file.catalog, 'AcroForm')?.delete('XFA') ?? false;
}
