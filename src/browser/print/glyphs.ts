/**
 * Determines which fonts drew the text, and which characters have no glyph in any font: those print as an empty box or
 * not at all.
 */
import type { PageFindings } from '../browser.ts';
import { type CallPage, callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { findMissingCharacters } from '../page-scripts/find-missing-characters.ts';
import { gatherText } from '../page-scripts/gather-text.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';

/**
 * Must be called after printing, because it changes the page: it gathers all text into one element per font.
 */
export async function collectFonts(
  page: CdpSession,
  world?: IsolatedWorldId,
): Promise<PageFindings['fonts']> {
  await callInPage(page, gatherText, [unclobberedDocument], world);
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

/**
 * Returns whether HTML has characters that some set of fonts lacks: all except Latin-1 and the quotes and dashes that
 * editors insert. Scripts are not considered, although they may add any character.
 */
export const mayMissGlyphs = (html: string): boolean =>
  /[^\0-\xff\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u20ac\u2122]|&(?!amp;|lt;|gt;|quot;|apos;|nbsp;|euro;|#39;|#x27;)/.test(
    html,
  );

/** Returns the characters that have no glyph in any font. */
export const findMissingGlyphs = (call: CallPage): Promise<readonly string[]> =>
  call(findMissingCharacters, [unclobberedDocument]);
