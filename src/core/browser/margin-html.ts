/**
 * Header and footer. Chromium prints them from documents of their own, which know no style, no font and no
 * file of the page, start at font size 0 and ignore the page's side margins. Here they get a readable size, the
 * page's margins, `styles.css` and everything that it refers to, so that they look as written.
 */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { Assets } from '../template/template.ts';
import { asData, type Embed, embedded } from './embed.ts';
import { inlineCssAssets } from './inline-assets.ts';
import { fillFields } from './margin-fields.ts';
import type { WebPage } from './web-page.ts';

export interface MarginHtml {
  /** `styles.css` with everything that it refers to inside. */
  readonly styles: string | undefined;
  /**
   * Addresses (data:) of the fonts of `styles`, and of those that header and footer bring themselves. Their
   * document does not wait for fonts: it has at once what the page has just loaded from the very same address.
   */
  readonly styleFonts: readonly string[];
  readonly ownFonts: readonly string[];
  /** What Chromium wants, for margins of these CSS lengths. */
  templates(margins: MarginLengths): { readonly headerTemplate: string; readonly footerTemplate: string };
}

export interface MarginHtmlSource {
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
  readonly styles?: string | undefined;
  readonly assets: Assets;
  /** What `<span class="date">` shows. Default: now. */
  readonly date?: Date | undefined;
  /** The web page that is printed, whose address `<span class="url">` shows. */
  readonly webPage?: WebPage | undefined;
  /**
   * The document, where nothing of `styles` is used for it: fonts are given then with those characters only that
   * header and footer may show, its title among them.
   */
  readonly slimFor?: string;
}

interface MarginLengths {
  readonly top: string;
  readonly right: string;
  readonly bottom: string;
  readonly left: string;
}

/** Undefined where there is neither header nor footer. */
export async function marginHtml(source: MarginHtmlSource): Promise<MarginHtml | undefined> {
  const { assets } = source;
  if (!source.header?.trim() && !source.footer?.trim()) return undefined;
  const { parseFragment, serialize } = await import('parse5');
  const [headerNodes, footerNodes] = [source.header, source.footer].map((html) =>
    html?.trim() ? parseFragment(html) : undefined,
  );
  const fields = fillFields([headerNodes, footerNodes], {
    date: source.date,
    hasAddress: source.webPage !== undefined,
  });
  const { embed, css } = (source.slimFor === undefined ? undefined : await slim(source.slimFor)) ?? whole;
  const styleFonts = new Set<string>();
  const styles = source.styles && (await inlineCssAssets(css(source.styles), assets, styleFonts, embed));
  const ownFonts = new Set<string>();
  const inlined = async (fragment: Tree.DocumentFragment | undefined) => {
    if (!fragment) return undefined;
    await inlineNode(fragment, assets, { fonts: ownFonts, embed, css });
    return serialize(fragment);
  };
  const [header, footer] = [await inlined(headerNodes), await inlined(footerNodes)];

  return {
    styles,
    styleFonts: [...styleFonts],
    ownFonts: [...ownFonts],
    templates({ top, right, bottom, left }) {
      const side = (html: string | undefined, height: string) => {
        // Chromium puts the date and the title where a template is empty.
        if (html === undefined) return '<span></span>';
        const box = `height:${height};padding:0 ${right} 0 ${left}`;
        return `<div class="pdfapi-margin" style="${box}"><div>${html}</div></div>`;
      };
      // Both stand in one document: what both need is said once, since it may hold whole fonts.
      const shared = `<style>${fields.styled(styles ?? '')}</style><style>${reset}</style>`;
      return { headerTemplate: shared + side(header, top), footerTemplate: side(footer, bottom) };
    },
  };

  async function slim(document: string): Promise<Fonts | undefined> {
    const { possibleCharacters } = await import('./possible-characters.ts');
    const sources = [source.header ?? '', source.footer ?? '', source.styles ?? ''];
    const texts: string[] = [];
    for (const nodes of [headerNodes, footerNodes]) if (nodes) addTexts(nodes, texts);
    // `<span class="title">` shows the document's.
    const titles = /\btitle\b/.test(sources.join('\n')) ? titlesOf(document) : [];
    for (const title of titles) addTexts(parseFragment(title), texts);
    const characters = possibleCharacters({ texts, sources });
    if (!characters) return undefined;
    const { embedSlim, withFacesFor } = await import('./slim-fonts.ts');
    return { embed: embedSlim(characters.drawn), css: (css) => withFacesFor(css, characters.shown) };
  }
}

interface Fonts {
  readonly embed: Embed;
  /** A style sheet without the faces that are not needed. */
  css(css: string): string;
}

const whole: Fonts = { embed: asData, css: (css) => css };

/** As written. */
const titlesOf = (html: string): string[] =>
  [...html.matchAll(/<title\b[^<>]*>([^<]*)/gi)].map(([, text = '']) => text);

/** Adds texts and attributes. */
function addTexts(node: Tree.Node, texts: string[]): void {
  if ('value' in node) texts.push(node.value);
  if ('attrs' in node) for (const { value } of node.attrs) texts.push(value);
  if ('childNodes' in node) for (const child of node.childNodes) addTexts(child, texts);
}

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

interface MarginFonts extends Fonts {
  /** Addresses of those that were met. */
  readonly fonts: Set<string>;
}

async function inlineNode(node: Tree.Node, assets: Assets, met: MarginFonts): Promise<void> {
  const { fonts, embed, css } = met;
  if ('attrs' in node) {
    for (const attribute of node.attrs) {
      const isImage = attribute.name === 'src' || (attribute.name === 'href' && node.tagName === 'image');
      if (isImage)
        attribute.value = (await embedded(attribute.value, assets, asData))?.address ?? attribute.value;
      if (attribute.name === 'style')
        attribute.value = await inlineCssAssets(attribute.value, assets, fonts, embed);
    }
    for (const child of node.childNodes) {
      if (node.tagName === 'style' && 'value' in child)
        child.value = await inlineCssAssets(css(child.value), assets, fonts, embed);
    }
  }
  if ('childNodes' in node) for (const child of node.childNodes) await inlineNode(child, assets, met);
}
