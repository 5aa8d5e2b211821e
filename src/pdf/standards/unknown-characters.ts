/**
 * Gives the zero-width space to glyphs whose text is U+0000, which PDF/A-2u forbids (ISO 19005-2, 6.2.11.7.2): Chromium
 * writes it for marks of Arabic that a font joins to others. Tagged documents have been changed by `tagging/` before; here
 * it is for those without tags, base PDFs and merges. Readers take what they mean from the `/ActualText` around them.
 */
import { findFontDicts } from '../document/page-fonts.ts';
import { getPages } from '../document/page-tree.ts';
import { readToUnicode, writeToUnicode } from '../fonts/to-unicode.ts';
import { PdfRef, PdfStream } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { ObjectTarget } from './apply-standards.ts';

/** In hexadecimal digits; the others of a text in UTF-16 stay. */
const forbidden = /^(?:0000|FEFF|FFFE)$/;
const replacement = '200B';

/** Changes the maps of the fonts in memory. Throws `malformed`, `too_large`. */
export function nameUnknownCharacters(file: PdfReader, target: ObjectTarget): void {
  for (const font of findFontDicts(file, getPages(file))) {
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
