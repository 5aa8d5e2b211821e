/**
 * Adobe Glyph List 2.0: the characters that names of glyphs mean. The names are Copyright 2002-2019 Adobe
 * (BSD-3-Clause, https://github.com/adobe-type-tools/agl-aglfn). `glyph-list.txt` has a line for each, in the format of the
 * original: `A;0041`.
 */
import { readFileSync } from 'node:fs';
import { sourceFile } from '#runtime/built-file';

let known: ReadonlyMap<string, string> | undefined;

/** The text of a glyph of this name. Undefined if the list does not have it. */
export function glyphNameToText(name: string): string | undefined {
  known ??= readGlyphList();
  return known.get(name);
}

function readGlyphList(): Map<string, string> {
  const lines = readFileSync(sourceFile('pdf/encodings/glyph-list.txt'), 'latin1').trimEnd().split('\n');
  const texts = lines.map((line): [string, string] => {
    const [name = '', codes = ''] = line.split(';');
    return [name, String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)))];
  });
  return new Map([['.notdef', '\0'], ...texts]);
}
