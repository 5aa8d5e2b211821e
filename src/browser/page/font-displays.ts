/**
 * Writes `font-display: block` in place of `optional` and `fallback` where the style sheet is known before the page is: the
 * page waits for fonts in any case, and a rule that `replaceFontDisplays` replaces in it asks for its font once more.
 */

// No part matches past a brace: otherwise the time would grow quadratically with the size of a hostile style sheet.
const displays = /(@font-face\s*\{[^{}]*?[\s;{]font-display\s*:\s*)(?:optional|fallback)(?=\s*[;}])/gi;
const elements = /(<style\b[^<>]*>)([^<]*)/gi;

export const withFontDisplays = (css: string): string =>
  css.includes('font-display') ? css.replace(displays, '$1block') : css;

/** Does so in the `<style>` elements of a document. */
export const withFontDisplaysOfStyles = (html: string): string =>
  html.includes('font-display')
    ? html.replace(elements, (_, tag: string, css: string) => tag + withFontDisplays(css))
    : html;

/** Does so in a style sheet in any encoding that has the letters of ASCII. */
export function withFontDisplaysOfFile(bytes: Uint8Array): Uint8Array {
  const css = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const changed = withFontDisplays(css);
  return changed === css ? bytes : Buffer.from(changed, 'latin1');
}
