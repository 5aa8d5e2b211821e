import type { unclobberedDocument } from './unclobbered-document.ts';

/**
 * Returns the characters that have no glyph in any font. Draws each distinct character in the font of its element and
 * compares it with a code point that never has a glyph. A character that renders identically has no glyph either.
 */
export function findMissingCharacters(getDocument: typeof unclobberedDocument): string[] {
  const document = getDocument();
  const size = 24;
  const canvas = document.createElement('canvas');
  canvas.width = size * 2;
  canvas.height = size * 2;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return [];
  const draw = (text: string): Uint32Array => {
    context.clearRect(0, 0, size * 2, size * 2);
    context.fillText(text, size / 2, size * 1.4);
    return new Uint32Array(context.getImageData(0, 0, size * 2, size * 2).data.buffer);
  };
  const isSame = (a: Uint32Array, b: Uint32Array) => a.every((pixel, index) => pixel === b[index]);
  const seen = new Map<string, Set<string>>();
  const missing = new Set<string>();
  const walker = document.createTreeWalker(
    document.documentElement ?? globalThis.document,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement;
    if (!parent || /^(style|script|title|template|noscript)$/i.test(parent.tagName)) continue;
    const text = node.data.replace(/\p{ASCII}+/gu, '');
    if (!text) continue;
    const { fontStyle, fontWeight, fontFamily } = getComputedStyle(parent);
    const font = `${fontStyle} ${fontWeight} ${size}px ${fontFamily}`;
    let done = seen.get(font);
    if (!done) {
      done = new Set();
      seen.set(font, done);
    }
    let none: { readonly pixels: Uint32Array; readonly width: number } | undefined;
    for (const character of text) {
      if (done.has(character) || missing.has(character)) continue;
      done.add(character);
      if (/[\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(character) && !/\p{Co}/u.test(character)) {
        continue;
      }
      context.font = font;
      none ??= { pixels: draw('\u{10fffe}'), width: context.measureText('\u{10fffe}').width };
      // Reading pixels is slow, and most glyphs have another width.
      if (context.measureText(character).width !== none.width) continue;
      if (isSame(draw(character), none.pixels)) missing.add(character);
    }
  }
  return [...missing];
}
