/** The levels that a file claims in its XMP. */
import { PdfStream } from '../pdf/object.ts';
import { findClaims } from '../pdf/standards/claimed-standards.ts';
import { type ConformanceLevel, conformanceLevels } from './levels.ts';
import type { CheckedDocument } from './model/checked-document.ts';

/** Levels of other parts, such as PDF/A-1b, are left out. */
export function findClaimedLevels(document: CheckedDocument): ConformanceLevel[] {
  const metadata = document.file.get(document.catalog, 'Metadata');
  const xmp = metadata instanceof PdfStream ? document.decode(metadata)?.toString('utf8') : undefined;
  if (xmp === undefined) return [];
  const { pdfa, pdfua } = findClaims(xmp);
  const claims = [`pdfa-${pdfa}`, ...(pdfua ? ['pdfua-1'] : [])];
  return conformanceLevels.filter((level) => claims.includes(level));
}
