/** Properties that leave out what a file claims to conform to, because its pages or other parts change. */
import type { Metadata } from '#contract/documents';
import { parsePdfDate } from '../pdf-date.ts';
import type { PdfReader } from '../reading/reader.ts';
import { documentInfo } from '../xmp/document-info.ts';
import { hasLabel } from './claimed-standards.ts';

/** The XMP is then written again, from Info. Undefined for a file without a label, which stays as it is. */
export function withoutLabel(file: PdfReader): { metadata: Metadata; date: Date } | undefined {
  if (!hasLabel(file)) return undefined;
  const info = documentInfo(file);
  const written = file.string(info, 'ModDate') ?? file.string(info, 'CreationDate');
  return { metadata: {}, date: parsePdfDate(written?.bytes ?? '') ?? new Date(0) };
}
