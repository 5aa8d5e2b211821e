/**
 * Characters that a PDF has as text and not as a picture: Chromium draws the outline of a colour glyph that it cannot print
 * otherwise, such as one in SVG, and that outline is empty.
 */
import { containsText } from '#runtime/find-text';
import { startTimeSlices } from '#runtime/time-slices';
import { getAllPages } from './document/page-tree.ts';
import { readDifferences } from './fonts/differences.ts';
import { readGlyphProcedure } from './fonts/glyph-procedure.ts';
import { parseFontProgram } from './fonts/program/font-program.ts';
import { readFontTexts } from './fonts/read-font-texts.ts';
import { textOfDigits } from './fonts/to-unicode.ts';
import { isDict, isNamed, type PdfDict, PdfStream, type PdfValue } from './object.ts';
import { PdfError } from './pdf-error.ts';
import { PdfReader } from './reading/reader.ts';

export interface UnprintedGlyphs {
  /** Without the mark of a subset. */
  readonly font: string;
  readonly characters: readonly string[];
}

/** Characters that are never meant to be blank: emoji, and the icons of fonts that have code points of their own. */
const visible = /\p{Extended_Pictographic}|\p{Co}/u;

const maxPages = 500;
const maxFonts = 500;

/** Looks at the TrueType and Type 3 fonts of the pages. Nothing for a file that cannot be read. */
export async function findUnprintedGlyphs(pdf: Buffer): Promise<UnprintedGlyphs[]> {
  if (!(await containsText(pdf, '/FontFile2')) && !(await containsText(pdf, '/Type3'))) return [];
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
        const name = nameOf(file, font).replace(/^[A-Z]{6}\+/, '');
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

function nameOf(file: PdfReader, font: PdfDict): string {
  const descriptor = file.dict(font, 'FontDescriptor');
  return file.name(font, 'BaseFont') ?? (descriptor && file.name(descriptor, 'FontName')) ?? '';
}

/** Texts of the font's glyphs that have no outline, of those that are visible. */
function unprinted(file: PdfReader, font: PdfDict): string[] {
  const texts = readFontTexts(file, font);
  if (!texts || texts === 'unknown') return [];
  const glyphs = [...texts].flatMap(([code, digits]): [number, string][] => {
    const text = textOfDigits(digits);
    return visible.test(text) ? [[code, text]] : [];
  });
  if (glyphs.length === 0) return [];
  const isBlank = isNamed(file.get(font, 'Subtype'), 'Type3')
    ? blankProcedures(file, font)
    : blankOutlines(file, font);
  return glyphs.flatMap(([code, text]) => (isBlank?.(code) ? [text] : []));
}

function blankOutlines(file: PdfReader, font: PdfDict): ((glyph: number) => boolean) | undefined {
  const descendant = file.resolve(file.array(font, 'DescendantFonts')?.[0]);
  const descriptor = isDict(descendant) ? file.dict(descendant, 'FontDescriptor') : undefined;
  const program = descriptor && file.get(descriptor, 'FontFile2');
  if (!(program instanceof PdfStream)) return undefined;
  const outlines = parseFontProgram(Buffer.from(file.decode(program)))?.outlines;
  return outlines && ((glyph) => !outlines.has(glyph));
}

function blankProcedures(file: PdfReader, font: PdfDict): ((code: number) => boolean) | undefined {
  const names = readDifferences(file, font);
  const charProcs = file.dict(font, 'CharProcs');
  if (!names || !charProcs) return undefined;
  return (code) => {
    const procedure = file.get(charProcs, names.get(code) ?? '');
    if (!(procedure instanceof PdfStream)) return false;
    const outline = readGlyphProcedure(Buffer.from(file.decode(procedure)).toString('latin1'));
    return outline?.contours.length === 0;
  };
}
