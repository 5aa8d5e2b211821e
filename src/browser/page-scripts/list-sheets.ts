import type { unclobberedDocument } from './unclobbered-document.ts';

export interface ListedSheet {
  readonly media: string;
  /** The address that it was loaded from, or that of the document. */
  readonly url: string;
  /** Undefined for one that was loaded. */
  readonly css?: string | undefined;
  /** For a sheet that has `style` attributes as rules: their texts, one for each line. */
  readonly attributes?: readonly string[] | undefined;
}

interface ListOptions {
  readonly maxSheets: number;
  readonly maxCharacters: number;
  /** A regular expression for the `style` attributes that matter. */
  readonly attributeWords: string;
}

/**
 * Lists the document's style sheets in the order of the cascade. Their texts end one character after the limit. The last one
 * has the `style` attributes that matter, whose elements get a mark each for its selectors.
 */
export function listSheets(
  getDocument: typeof unclobberedDocument,
  { maxSheets, maxCharacters, attributeWords }: ListOptions,
): ListedSheet[] {
  const document = getDocument();
  const sheets: ListedSheet[] = [];
  let left = maxCharacters + 1;
  for (const sheet of [...document.styleSheets].slice(0, maxSheets)) {
    if (sheet.disabled) continue;
    const media = sheet.media.mediaText;
    if (sheet.href) sheets.push({ media, url: sheet.href });
    else {
      const css = (sheet.ownerNode?.textContent ?? '').slice(0, left);
      left -= css.length;
      sheets.push({ media, url: document.baseURI, css });
    }
  }
  // Fields of a form may have the names of its methods.
  const { getAttribute, setAttribute } = Element.prototype;
  const words = new RegExp(attributeWords, 'i');
  const attributes = new Map<string, number>();
  for (const element of document.querySelectorAll('[style]')) {
    const text = getAttribute.call(element, 'style') ?? '';
    // In a rule, a brace would end it.
    if (text.length > left || !words.test(text) || /[{}@]/.test(text)) continue;
    if (!attributes.has(text)) left -= text.length;
    const mark = attributes.get(text) ?? attributes.size;
    attributes.set(text, mark);
    setAttribute.call(element, `data-pdfapi-style-${mark}`, '');
  }
  if (attributes.size > 0) {
    const texts = [...attributes.keys()].map((text) => text.replaceAll(/\s+/g, ' '));
    // An attribute counts more than any selector in use. No element has several ids.
    const rules = texts.map((text, mark) => `[data-pdfapi-style-${mark}]:not(#a#b#c#d){${text}}`);
    sheets.push({
      media: '',
      url: document.baseURI,
      css: rules.join('\n'),
      attributes: [...attributes.keys()],
    });
  }
  return sheets;
}
