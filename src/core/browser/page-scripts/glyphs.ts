/**
 * Determines which fonts drew the text, and which characters have no glyph in any font: those print as an empty box or
 * not at all.
 */
import type { PageFindings } from '../browser.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { evaluate } from '../cdp/evaluate.ts';
import { type IsolatedWorldId, ownDocument } from '../cdp/isolated-world.ts';

/**
 * Must be called after printing, because it changes the page: the protocol reports only the fonts of one element's own
 * text, so all text is gathered into one element per font that the styles request.
 */
export async function collectFonts(
  page: CdpSession,
  world?: IsolatedWorldId,
): Promise<PageFindings['fonts']> {
  await evaluate(page, `(${gatherText})()`, world);
  await page.send('DOM.enable');
  await page.send('CSS.enable');
  const { root } = await page.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await page.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'pdfapi-font',
  });
  const fonts = new Map<string, { family: string; glyphs: number; own: boolean }>();
  for (const nodeId of nodeIds) {
    const used = await page.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { familyName: family, glyphCount, isCustomFont: own } of used.fonts) {
      const key = `${family} ${own}`;
      fonts.set(key, { family, own, glyphs: (fonts.get(key)?.glyphs ?? 0) + glyphCount });
    }
  }
  return [...fonts.values()].sort((a, b) => b.glyphs - a.glyphs || a.family.localeCompare(b.family, 'en'));
}

const gatherText = `() => {
  const document = ${ownDocument};
  const texts = new Map();
  const walker = document.createTreeWalker(document.documentElement ?? globalThis.document, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.data.replace(/\\s+/g, '');
    if (!parent?.checkVisibility() || !text) continue;
    const { fontFamily, fontStyle, fontWeight } = getComputedStyle(parent);
    const key = [fontStyle, fontWeight, '16px', fontFamily].join(' ');
    texts.set(key, (texts.get(key) ?? '') + text);
  }
  for (const [font, text] of texts) {
    const element = document.createElement('pdfapi-font');
    element.style.font = font;
    element.textContent = text;
    (document.body ?? document.documentElement)?.append(element);
    // The protocol looks at what is laid out, and lays nothing out itself.
    element.getBoundingClientRect();
  }
}`;

/**
 * Returns whether HTML has characters that some set of fonts lacks: all except Latin-1 and the quotes and dashes that
 * editors insert. Scripts are not considered, although they may add any character.
 */
export const mayMissGlyphs = (html: string): boolean =>
  /[^\0-\xff\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u20ac\u2122]|&(?!amp;|lt;|gt;|quot;|apos;|nbsp;|euro;|#39;|#x27;)/.test(
    html,
  );

/**
 * Draws each distinct character in the font of its element and compares it with a code point that never has a glyph. A
 * character that renders identically has no glyph either.
 */
export const findMissingGlyphs = (page: CdpSession, world?: IsolatedWorldId): Promise<readonly string[]> =>
  evaluate(page, `(${script})()`, world);

const script = `() => {
  const document = ${ownDocument};
  const size = 24;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * 2;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const draw = (text) => {
    context.clearRect(0, 0, size * 2, size * 2);
    context.fillText(text, size / 2, size * 1.4);
    return new Uint32Array(context.getImageData(0, 0, size * 2, size * 2).data.buffer);
  };
  const same = (a, b) => a.every((pixel, index) => pixel === b[index]);
  const seen = new Map();
  const missing = new Set();
  const walker = document.createTreeWalker(document.documentElement ?? globalThis.document, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || /^(style|script|title|template|noscript)$/i.test(parent.tagName)) continue;
    const text = node.data.replace(/[\\x00-\\x7f]+/g, '');
    if (!text) continue;
    const style = getComputedStyle(parent);
    const font = style.fontStyle + ' ' + style.fontWeight + ' ' + size + 'px ' + style.fontFamily;
    let done = seen.get(font);
    if (!done) seen.set(font, (done = new Set()));
    let none;
    for (const character of text) {
      if (done.has(character) || missing.has(character)) continue;
      done.add(character);
      if (/[\\s\\p{C}\\p{M}\\p{Default_Ignorable_Code_Point}]/u.test(character) && !/\\p{Co}/u.test(character)) continue;
      context.font = font;
      none ??= { pixels: draw('\\u{10fffe}'), width: context.measureText('\\u{10fffe}').width };
      // Reading pixels is slow, and most glyphs have another width.
      if (context.measureText(character).width !== none.width) continue;
      if (same(draw(character), none.pixels)) missing.add(character);
    }
  }
  return [...missing];
}`;
