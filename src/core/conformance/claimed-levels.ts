/** The levels that a file claims in its XMP. */
import { PdfStream } from '../pdf/object.ts';
import { type ConformanceLevel, conformanceLevels } from './levels.ts';
import type { CheckedDocument } from './model/checked-document.ts';

/** An element or an attribute: `<pdfaid:part>2</pdfaid:part>`, `pdfaid:part="2"`. */
const part = /\bpdfaid:part(?:\s*=\s*["']|>)\s*(\d)/;
const conformance = /\bpdfaid:conformance(?:\s*=\s*["']|>)\s*([A-Za-z])/;
const accessible = /\bpdfuaid:part(?:\s*=\s*["']|>)\s*(\d)/;

/** Levels of other parts, such as PDF/A-1b, are left out. */
export function findClaimedLevels(document: CheckedDocument): ConformanceLevel[] {
  const metadata = document.file.get(document.catalog, 'Metadata');
  const xmp = metadata instanceof PdfStream ? document.decode(metadata)?.toString('utf8') : undefined;
  if (xmp === undefined) return [];
  const claims = [
    `pdfa-${part.exec(xmp)?.[1]}${conformance.exec(xmp)?.[1]?.toLowerCase()}`,
    `pdfua-${accessible.exec(xmp)?.[1]}`,
  ];
  return conformanceLevels.filter((level) => claims.includes(level));
}
