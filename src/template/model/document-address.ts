/**
 * The address that a document has while it is printed. Its host is one that never exists (RFC 6761), so that
 * relative addresses can only mean the template's own files, and links within the document stay internal.
 */
export const documentAddress = 'http://document.pdfapi.invalid/';

/** The address of a document in a folder below the root of its assets, with what scripts find behind it. */
export const toDocumentAddress = (documentPath = '', query = ''): string =>
  documentAddress + documentPath.split('/').map(encodeURIComponent).join('/') + query;

/** Whether a browser parses the document as XML, where `<title/>` is a whole element. */
export const isXhtml = (documentPath = ''): boolean => /\.xht(?:ml)?$/i.test(documentPath);

/** The decoded relative path that an address inside the document means, or undefined if it means another host. */
export function assetPath(address: string, documentPath?: string): string | undefined {
  let url: URL;
  try {
    url = new URL(address.trim(), toDocumentAddress(documentPath));
  } catch {
    return undefined;
  }
  if (!url.href.startsWith(documentAddress)) return undefined;
  try {
    return decodeURIComponent(url.pathname.slice(1));
  } catch {
    return undefined;
  }
}

/** Returns an address of the document's own as its author wrote it: without the internal host. */
export function readableAddress(url: string): string {
  return url.startsWith(documentAddress)
    ? url.slice(documentAddress.length) || 'the document'
    : url.slice(0, 200);
}

// After an optional quote no second `\s*` may begin where the first one ended: every way to share a run of spaces
// between the two would be tried, in quadratic time. The look-ahead does not let it stop in the middle of a run.
const relative =
  /(?:\b(?:src|href|srcset|poster|data|xlink:href)\s*=\s*(?:["']\s*)?|url\(\s*(?:["']\s*)?|@import\s+["'])(?!data:|blob:|https?:|mailto:|tel:|#|["'\s>)])/i;

/**
 * Whether HTML or CSS may refer to a file by an address that is completed with that of the document: a relative one, or
 * one without a scheme. Says yes when in doubt.
 */
export const refersToAssets = (text: string): boolean => relative.test(text);

// Linear as well: no part of it runs on past a `<`, and no two `\s*` stand beside each other.
const absolute =
  /(?:\b(?:src|srcset|poster|data|background|xlink:href)\s*=\s*(?:["']\s*)?|<(?:link|image|use|feImage)\b[^<>]*\bhref\s*=\s*(?:["']\s*)?|url\(\s*(?:["']\s*)?|@import\s+["']\s*)(?:https?:)?\/\//i;

/**
 * Whether HTML or CSS loads something from the network, as it is usually written. Links are not loaded. A page
 * that turns out to want it although this says no is printed again: see `NeedsNetwork`.
 */
export const loadsFromNetwork = (text: string): boolean => absolute.test(text);

/** Whether HTML or CSS may speak of anything on the network. Says yes when in doubt. */
export const refersToNetwork = (text: string): boolean => /\/\/|https?&|&#(?:47|x2f);/i.test(text);
