/** Finds the levels and standards that a file claims to conform to, whether or not they can be checked. */
import { PdfStream } from '#pdf/object';
import { findIdentification } from '#pdf/standards/claimed-standards';
import { decodeTextString } from '#pdf/text-string';
import { decodeXml } from '#pdf/xmp/xml-text';
import { type ConformanceLevel, conformanceLevels } from './levels.ts';
import type { CheckedDocument } from './model/checked-document.ts';

export interface ClaimedLevels {
  readonly levels: readonly ConformanceLevel[];
  /** Claims for standards that are not checked, written like levels: `pdfa-1b`, `pdfa-4`, `pdfua-2`, `pdfx-1a:2001`. */
  readonly unsupported: readonly string[];
}

/** Reads the XMP and, for the standards of the printing industry, the document information dictionary. */
export function findClaimedLevels(document: CheckedDocument): ClaimedLevels {
  const xmp = readPacket(document);
  const { pdfa, pdfua } = findIdentification(xmp);
  const claims = [
    ...(pdfa === undefined ? [] : [`pdfa-${withKnownLevel(pdfa)}`]),
    ...(pdfua === undefined ? [] : [`pdfua-${pdfua}`]),
    ...findVersions(document, xmp),
  ];
  return {
    levels: conformanceLevels.filter((level) => claims.includes(level)),
    unsupported: claims.filter((claim) => !conformanceLevels.some((level) => level === claim)),
  };
}

/** A part that is checked, without a level that it has, is checked for the lowest one, which every level includes: 6.6.4-3 fails. */
function withKnownLevel(claim: string): string {
  const [part = ''] = claim;
  const isKnown = (name: string) => conformanceLevels.some((level) => level === `pdfa-${name}`);
  return [claim, `${part}b`, part].find(isKnown) ?? claim;
}

function readPacket(document: CheckedDocument): string {
  const metadata = document.file.get(document.catalog, 'Metadata');
  const bytes = metadata instanceof PdfStream ? document.decode(metadata) : undefined;
  if (!bytes) return '';
  // Bytes that are not valid in their encoding break a rule of a level that the rest may still claim.
  return decodeXml(bytes)?.text ?? Buffer.from(bytes).toString('latin1');
}

/**
 * The keys of each standard, the more exact one first: ISO 15930-1 has `PDF/X-1:2001` as the version and `PDF/X-1a:2001` as
 * the conformance. PDF/X up to part 6 and PDF/E (ISO 24517-1) have them in the document information dictionary, later
 * parts and PDF/VT (ISO 16612-2) in the XMP.
 */
const versionKeys = [
  ['GTS_PDFXConformance', 'GTS_PDFXVersion'],
  ['GTS_PDFVTVersion'],
  ['ISO_PDFEVersion'],
] as const;

const versionPattern = /^\s*PDF\/(X|VT|E)-([\w:.]{1,12})/;

function findVersions(document: CheckedDocument, xmp: string): string[] {
  const { file } = document;
  const info = file.dict(file.trailer, 'Info');
  const readVersion = (key: string): string => {
    const value = info && file.string(info, key);
    return value
      ? decodeTextString(value)
      : (new RegExp(`:${key}(?:\\s*=\\s*["']|(?:\\s[^<>]*)?>)([^<"']{1,40})`).exec(xmp)?.[1] ?? '');
  };
  return versionKeys.flatMap((keys) => {
    const found = keys.map((key) => versionPattern.exec(readVersion(key))).find((match) => match !== null);
    return found ? [`pdf${found[1]?.toLowerCase()}-${found[2]}`] : [];
  });
}
