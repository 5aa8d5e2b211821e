/** Removes XFA, the XML version of a form that its fields duplicate. */
import type { PdfReader } from '../reading/reader.ts';

/**
 * Changes the file in memory and returns whether it had XFA. The caller rejects a form that consists of XFA alone,
 * because it has no pages of its own.
 */
export function takeOutXfa(file: PdfReader): boolean {
  return file.dict(file.catalog, 'AcroForm')?.delete('XFA') ?? false;
}
