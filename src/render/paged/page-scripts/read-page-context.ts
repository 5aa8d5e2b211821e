import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';

export interface PageContext {
  /** Computed values of the root element, which the boxes in the margins of the pages inherit. */
  readonly root: readonly (readonly [property: string, value: string])[];
  /** The elements that give the document its styles, as HTML. */
  readonly head: string;
}

interface ContextOptions {
  /** Inherited ones to read. */
  readonly properties: readonly string[];
  /** The most characters of the styles; those after them are left out. */
  readonly maxCharacters: number;
  /** The beginning of the addresses of documents that are no web pages. */
  readonly documentAddress: string;
}

export function readPageContext(
  getDocument: typeof unclobberedDocument,
  { properties, maxCharacters, documentAddress }: ContextOptions,
): PageContext {
  const document = getDocument();
  const values = document.documentElement.computedStyleMap();
  const color = values.get('color')?.toString();
  const root = properties.flatMap((property): [string, string][] => {
    const value = values.get(property)?.toString();
    // A colour that follows `color` is computed as that of the element, but has to follow it in the boxes too.
    const isDerived = property.endsWith('-color') && value === color;
    return value === undefined || isDerived ? [] : [[property, value]];
  });
  let head = '';
  // The boxes are printed in another document, in which the addresses of a web page would have another meaning.
  if (/^https?:/.test(document.baseURI) && !document.baseURI.startsWith(documentAddress)) {
    const base = document.createElement('base');
    base.href = document.baseURI;
    head = base.outerHTML;
  }
  for (const element of document.querySelectorAll('base[href], style, link[rel~=stylesheet i]')) {
    if (element.namespaceURI !== document.documentElement.namespaceURI) continue;
    if (head.length + element.outerHTML.length > maxCharacters) break;
    head += element.outerHTML;
  }
  return { root, head };
}
