/** Finds characters that a document's fonts lack. pdfme silently draws a box for each. */

import { valueKind } from '../element-types.ts';
import type { Drawable } from './drawable.ts';

export type HasGlyph = (font: string, codePoint: number) => boolean;

export interface Coverage {
  /** Unique characters, and the element that has the first of each. */
  readonly missing: ReadonlyMap<string, string>;
  /** Whether there is right-to-left text, which pdfme draws in the wrong sequence. */
  readonly rightToLeft: boolean;
}

/** Line ends, tabs and other characters without a visible glyph. */
const invisible = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Variation_Selector}/u;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export function coverage(elements: readonly Drawable[], standard: string, hasGlyph: HasGlyph): Coverage {
  const seen = new Map<string, Set<string>>();
  const missing = new Map<string, string>();
  let turned = false;
  const check = (label: string, font: unknown, text: string) => {
    const name = typeof font === 'string' && font !== '' ? font : standard;
    const known = seen.get(name) ?? new Set();
    seen.set(name, known);
    for (const character of text) {
      if (known.has(character)) continue;
      known.add(character);
      if (invisible.test(character)) continue;
      if (rightToLeft.test(character)) turned = true;
      if (!hasGlyph(name, character.codePointAt(0) ?? 0) && !missing.has(character))
        missing.set(character, label);
    }
  };
  for (const { style, value, label } of elements) {
    if (style.type === 'table') {
      const fontOf = (styles: unknown) => (styles as { readonly fontName?: unknown } | undefined)?.fontName;
      for (const text of (style.head as readonly string[]) ?? [])
        check(label, fontOf(style.headStyles), text);
      for (const row of JSON.parse(value) as string[][])
        for (const text of row) check(label, fontOf(style.bodyStyles), text);
    } else if (style.type === 'list') {
      for (const text of JSON.parse(value) as string[]) check(label, style.fontName, text);
    } else if (valueKind(style.type) === 'text') check(label, style.fontName, value);
  }
  return { missing, rightToLeft: turned };
}
