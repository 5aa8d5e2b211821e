/**
 * After `load`: applies the caller's page rule, then waits only for what the document needs: fonts in use, images
 * (including lazy ones) and, if a script sets it, `window.pdfapiReady`, a promise or a flag.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CdpSession } from '../cdp/connection.ts';
import { evaluate } from '../cdp/evaluate.ts';
import { type IsolatedWorldId, ownDocument } from '../cdp/isolated-world.ts';
import { finishAnimations } from '../page-scripts/finish-animations.ts';
import { namedLanguage } from './document-language.ts';

/** CSS lengths from the document's own `@page` rule without a selector. */
export type CssPageMargins = { readonly [side in 'top' | 'right' | 'bottom' | 'left']?: string };

export interface WaitOptions {
  /** Takes precedence over every rule of the document. */
  readonly pageRule: string;
  /**
   * For a document that does not declare a language: determines hyphens, quotes, glyphs and the language of the PDF.
   */
  readonly lang?: string | undefined;
  /**
   * Set if there is a header or footer. These are laid out without waiting for fonts, so only fonts that the page has
   * just loaded from the identical address are available to them. The page therefore loads these fonts and all of its
   * own. Each entry is an address, or the key that `CachedAssets.holdAddresses` returned for it.
   */
  readonly marginFonts?: readonly string[] | undefined;
  /**
   * Set if scripts run. Scripts may wait for animations to end, which `fastForward` takes care of. pdfapi's own scripts
   * run in this isolated world.
   */
  readonly world: IsolatedWorldId;
}

export async function waitUntilReady(
  page: CdpSession,
  { pageRule, lang, marginFonts, world }: WaitOptions,
): Promise<CssPageMargins> {
  if (world !== undefined) while (await evaluate<boolean>(page, isUnready)) await delay(10);
  const scripts = world !== undefined;
  return await run(page, world, { pageRule, lang, keepAdopted: scripts, marginFonts, finish: !scripts });
}

/** Waits again, for what was added later. Does not wait for scripts, because their clock may be stopped. */
export const waitUntilReadyAgain = (page: CdpSession, world: IsolatedWorldId): Promise<CssPageMargins> =>
  run(page, world, { finish: true });

interface Steps {
  readonly pageRule?: string;
  readonly lang?: string | undefined;
  /** Without scripts, adopted style sheets are left over from the previous document. */
  readonly keepAdopted?: boolean;
  readonly marginFonts?: readonly string[] | undefined;
  /** Whether to finish running animations. */
  readonly finish: boolean;
}

const run = (page: CdpSession, world: IsolatedWorldId, steps: Steps): Promise<CssPageMargins> =>
  evaluate(page, `(${script})(${JSON.stringify(steps)})`, world);

/** An element may have this name. Timers run during the wait, however long they take. */
const isUnready = `(async () => {
  if (!('pdfapiReady' in window) || window.pdfapiReady instanceof Element) return false;
  const clock = globalThis[Symbol.for('pdfapi')];
  clock?.hold?.();
  if (window.pdfapiReady === false) return true;
  await window.pdfapiReady;
  clock?.release?.();
  return false;
})()`;

/** Reads absolute lengths only, because relative ones would resolve differently in the header's own document. */
const script = `async ({ pageRule, lang, keepAdopted, marginFonts, finish }) => {
  const document = ${ownDocument};
  const { fonts } = document;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const margins = {};
  if (lang && (${namedLanguage})(document) === undefined) document.documentElement?.setAttribute('lang', lang);
  const read = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule && !rule.selectorText) {
        for (const side of ['top', 'right', 'bottom', 'left']) {
          const value = rule.style.getPropertyValue('margin-' + side);
          if (/^(0|[\\d.]+(mm|cm|in|pt|pc|px|q))$/i.test(value)) margins[side] = value;
        }
      } else if (rule instanceof CSSMediaRule ? matchMedia(rule.media.mediaText).matches : rule.cssRules) {
        read(rule.cssRules);
      }
    }
  };
  for (const sheet of document.styleSheets) try { read(sheet.cssRules); } catch { /* from another host: closed to us */ }
  if (pageRule !== undefined) {
    const adopted = keepAdopted ? [...document.adoptedStyleSheets] : [];
    if (pageRule) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(pageRule);
      adopted.push(sheet);
    }
    document.adoptedStyleSheets = adopted;
  }
  const images = all('img');
  for (const image of images) if (image.loading === 'lazy') image.loading = 'eager';
  document.documentElement?.getBoundingClientRect();
  if (marginFonts) {
    const addressOf = (font) => globalThis.pdfapiAddresses?.get?.(font) ?? font;
    const faces = marginFonts.map((font) => new FontFace('pdfapi', 'url("' + addressOf(font) + '")'));
    // Held, so that they stay in memory until the page is printed.
    globalThis.pdfapiMarginFonts = faces;
    await Promise.allSettled([...faces, ...fonts].map((face) => face.load()));
  }
  await fonts.ready;
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
  if (!finish) return margins;
  (${finishAnimations})(document.getAnimations());
  // Drawings have a time of their own. One within another has its own too.
  const moved = all('animate, animateMotion, animateTransform, set').map((animation) => animation.ownerSVGElement);
  for (const svg of new Set(moved)) svg?.setCurrentTime(3_600);
  return margins;
}`;
