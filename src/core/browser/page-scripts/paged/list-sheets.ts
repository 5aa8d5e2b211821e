import type { unclobberedDocument } from '../unclobbered-document.ts';

export interface ListedSheet {
  readonly media: string;
  /** The address that it was loaded from, or that of the document. */
  readonly url: string;
  /** Undefined for one that was loaded. */
  readonly css?: string | undefined;
}

/** Lists the document's style sheets in the order of the cascade. */
export function listSheets(getDocument: typeof unclobberedDocument, maxSheets: number): ListedSheet[] {
  const document = getDocument();
  const sheets: ListedSheet[] = [];
  for (const sheet of [...document.styleSheets].slice(0, maxSheets)) {
    if (sheet.disabled) continue;
    const media = sheet.media.mediaText;
    if (sheet.href) sheets.push({ media, url: sheet.href });
    else sheets.push({ media, url: document.baseURI, css: sheet.ownerNode?.textContent ?? '' });
  }
  return sheets;
}
