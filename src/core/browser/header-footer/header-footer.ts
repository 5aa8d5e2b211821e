/**
 * Header and footer. Chromium prints them from documents of their own, which know no style, no font and no
 * file of the page, start at font size 0 and ignore the page's side margins. Here they get a readable size, the
 * page's margins, `styles.css` and everything that it refers to, so that they look as written.
 */
import { Failure } from '../../../contract/errors.ts';
import type { Assets } from '../../template/model/template.ts';
import { startTimeSlices } from '../../workers/time-slices.ts';
import { withoutOuter } from '../html/take-out-outer.ts';
import { asData, type Embed, embedded } from '../page/embed.ts';
import { inlineCssAssets } from '../page/inline-assets.ts';
import type { WebPage } from '../page/web-page.ts';
import type { TextFacts } from '../print/text-facts.ts';
import { withOurNames } from './fields.ts';
import type { HeaderFooterPiece, HeaderFooterText, ParsedHeaderFooter } from './parse-header-footer.ts';

export interface HeaderFooterHtml {
  /** `styles.css` with everything that it refers to inside. */
  readonly styles: string | undefined;
  /**
   * Addresses (data:) of the fonts of `styles`, and of those that header and footer bring themselves. Their
   * document does not wait for fonts: it has at once what the page has just loaded from the very same address.
   */
  readonly styleFonts: readonly string[];
  readonly ownFonts: readonly string[];
  /** Addresses that header, footer or `styles` name and do not get: see `takeOutOuter`. */
  readonly outer: readonly string[];
  /** What Chromium wants, for margins of these CSS lengths. */
  templates(margins: MarginLengths): { readonly headerTemplate: string; readonly footerTemplate: string };
}

/** In this thread or in another. */
export type ParseHeaderFooter = (source: HeaderFooterText) => Promise<ParsedHeaderFooter>;

export interface HeaderFooterSource extends Omit<HeaderFooterText, 'hasAddress'> {
  readonly styles?: string | undefined;
  readonly assets: Assets;
  /** The web page that is printed, whose address `<span class="url">` shows. */
  readonly webPage?: WebPage | undefined;
  /** Default: in this thread. */
  readonly parse?: ParseHeaderFooter | undefined;
  /**
   * Facts of the document, where nothing of `styles` is used for it: fonts are given then with those characters only
   * that header and footer may show, its title among them.
   */
  readonly slimFor?: TextFacts | undefined;
}

interface MarginLengths {
  readonly top: string;
  readonly right: string;
  readonly bottom: string;
  readonly left: string;
}

/** Undefined where there is neither header nor footer. */
export async function headerFooterHtml(source: HeaderFooterSource): Promise<HeaderFooterHtml | undefined> {
  const { assets, parse = parseInProcess, header, footer, date } = source;
  if (!header?.trim() && !footer?.trim()) return undefined;
  const margins = await parse({ header, footer, date, hasAddress: source.webPage !== undefined });
  const { embed, css } =
    (source.slimFor === undefined ? undefined : await slim(source.slimFor, margins)) ?? whole;
  const outer = new Set(margins.outer);
  const styleFonts = new Set<string>();
  const room = new MarginRoom();
  const inline = async (sheet: string, fonts: Set<string>, css: Fonts['css'] = whole.css) =>
    room.take(
      await inlineCssAssets(css(sheet), { assets, embed, fonts, maxCharacters: room.charactersLeft }),
    );
  const styles = source.styles && (await inline(source.styles, styleFonts, css));
  // The document may load what its header may not.
  const marginStyles = withOurNames(withoutOuter(styles ?? '', outer), margins.renamed);
  const ownFonts = new Set<string>();
  const inlinePiece = async (piece: HeaderFooterPiece): Promise<string> => {
    if (typeof piece === 'string') return piece;
    if ('sheet' in piece) return await inline(piece.sheet, ownFonts, css);
    if ('style' in piece) return inAttribute(await inline(piece.style, ownFonts));
    const file = await embedded(piece.address, assets, asData);
    return inAttribute(room.take(file?.address ?? piece.address));
  };
  const slice = startTimeSlices();
  const inlined = async (pieces: readonly HeaderFooterPiece[] | undefined) => {
    const texts = [];
    for (const piece of pieces ?? []) {
      await slice();
      texts.push(await inlinePiece(piece));
    }
    return pieces && texts.join('');
  };
  const [above, below] = [await inlined(margins.header), await inlined(margins.footer)];

  return {
    styles,
    styleFonts: [...styleFonts],
    ownFonts: [...ownFonts],
    outer: [...outer],
    templates({ top, right, bottom, left }) {
      const side = (html: string | undefined, height: string) => {
        // Chromium puts the date and the title where a template is empty.
        if (html === undefined) return '<span></span>';
        const box = `height:${height};padding:0 ${right} 0 ${left}`;
        return `<div class="pdfapi-margin" style="${box}"><div>${html}</div></div>`;
      };
      // Both stand in one document: what both need is said once, since it may hold whole fonts.
      const shared = `<style>${marginStyles}</style><style>${reset}</style>`;
      return { headerTemplate: shared + side(above, top), footerTemplate: side(below, bottom) };
    },
  };

  async function slim(document: TextFacts, { texts: shown }: ParsedHeaderFooter): Promise<Fonts | undefined> {
    const sources = [header ?? '', footer ?? '', source.styles ?? ''];
    if (sources.some(({ length }) => length > maxSlimFontBytes)) return undefined;
    const { usedCharacters } = await import('./used-characters.ts');
    const texts = [...shown];
    // `<span class="title">` shows the document's.
    if (/\btitle\b/.test(sources.join('\n'))) {
      const { titles } = document;
      if (!titles) return undefined;
      const { parseHeaderFooter } = await import('./parse-header-footer.ts');
      for (const title of titles) texts.push(...parseHeaderFooter({ header: title }).texts);
    }
    const characters = usedCharacters({ texts, sources });
    if (!characters) return undefined;
    const { embedSubsetFonts, withFacesFor } = await import('./embed-fonts.ts');
    return { embed: embedSubsetFonts(characters.drawn), css: (css) => withFacesFor(css, characters.shown) };
  }
}

interface Fonts {
  readonly embed: Embed;
  /** A style sheet without the faces that are not needed. */
  css(css: string): string;
}

const whole: Fonts = { embed: asData, css: (css) => css };

/** Characters of each source: whoever has more gets whole fonts. */
const maxSlimFontBytes = 100_000;

const parseInProcess: ParseHeaderFooter = async (source) =>
  (await import('./parse-header-footer.ts')).parseHeaderFooter(source);

/**
 * Chromium's own rules for `#header` and `#footer` are undone, and those that a `styles.css` has for the page
 * as a whole must not move the boxes. The content stands in the middle of the margin, as CSS margin boxes do;
 * what is higher than the margin starts at its top.
 */
const reset = `
html, body { margin: 0 !important; padding: 0 !important; background: none !important; width: auto !important; min-height: 0 !important; column-count: auto !important; border: 0 !important }
#header, #footer { display: block !important; padding: 0 !important; margin: 0 !important; font-size: 9pt; -webkit-print-color-adjust: exact; print-color-adjust: exact }
.pdfapi-margin { box-sizing: border-box; width: 100%; display: flex; flex-direction: column; justify-content: safe center }
.pdfapi-margin > div { width: 100% }
`;

/** Characters of styles and files that header and footer hold together. Chromium gets all of it in one message. */
const maxMarginCharacters = 32_000_000;

class MarginRoom {
  charactersLeft = maxMarginCharacters;

  /** Throws `page_failed` where there is no room for the text, or where it was too long to be made. */
  take(text: string | undefined): string {
    if (text !== undefined && text.length <= this.charactersLeft) {
      this.charactersLeft -= text.length;
      return text;
    }
    const megabytes = maxMarginCharacters / 1_000_000;
    throw new Failure(
      'page_failed',
      `The header and footer hold more than ${megabytes} MB, with their styles and the files that these name.`,
      { hint: 'Each place that names a file holds all of it. Use smaller files, or name them once.' },
    );
  }
}

/** As `serialize` of parse5 writes it. */
const inAttribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;').replaceAll('"', '&quot;');
