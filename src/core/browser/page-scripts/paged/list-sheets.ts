import type { unclobberedDocument } from '../unclobbered-document.ts';

/** A style sheet of the document: its text, or the address that it was loaded from. */
export type ListedSheet = { readonly media: string } & ({ readonly css: string } | { readonly url: string });

/** Lists the document's style sheets in the order of the cascade. */
export function listSheets(getDocument: typeof unclobberedDocument, maxSheets: number): ListedSheet[] {
  const document = getDocument();
  const sheets: ListedSheet[] = [];
  for (const sheet of [...document.styleSheets].slice(0, maxSheets)) {
    if (sheet.disabled) continue;
    const media = sheet.media.mediaText;
    if (sheet.href) sheets.push({ media, url: sheet.href });
    else sheets.push({ media, css: sheet.ownerNode?.textContent ?? '' });
  }
  return sheets;
}
