/** Signatures of a file that its successor has no more, as poppler sees them. */
import type { Difference } from './compare-pages.ts';
import { notSigned, seenSignatures } from './other-judges.ts';
import type { PdfPath } from './page-readers.ts';

export async function lostSignatures(before: PdfPath, after: PdfPath): Promise<Difference[]> {
  const [was = [], is = []] = await Promise.all([seenSignatures(before), seenSignatures(after)]);
  return was.flatMap(({ field, verdict }): Difference[] => {
    if (verdict === notSigned || is.some((one) => one.field === field && one.verdict === verdict)) return [];
    const now = is.find((one) => one.field === field)?.verdict ?? 'gone';
    return [{ reader: 'pdfsig', what: `signature ${field}: ${verdict} became ${now}`, isAsked: true }];
  });
}
