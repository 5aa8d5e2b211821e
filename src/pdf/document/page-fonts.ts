/** The fonts that pages use: in their resources, in forms and patterns, and in appearances of annotations. */
import { isDict, isNamed, type PdfDict, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { Page } from './page-tree.ts';

/** Six letters that mark a font embedded with only its used glyphs: `AAAAAB+Inter`. */
const subsetPrefix = /^[A-Z]{6}\+/;

/** PostScript names without subset prefix, unique and sorted. Throws `malformed`, `too_large`. */
export function findFonts(file: PdfReader, pages: Iterable<Page>): string[] {
  const names = new Set<string>();
  for (const font of findFontDicts(file, pages)) addName(file, font, names);
  return [...names].sort();
}

/** The fonts that pages and the appearances of annotations draw with. Throws `malformed`, `too_large`. */
export function findFontDicts(file: PdfReader, pages: Iterable<Page>): Set<PdfDict> {
  const fonts = new Set<PdfDict>();
  const seen = new Set<PdfValue>();
  for (const page of pages) {
    const waiting: PdfValue[] = [page.inherited.get('Resources') ?? null];
    const annotations = file.array(page.dict, 'Annots') ?? [];
    // The pages of a hostile file can share one long list.
    const known = seen.has(annotations);
    seen.add(annotations);
    for (const annotation of known ? [] : annotations) {
      const dict = file.resolve(annotation);
      if (isDict(dict)) waiting.push(file.get(dict, 'AP'));
    }
    collect(file, waiting, seen, fonts);
  }
  return fonts;
}

/** Everything below resources is used for drawing. Forms, patterns and glyphs have resources of their own. */
function collect(file: PdfReader, waiting: PdfValue[], seen: Set<PdfValue>, fonts: Set<PdfDict>): void {
  while (waiting.length > 0) {
    const value = file.resolve(waiting.pop());
    if (value === null || typeof value !== 'object' || seen.has(value)) continue;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const item of value) waiting.push(item);
      continue;
    }
    const dict = value instanceof PdfStream ? value.dict : value;
    if (!isDict(dict)) continue;
    if (isNamed(file.get(dict, 'Type'), 'Font')) fonts.add(dict);
    // Structure elements and other pages refer to pages. The traversal does not follow these references upwards.
    else if (!isNamed(file.get(dict, 'Type'), 'Page')) for (const item of dict.values()) waiting.push(item);
  }
}

function addName(file: PdfReader, font: PdfDict, names: Set<string>): void {
  // Type 3 fonts, which Chromium writes for colour emoji, have a name only in their descriptor.
  const descriptor = file.dict(font, 'FontDescriptor');
  const name = file.name(font, 'BaseFont') ?? (descriptor && file.name(descriptor, 'FontName'));
  if (name) names.add(name.replace(subsetPrefix, ''));
}
