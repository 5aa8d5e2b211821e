import type { declaredLanguage } from './declared-language.ts';
import type { documentSize } from './document-size.ts';
import type { finishAnimations } from './finish-animations.ts';
import type { loadPageFonts } from './load-page-fonts.ts';
import type { findUnshownFiles, UnshownFile, UnshownFilesOptions } from './pictures/find-unshown-files.ts';
import type { replaceFontDisplays } from './replace-font-displays.ts';
import type { unclobberedDocument } from './unclobbered-document.ts';

/** CSS lengths from the document's own `@page` rule without a selector. */
export type CssPageMargins = { readonly [side in 'top' | 'right' | 'bottom' | 'left']?: string } & {
  /** The value of `size`. */
  readonly size?: string;
  /** The margins of rules with a selector, in any unit. */
  readonly selected?: readonly (readonly [side: 'top' | 'bottom', length: string])[];
};

export interface PrepareOptions {
  readonly pageRule?: string | undefined;
  readonly lang?: string | undefined;
  /** Without scripts, adopted style sheets are left over from the previous document. */
  readonly keepAdopted?: boolean | undefined;
  /** Whether nothing is added any more, so that running animations are finished and files that cannot be shown found. */
  readonly finish: boolean;
  /** Elements: documents with fewer are searched for links. Default: none is. */
  readonly maxSearched?: number | undefined;
  readonly maxTitleCharacters: number;
  readonly unshownFiles: UnshownFilesOptions;
}

export interface PreparedPage {
  readonly margins: CssPageMargins;
  /** Whether the title was longer than its limit. */
  readonly isTitleCut: boolean;
  /** Files that cannot be shown, including those that did not load. */
  readonly unshown: readonly UnshownFile[];
  /** As `documentSize` returns it, before anything was waited for. Zero without scripts. */
  readonly size: number;
  /** Whether the document was searched and has neither links nor shadow trees nor as many elements as `maxSearched`. */
  readonly isPlain: boolean;
}

export interface PrepareParts {
  readonly unclobberedDocument: typeof unclobberedDocument;
  readonly declaredLanguage: typeof declaredLanguage;
  readonly documentSize: typeof documentSize;
  readonly finishAnimations: typeof finishAnimations;
  readonly replaceFontDisplays: typeof replaceFontDisplays;
  readonly loadPageFonts: typeof loadPageFonts;
  readonly findUnshownFiles: typeof findUnshownFiles;
}

/** Applies the options and waits for fonts and images. See `waitUntilReady`. */
export async function prepareToPrint(
  parts: PrepareParts,
  { pageRule, lang, keepAdopted, finish, maxSearched, maxTitleCharacters, unshownFiles }: PrepareOptions,
): Promise<PreparedPage> {
  interface PageRuleSheet extends CSSStyleSheet {
    pdfapiRule?: string;
  }

  const document = parts.unclobberedDocument();
  const { fonts } = document;
  const size = keepAdopted ? parts.documentSize(parts.unclobberedDocument) : 0;
  const root = document.documentElement as HTMLElement | null;
  const selected: ['top' | 'bottom', string][] = [];
  const pageRules: string[] = [];
  const margins: { -readonly [Side in keyof CssPageMargins]: CssPageMargins[Side] } = { selected };
  const { title } = document;
  const isTitleCut = title.length > maxTitleCharacters;
  if (isTitleCut) document.title = title.slice(0, maxTitleCharacters).toWellFormed();
  if (lang && parts.declaredLanguage(document) === undefined) root?.setAttribute('lang', lang);
  // Absolute lengths only: what is laid over the margins is another document, where relative ones mean something else.
  const readMargins = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule && fonts.size > 0) pageRules.push(rule.cssText);
      if (rule instanceof CSSPageRule && rule.selectorText) {
        for (const side of ['top', 'bottom'] as const) {
          const value = rule.style.getPropertyValue(`margin-${side}`);
          if (value && selected.length < 100) selected.push([side, value]);
        }
      } else if (rule instanceof CSSPageRule) {
        for (const side of ['top', 'right', 'bottom', 'left'] as const) {
          const value = rule.style.getPropertyValue(`margin-${side}`);
          if (/^(0|[\d.]+(mm|cm|in|pt|pc|px|q))$/i.test(value)) margins[side] = value;
        }
        const size = rule.style.getPropertyValue('size');
        if (size) margins.size = size;
      } else if (
        rule instanceof CSSMediaRule ? matchMedia(rule.media.mediaText).matches : 'cssRules' in rule
      ) {
        readMargins((rule as CSSGroupingRule).cssRules);
      }
    }
  };
  for (const sheet of document.styleSheets) {
    try {
      readMargins(sheet.cssRules);
    } catch {
      // A sheet from another host cannot be read.
    }
  }
  if (pageRule !== undefined) {
    const present: readonly PageRuleSheet[] = [...document.adoptedStyleSheets];
    // The sheet of the previous document has applied during the layout, and another one would cause a second layout.
    if (keepAdopted || present.length !== 1 || present[0]?.pdfapiRule !== pageRule) {
      const sheet: PageRuleSheet = new CSSStyleSheet();
      sheet.replaceSync(pageRule);
      sheet.pdfapiRule = pageRule;
      document.adoptedStyleSheets = [...(keepAdopted ? present : []), sheet];
    }
  }
  parts.replaceFontDisplays(document);
  parts.loadPageFonts(document, pageRules);
  // Chromium tags a drawing, and what has other contents beside its picture, as a figure with its label only if it is
  // declared to be an image.
  const labelled = ':not([role], [aria-hidden]):is([aria-label], [aria-labelledby]';
  const drawings = `svg:not(:has(a))${labelled}, :has(> title)), :is(canvas, object[type^="image/"])${labelled}, [title])`;
  for (const drawing of document.querySelectorAll(drawings)) drawing.setAttribute('role', 'img');
  const images = [...document.querySelectorAll('img')];
  for (const image of images) if (image.loading === 'lazy') image.loading = 'eager';
  root?.getBoundingClientRect();
  await fonts.ready;
  if (!finish) {
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
    return { margins, isTitleCut, unshown: [], size, isPlain: false };
  }
  const unshown = await parts.findUnshownFiles(document, images, unshownFiles);
  parts.finishAnimations(document.getAnimations());
  // SVG animations have a timeline of their own for each `<svg>`, nested ones included.
  const animated = document.querySelectorAll<SVGElement>('animate, animateMotion, animateTransform, set');
  for (const svg of new Set([...animated].map(({ ownerSVGElement }) => ownerSVGElement))) {
    svg?.setCurrentTime(3_600);
  }
  const all = document.getElementsByTagName('*');
  const isPlain =
    maxSearched !== undefined &&
    all.length < maxSearched &&
    ![...all].some(({ localName, shadowRoot }) => shadowRoot || localName === 'a' || localName === 'area');
  return { margins, isTitleCut, unshown, size, isPlain };
}
