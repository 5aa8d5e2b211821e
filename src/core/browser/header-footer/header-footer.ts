/**
 * Headers and footers. Chromium prints them from separate documents, which have none of the page's styles, fonts and
 * files, start at font size 0 and ignore the page's side margins. This module gives them a readable font size, the
 * page's margins, `styles.css` and all files that it refers to, so that they render as written.
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
  /** `styles.css` with every file that it refers to inlined. */
  readonly styles: string | undefined;
  /**
   * `data:` addresses of the fonts of `styles` and of the fonts that header and footer declare themselves. The header
   * document does not wait for fonts, but a font that the page has just loaded from the identical address is available
   * to it immediately.
   */
  readonly styleFonts: readonly string[];
  readonly ownFonts: readonly string[];
  /** Addresses in header, footer or `styles` that were removed; see `takeOutOuter`. */
  readonly outer: readonly string[];
  /** Returns the templates for `Page.printToPDF`. The margins are CSS lengths. */
  templates(margins: MarginLengths): { readonly headerTemplate: string; readonly footerTemplate: string };
}

/** Parses in this thread or in another one. */
export type ParseHeaderFooter = (source: HeaderFooterText) => Promise<ParsedHeaderFooter>;

export interface HeaderFooterSource extends Omit<HeaderFooterText, 'hasAddress'> {
  readonly styles?: string | undefined;
  readonly assets: Assets;
  /** The printed web page, whose address `<span class="url">` shows. */
  readonly webPage?: WebPage | undefined;
  /** Default: parses in this thread. */
  readonly parse?: ParseHeaderFooter | undefined;
  /**
   * Facts about the document, set if the document itself does not use the returned `styles`. Fonts are then subset to
   * the characters that header and footer may show, including the document's title.
   */
  readonly subsetFor?: TextFacts | undefined;
}

interface MarginLengths {
  readonly top: string;
  readonly right: string;
  readonly bottom: string;
  readonly left: string;
}

/** Returns undefined if there is neither header nor footer. */
export async function headerFooterHtml(source: HeaderFooterSource): Promise<HeaderFooterHtml | undefined> {
  const { assets, parse = parseInProcess, header, footer, date, region } = source;
  if (!header?.trim() && !footer?.trim()) return undefined;
  const margins = await parse({ header, footer, date, region, hasAddress: source.webPage !== undefined });
  const { embed, css } =
    (source.subsetFor === undefined ? undefined : await slim(source.subsetFor, margins)) ?? whole;
  const outer = new Set(margins.outer);
  const styleFonts = new Set<string>();
  const room = new MarginRoom();
  const inline = async (sheet: string, fonts: Set<string>, css: Fonts['css'] = whole.css) =>
    room.take(
      await inlineCssAssets(css(sheet), { assets, embed, fonts, maxCharacters: room.charactersLeft }),
    );
  const styles = source.styles && (await inline(source.styles, styleFonts, css));
  // The document may load external resources that its header may not.
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
        // Chromium replaces an empty template with the date and the title.
        if (html === undefined) return '<span></span>';
        const box = `height:${height};padding:0 ${right} 0 ${left}`;
        return `<div class="pdfapi-margin" style="${box}"><div>${html}</div></div>`;
      };
      // Header and footer share one document, so the shared styles, which may contain whole fonts, are included once.
      const shared = `<style>${marginStyles}</style><style>${reset}</style>`;
      return { headerTemplate: shared + side(above, top), footerTemplate: side(below, bottom) };
    },
  };

  async function slim(document: TextFacts, { texts: shown }: ParsedHeaderFooter): Promise<Fonts | undefined> {
    const sources = [header ?? '', footer ?? '', source.styles ?? ''];
    if (sources.some(({ length }) => length > maxSubsetSourceCharacters)) return undefined;
    const { usedCharacters } = await import('./used-characters.ts');
    const texts = [...shown];
    // `<span class="title">` shows the document's title.
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
  /** Returns the style sheet without unneeded font faces. */
  css(css: string): string;
}

const whole: Fonts = { embed: asData, css: (css) => css };

/** In characters, per source. A longer source gets whole fonts. */
const maxSubsetSourceCharacters = 100_000;

const parseInProcess: ParseHeaderFooter = async (source) =>
  (await import('./parse-header-footer.ts')).parseHeaderFooter(source);

/**
 * Reverts Chromium's own rules for `#header` and `#footer`, and prevents page-wide rules of `styles.css` from moving
 * the boxes. The content is centred vertically in the margin, like CSS margin boxes. Content taller than the margin
 * starts at its top.
 */
const reset = `
html, body { margin: 0 !important; padding: 0 !important; background: none !important; width: auto !important; min-height: 0 !important; column-count: auto !important; border: 0 !important }
#header, #footer { display: block !important; padding: 0 !important; margin: 0 !important; font-size: 9pt; -webkit-print-color-adjust: exact; print-color-adjust: exact }
.pdfapi-margin { box-sizing: border-box; width: 100%; display: flex; flex-direction: column; justify-content: safe center }
.pdfapi-margin > div { width: 100% }
`;

/**
 * The maximum number of characters of styles and files in header and footer combined. Chromium receives them in one
 * message.
 */
const maxMarginCharacters = 32_000_000;

class MarginRoom {
  charactersLeft = maxMarginCharacters;

  /**
   * Throws `page_failed` if the remaining space is too small for the text, or if the text is undefined because it
   * exceeded the limit while it was built.
   */
  take(text: string | undefined): string {
    if (text !== undefined && text.length <= this.charactersLeft) {
      this.charactersLeft -= text.length;
      return text;
    }
    const megabytes = maxMarginCharacters / 1_000_000;
    throw new Failure(
      'page_failed',
      `The header and footer have more than ${megabytes} MB, including their styles and files.`,
      { hint: 'Each reference to a file embeds all of it. Use smaller files, or refer to each only once.' },
    );
  }
}

/** Escapes like parse5's `serialize`. */
const inAttribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;').replaceAll('"', '&quot;');
