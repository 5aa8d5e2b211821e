import type { unclobberedDocument } from '../unclobbered-document.ts';

export interface ListedSheet {
  readonly media: string;
  /** The address that it was loaded from, or that of the document. */
  readonly url: string;
  /** Undefined for one that was loaded. */
  readonly css?: string | undefined;
}

/** Lists the document's style sheets in the order of the cascade. Their texts end one character after the limit. */
export function listSheets(
  getDocument: typeof unclobberedDocument,
  { maxSheets, maxCharacters }: { readonly maxSheets: number; readonly maxCharacters: number },
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
  return sheets;
}
