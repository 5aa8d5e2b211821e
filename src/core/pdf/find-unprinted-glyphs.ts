/**
 * Characters that a PDF has as text and not as a picture: Chromium writes an outline font for colour glyphs of COLR
 * version 1, and their outlines are empty.
 */
import { startTimeSlices } from '../workers/time-slices.ts';
import { getAllPages } from './document/page-tree.ts';
import { parseFontProgram } from './fonts/font-program.ts';
import { readToUnicode } from './fonts/to-unicode.ts';
import { getName, isDict, type PdfDict, PdfStream, type PdfValue } from './object.ts';
import { PdfError } from './pdf-error.ts';
import { PdfReader } from './reading/reader.ts';

export interface UnprintedGlyphs {
  /** Without the mark of a subset. */
  readonly font: string;
  readonly characters: readonly string[];
}

/** What is never meant to be blank: emoji, and the icons of fonts that have code points of their own. */
const visible = /\p{Extended_Pictographic}|\p{Co}/u;

const maxPages = 500;
const maxFonts = 500;

/** Looks at the TrueType fonts of the pages. Nothing for a file that cannot be read. */
export async function findUnprintedGlyphs(pdf: Buffer): Promise<UnprintedGlyphs[]> {
  if (!pdf.includes('/FontFile2')) return [];
  const slice = startTimeSlices();
  const found = new Map<string, Set<string>>();
  try {
    const file = new PdfReader(pdf);
    const seen = new Set<PdfValue>();
    for (const { inherited } of getAllPages(file).slice(0, maxPages)) {
      const resources = file.resolve(inherited.get('Resources'));
      const fonts = isDict(resources) ? file.dict(resources, 'Font') : undefined;
      for (const value of fonts?.values() ?? []) {
        const font = file.resolve(value);
        if (!isDict(font) || seen.has(font) || seen.size >= maxFonts) continue;
        seen.add(font);
        await slice();
        const characters = unprinted(file, font);
        const name = (getName(file.get(font, 'BaseFont')) ?? '').replace(/^[A-Z]{6}\+/, '');
        const known = found.get(name) ?? new Set<string>();
        if (characters.length > 0) found.set(name, known);
        for (const character of characters) known.add(character);
      }
    }
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
  }
  return [...found].map(([font, characters]) => ({ font, characters: [...characters] }));
}

/** Texts of the font's glyphs that have no outline, of those that are visible. */
function unprinted(file: PdfReader, font: PdfDict): string[] {
  const map = file.get(font, 'ToUnicode');
  if (!(map instanceof PdfStream)) return [];
  const texts = readToUnicode(Buffer.from(file.decode(map)).toString('latin1')) ?? new Map<number, string>();
  const glyphs = [...texts].flatMap(([glyph, hex]): [number, string][] => {
    const text = Buffer.from(hex, 'hex').swap16().toString('utf16le');
    return visible.test(text) ? [[glyph, text]] : [];
  });
  if (glyphs.length === 0) return [];
  const descendant = file.resolve(file.array(font, 'DescendantFonts')?.[0]);
  const descriptor = isDict(descendant) ? file.dict(descendant, 'FontDescriptor') : undefined;
  const program = descriptor && file.get(descriptor, 'FontFile2');
  if (!(program instanceof PdfStream)) return [];
  const parsed = parseFontProgram(Buffer.from(file.decode(program)));
  if (!parsed) return [];
  return glyphs.flatMap(([glyph, text]) => (parsed.outlines.has(glyph) ? [] : [text]));
}
