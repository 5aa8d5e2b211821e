/**
 * Loads the fonts of margin boxes and page contexts: the browser lays them out only while it prints, when no font that nothing else
 * uses can still arrive. `rules`: the texts of `@page` rules. A font is loaded if a rule names its family and has a character of it.
 */
export function loadPageFonts(document: Document, rules: readonly string[]): void {
  const text = rules.join('\n');
  if (text === '') return;
  const words = text.toLowerCase();
  const characters = [...new Set(text)].map((character) => character.codePointAt(0) ?? 0);
  for (const face of document.fonts) {
    if (face.status !== 'unloaded') continue;
    const family = face.family.replaceAll(/^["']|["']$/g, '').toLowerCase();
    if (!words.includes(family)) continue;
    const ranges = [...face.unicodeRange.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/gi)].map(
      ([, first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const,
    );
    const isUsed = ranges.some(([first, last]) =>
      characters.some((point) => point >= first && point <= last),
    );
    // One that does not load is reported as a file.
    if (isUsed) face.load().catch(() => {});
  }
}
