/**
 * Adobe Glyph List 2.0: the characters that names of glyphs mean. The names are Copyright 2002-2019 Adobe
 * (BSD-3-Clause, https://github.com/adobe-type-tools/agl-aglfn).
 *
 * The data holds a token for each code point, `41:A B` for U+0041 and U+0042; `Delta/increment` are two names of one.
 */
import { latinGlyphNames } from './glyph-names-latin.ts';
import { composedGlyphNames, otherGlyphNames } from './glyph-names-other.ts';

let known: ReadonlyMap<string, string> | undefined;

/** The text of a glyph of this name. Undefined if the list does not have it. */
export function glyphNameToText(name: string): string | undefined {
  known ??= readGlyphList();
  return known.get(name);
}

function readGlyphList(): Map<string, string> {
  const texts = new Map<string, string>([['.notdef', '\0']]);
  let code = 0;
  for (const token of `${latinGlyphNames} ${otherGlyphNames}`.trim().split(/\s+/)) {
    const colon = token.indexOf(':');
    code = colon < 0 ? code + 1 : Number.parseInt(token.slice(0, colon), 16);
    for (const name of token.slice(colon + 1).split('/')) texts.set(name, String.fromCodePoint(code));
  }
  for (const token of composedGlyphNames.trim().split(/\s+/)) {
    const [name = '', codes = ''] = token.split(':');
    texts.set(name, String.fromCodePoint(...codes.split('.').map((each) => Number.parseInt(each, 16))));
  }
  return texts;
}
