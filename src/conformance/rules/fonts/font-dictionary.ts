/** Font dictionaries and the embedding of programs: clauses 6.2.11.2, 6.2.11.4.1 and 7.21.4.1. */
import { type PdfDict, PdfStream } from '#pdf/object';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { Breach, FindingCollector } from '../../model/finding-collector.ts';
import type { Rule } from '../rule.ts';
import { type FontUse, isComposite } from './font-uses.ts';

const typeRule: Rule = { pdfa: ['6.2.11.2', 1], pdfa4: ['6.2.10.2', 1] };
const subtypeRule: Rule = { pdfa: ['6.2.11.2', 2], pdfa4: ['6.2.10.2', 2] };
const nameRule: Rule = { pdfa: ['6.2.11.2', 3], pdfa4: ['6.2.10.2', 3] };
const firstCharRule: Rule = { pdfa: ['6.2.11.2', 4], pdfa4: ['6.2.10.2', 4] };
const lastCharRule: Rule = { pdfa: ['6.2.11.2', 5], pdfa4: ['6.2.10.2', 5] };
const widthsRule: Rule = { pdfa: ['6.2.11.2', 6], pdfa4: ['6.2.10.2', 6] };
const fileSubtypeRule: Rule = { pdfa: ['6.2.11.2', 7], pdfa4: ['6.2.10.2', 7] };
const embeddingRule: Rule = {
  pdfa: ['6.2.11.4.1', 1],
  pdfa4: ['6.2.10.4.1', 1],
  pdfua: ['7.21.4.1', 1],
  pdfua2: ['8.4.5.5.1', 1],
  remedy:
    'Embed the font in the document that the PDF was made from, and write the PDF again. If it cannot be written again: programs such as Ghostscript embed a similar font (gs -sDEVICE=pdfwrite -o new.pdf old.pdf).',
};

export const fontDictionaryRules = [
  typeRule,
  subtypeRule,
  nameRule,
  firstCharRule,
  lastCharRule,
  widthsRule,
  fileSubtypeRule,
  embeddingRule,
] as const;

const subtypes = new Set(['Type1', 'MMType1', 'TrueType', 'Type3', 'Type0', 'CIDFontType0', 'CIDFontType2']);
const fileSubtypes = new Set(['Type1C', 'CIDFontType0C', 'OpenType']);

const standardFonts = new Set([
  'Courier',
  'Courier-Bold',
  'Courier-Oblique',
  'Courier-BoldOblique',
  'Helvetica',
  'Helvetica-Bold',
  'Helvetica-Oblique',
  'Helvetica-BoldOblique',
  'Times-Roman',
  'Times-Bold',
  'Times-Italic',
  'Times-BoldItalic',
  'Symbol',
  'ZapfDingbats',
]);

type Place = Omit<Breach, 'message'>;

export function checkFontDictionary(
  document: CheckedDocument,
  use: FontUse,
  findings: FindingCollector,
): void {
  const { font, page } = use;
  const place = { page, object: font.object };
  const name = `The font ${font.label}`;
  if (isComposite(font)) {
    // As veraPDF does: type and name are those of the CIDFont.
    const its = { page, object: document.objectNumber(font.descendant) ?? font.object };
    checkNames(document, font.descendant, name, its, findings);
  } else {
    checkNames(document, font.dict, name, place, findings);
    checkWidths(document, font.dict, font.program !== undefined, name, place, findings);
  }
  if (font.subtype !== 'Type3') checkFileSubtype(document, font.descriptor, name, place, findings);
  if (font.subtype === 'Type3' || font.program || !use.isRendered) return;
  const isDamaged = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => font.descriptor.has(key));
  const message = isDamaged
    ? `${name} is embedded in a form that cannot be read, or of another kind than the font.`
    : `${name} is not embedded.`;
  findings.add(embeddingRule, { ...place, message });
}

function checkNames(
  document: CheckedDocument,
  dict: PdfDict,
  name: string,
  place: Place,
  findings: FindingCollector,
): void {
  const subtype = document.nameAt(dict, 'Subtype');
  if (document.nameAt(dict, 'Type') !== 'Font') {
    findings.add(typeRule, { ...place, message: `${name} does not have the type Font.` });
  }
  if (subtype === undefined || !subtypes.has(subtype)) {
    findings.add(subtypeRule, { ...place, message: `${name} is of the kind ${subtype ?? 'unknown'}.` });
  }
  if (subtype !== 'Type3' && document.nameAt(dict, 'BaseFont') === undefined) {
    findings.add(nameRule, { ...place, message: 'A font has no BaseFont.' });
  }
}

function checkWidths(
  document: CheckedDocument,
  dict: PdfDict,
  isEmbedded: boolean,
  name: string,
  place: Place,
  findings: FindingCollector,
): void {
  const { file } = document;
  const isType1 = ['Type1', 'MMType1'].includes(document.nameAt(dict, 'Subtype') ?? '');
  if (isType1 && !isEmbedded && standardFonts.has(document.nameAt(dict, 'BaseFont') ?? '')) return;
  const first = file.number(dict, 'FirstChar');
  const last = file.number(dict, 'LastChar');
  const widths = file.array(dict, 'Widths');
  if (first === undefined) findings.add(firstCharRule, { ...place, message: `${name} has no FirstChar.` });
  if (last === undefined) findings.add(lastCharRule, { ...place, message: `${name} has no LastChar.` });
  const expected = (last ?? 0) - (first ?? 0) + 1;
  if (!widths) findings.add(widthsRule, { ...place, message: `${name} has no Widths.` });
  else if (widths.length !== expected) {
    const message = `${name} has ${widths.length} widths for ${expected} codes.`;
    findings.add(widthsRule, { ...place, message });
  }
}

function checkFileSubtype(
  document: CheckedDocument,
  descriptor: PdfDict,
  name: string,
  place: Place,
  findings: FindingCollector,
): void {
  const streams = ['FontFile', 'FontFile2', 'FontFile3'].map((key) => document.file.get(descriptor, key));
  const stream = streams.find((value) => value instanceof PdfStream);
  const subtype = stream && document.nameAt(stream.dict, 'Subtype');
  if (subtype === undefined || fileSubtypes.has(subtype)) return;
  findings.add(fileSubtypeRule, {
    ...place,
    message: `The program of ${name} is of the unknown kind ${subtype}.`,
  });
}
