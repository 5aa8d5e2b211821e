/** Rules on the lists of glyphs that descriptors of subsets have: clauses 6.2.11.4.2 and 7.21.4.2. */
import { PdfStream } from '#pdf/object';
import { type CompositeFont, glyphOfCid } from '../../fonts/composite-font.ts';
import type { SimpleFont } from '../../fonts/simple-font.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Rule } from '../rule.ts';

const remedy = 'Remove the list from the font descriptor; it is optional.';
const namesRule: Rule = { pdfa: ['6.2.11.4.2', 1], pdfua: ['7.21.4.2', 1], remedy };
const cidsRule: Rule = { pdfa: ['6.2.11.4.2', 2], pdfua: ['7.21.4.2', 2], remedy };

export const subsetRules = [namesRule, cidsRule] as const;

const subsetName = /^[A-Z]{6}\+/;
const notdef = '.notdef';

export function checkCharSet(
  document: CheckedDocument,
  font: SimpleFont,
  page: number | undefined,
  findings: FindingCollector,
): void {
  const list = document.file.string(font.descriptor, 'CharSet')?.bytes;
  if (!font.named || list === undefined || !subsetName.test(document.nameAt(font.dict, 'BaseFont') ?? ''))
    return;
  const listed = new Set([...list.matchAll(/\/([^\s/]+)/g)].map(([, name = '']) => name));
  listed.delete(notdef);
  const actual = new Set(font.named.names);
  actual.delete(notdef);
  const missing = [...actual].filter((name) => !listed.has(name));
  const extra = [...listed].filter((name) => !actual.has(name));
  if (missing.length === 0 && extra.length === 0) return;
  const message = `CharSet of the font ${font.label} lacks ${missing.length} glyphs and lists ${extra.length} that the font does not have.`;
  findings.add(namesRule, { message, page, object: font.object });
}

export function checkCidSet(
  document: CheckedDocument,
  font: CompositeFont,
  page: number | undefined,
  findings: FindingCollector,
): void {
  const stream = document.file.get(font.descriptor, 'CIDSet');
  if (!font.program || !(stream instanceof PdfStream)) return;
  if (!subsetName.test(document.nameAt(font.descendant, 'BaseFont') ?? '')) return;
  const bits = document.decode(stream) ?? Buffer.alloc(0);
  const isListed = (cid: number) => (((bits[cid >> 3] ?? 0) << (cid & 7)) & 0x80) !== 0;
  const actual = findCids(font);
  // The glyph for missing ones need not be listed.
  const missing = actual.some((cid) => cid !== 0 && !isListed(cid));
  const has = hasCid(font);
  let extra = false;
  for (let cid = 1; cid < bits.length * 8 && !extra; cid++) extra = isListed(cid) && !has(cid);
  if (!missing && !extra) return;
  const what = missing ? 'lacks glyphs of the font' : 'lists glyphs that the font does not have';
  findings.add(cidsRule, { message: `CIDSet of the font ${font.label} ${what}.`, page, object: font.object });
}

function findCids({ trueType, cff, glyphsByCid }: CompositeFont): number[] {
  if (cff) return [...(cff.glyphsByCid?.keys() ?? [])];
  if (!trueType) return [];
  const count = glyphsByCid ? glyphsByCid.length >> 1 : trueType.widthCount;
  const cids = Array.from({ length: count }, (_, cid) => cid);
  return glyphsByCid ? cids.filter((cid) => (glyphOfCid(glyphsByCid, cid) ?? 0) < trueType.glyphCount) : cids;
}

function hasCid({ trueType, cff, glyphsByCid }: CompositeFont): (cid: number) => boolean {
  if (cff) return (cid) => (cff.glyphsByCid?.get(cid) ?? 0) !== 0;
  return (cid) => (glyphOfCid(glyphsByCid, cid) ?? Number.POSITIVE_INFINITY) < (trueType?.glyphCount ?? 0);
}
