/** Changes a file so that it can hold the standards it claims: its colours, and what its annotations do on paper. */
import { isPdf2, pdfuaPart } from '#contract/documents';
import { findFontDicts } from '../document/page-fonts.ts';
import { getPages } from '../document/page-tree.ts';
import { readToUnicode, writeToUnicode } from '../fonts/to-unicode.ts';
import {
  isDict,
  isNamed,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfValue,
} from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { addressOfLink } from '../tagging/links.ts';
import { encodeText } from '../text-string.ts';
import { toPdf2 } from './pdf2/to-pdf2.ts';
import { compressedSrgbProfile } from './srgb-profile.ts';
import type { Standards } from './standards.ts';

/** A file that is written or updated. */
export interface ObjectTarget {
  add(value: PdfValue): PdfRef;
  /** Called for an object of the file that has changed in memory. */
  replace?(ref: PdfRef, value: PdfValue): void;
}

/** Sets the entries of the catalog that PDF/A needs, and the flags of annotations. Throws `malformed`, `too_large`. */
export function applyStandards(
  file: PdfReader,
  target: ObjectTarget,
  catalog: PdfDict,
  { pdfa, pdfua = false }: Standards,
): void {
  if (pdfa === undefined && !pdfua) return;
  if (isPdf2({ pdfa, pdfua })) toPdf2(file, target, catalog, { isAccessible: pdfuaPart(pdfua) === 2 });
  const fonts = findFontDicts(file, getPages(file));
  // Level b alone allows glyphs without text.
  if (pdfua || !pdfa?.endsWith('b')) nameUnknownCharacters(file, target, fonts);
  if (pdfua) changeAnnotations(file, target, 'Link', describeLink);
  if (pdfuaPart(pdfua) === 2) changeAnnotations(file, target, 'Widget', describeField);
  if (pdfa === undefined) return;
  catalog.set('OutputIntents', [target.add(makeOutputIntent(target))]);
  for (const font of fonts) mendFont(file, target, font);
  changeAnnotations(file, target, 'Link', printLink);
}

/** UTF-16 units in hexadecimal digits. The other units of a text stay. */
const forbidden = /^(?:0000|FEFF|FFFE)$/;
const replacement = '200B';

/**
 * Gives the zero-width space to glyphs whose text is U+0000, which PDF/A-2u forbids (ISO 19005-2, 6.2.11.7.2): Chromium
 * writes it for marks of Arabic that a font joins to others. In tagged documents `tagging/` has done so before; this is
 * for those without tags, base PDFs and merges. Readers take what they mean from the `/ActualText` around them.
 * Changes the maps of the fonts in memory. Throws `malformed`, `too_large`.
 */
function nameUnknownCharacters(file: PdfReader, target: ObjectTarget, fonts: Iterable<PdfDict>): void {
  for (const font of fonts) {
    // Codes of other fonts have one byte.
    if (file.name(font, 'Subtype') !== 'Type0') continue;
    const ref = font.get('ToUnicode');
    const stream = file.resolve(ref);
    if (!(stream instanceof PdfStream)) continue;
    const texts = readToUnicode(Buffer.from(file.decode(stream)).toString('latin1'));
    if (!texts) continue;
    const changed = new Map([...texts].map(([glyph, text]) => [glyph, allowedText(text)]));
    if ([...texts].every(([glyph, text]) => changed.get(glyph) === text)) continue;
    for (const key of ['Filter', 'DecodeParms']) stream.dict.delete(key);
    stream.data = Buffer.from(writeToUnicode(changed), 'latin1');
    if (ref instanceof PdfRef) target.replace?.(ref, stream);
  }
}

const allowedText = (text: string): string =>
  text.replace(/.{4}/g, (unit) => (forbidden.test(unit) ? replacement : unit));

/**
 * Takes out what PDF/A does not need and other producers often write wrong: the lists of the glyphs of a subset (ISO 19005-2,
 * 6.2.11.4.2). Writes the map from characters to glyphs that a font without one has anyway (ISO 32000-1, table 117; ISO
 * 19005-2, 6.2.11.3.2). Changes the fonts in memory. Throws `malformed`, `too_large`.
 */
function mendFont(file: PdfReader, target: ObjectTarget, font: PdfDict): void {
  if (file.name(font, 'Subtype') !== 'Type0') return;
  for (const source of file.array(font, 'DescendantFonts') ?? []) {
    const glyphs = file.resolve(source);
    if (!isDict(glyphs)) continue;
    const descriptor = file.dict(glyphs, 'FontDescriptor');
    const descriptorRef = glyphs.get('FontDescriptor');
    const isListed = descriptor?.delete('CIDSet') === true;
    if (isListed && descriptorRef instanceof PdfRef) target.replace?.(descriptorRef, descriptor);
    const isTrueType = file.name(glyphs, 'Subtype') === 'CIDFontType2';
    const needsMap = isTrueType && descriptor?.has('FontFile2') && file.get(glyphs, 'CIDToGIDMap') === null;
    if (needsMap) glyphs.set('CIDToGIDMap', new PdfName('Identity'));
    const isChanged = needsMap || (isListed && !(descriptorRef instanceof PdfRef));
    if (isChanged && source instanceof PdfRef) target.replace?.(source, glyphs);
  }
}

function makeOutputIntent(target: ObjectTarget): PdfDict {
  const profile = new PdfStream(
    new Map<string, PdfValue>([
      ['N', 3],
      ['Filter', new PdfName('FlateDecode')],
    ]),
    compressedSrgbProfile(),
  );
  return new Map<string, PdfValue>([
    ['Type', new PdfName('OutputIntent')],
    ['S', new PdfName('GTS_PDFA1')],
    ['OutputConditionIdentifier', new PdfString('sRGB')],
    ['Info', new PdfString('sRGB IEC61966-2.1')],
    ['DestOutputProfile', target.add(profile)],
  ]);
}

/** ISO 32000-1, table 165. */
const [invisible, hidden, print, noView] = [1, 2, 4, 32];

/** A link has nothing to print, and many producers do not mark it (ISO 19005-2, 6.3.2). Others keep their flags. */
function printLink(file: PdfReader, link: PdfDict): boolean {
  const flags = file.number(link, 'F') ?? 0;
  const wanted = (flags | print) & ~(invisible | hidden | noView);
  if (wanted === flags) return false;
  link.set('F', wanted);
  return true;
}

/**
 * Describes a link of another producer by its address (ISO 14289-1, 7.18.5): Chromium itself writes no descriptions. Those
 * that pdfapi prints have the text of the link already.
 */
function describeLink(file: PdfReader, link: PdfDict): boolean {
  if (file.string(link, 'Contents')?.bytes) return false;
  link.set('Contents', encodeText(addressOfLink(file, link) || 'Link'));
  return true;
}

/** PDF/UA-2 asks for a description of a form field without a label in the structure (8.10.2.3). */
function describeField(file: PdfReader, field: PdfDict): boolean {
  const name = file.string(field, 'TU') ?? file.string(file.dict(field, 'Parent') ?? new Map(), 'TU');
  if (!name?.bytes || file.string(field, 'Contents')?.bytes) return false;
  field.set('Contents', name);
  return true;
}

/** Changes annotations in memory. `change` returns whether it changed one. Throws `malformed`. */
function changeAnnotations(
  file: PdfReader,
  target: ObjectTarget,
  type: 'Link' | 'Widget',
  change: (file: PdfReader, link: PdfDict) => boolean,
): void {
  for (const page of getPages(file)) {
    const list = page.dict.get('Annots');
    const annotations = file.resolve(list);
    for (const source of Array.isArray(annotations) ? annotations : []) {
      const annotation = file.resolve(source);
      if (!isDict(annotation) || !isNamed(file.get(annotation, 'Subtype'), type)) continue;
      if (!change(file, annotation)) continue;
      if (source instanceof PdfRef) target.replace?.(source, annotation);
      else if (list instanceof PdfRef) target.replace?.(list, annotations);
      else if (page.ref) target.replace?.(page.ref, page.dict);
    }
  }
}
