import type { unclobberedDocument } from '../unclobbered-document.ts';

export interface FindLinksOptions {
  /** The address below which all addresses of the document are. */
  readonly origin: string;
  /** The same address with folders above it that stand for unknown ones. */
  readonly above: string;
  /** Per kind of link. */
  readonly maxLinks: number;
  readonly maxAddressCharacters: number;
}

export interface FoundLinks {
  readonly found: readonly (readonly [folded: string, unfolded: string])[];
  readonly schemeless: readonly string[];
}

/**
 * Finds links whose address lost path segments when the browser made it absolute, each with the address that it would
 * have far below the root of its host. If another link has the same address without leading above the root, that form
 * is kept. `schemeless` holds the addresses of links without a scheme, unless another link has the same address with a
 * scheme.
 */
export function findLinks(getDocument: typeof unclobberedDocument, options: FindLinksOptions): FoundLinks {
  const { origin, above, maxLinks, maxAddressCharacters } = options;
  const document = getDocument();
  const base = document.baseURI;
  const found = new Map<string, string>();
  const plain = new Set<string>();
  const schemeless = new Set<string>();
  const complete = new Set<string>();
  if (!base.startsWith(origin)) return { found: [], schemeless: [] };
  for (const link of document.querySelectorAll('a, area')) {
    const written = link.getAttribute('href') ?? link.getAttribute('xlink:href');
    if (written === null || written.length > maxAddressCharacters) continue;
    if (found.size >= maxLinks || schemeless.size >= maxLinks) continue;
    try {
      const { href } = new URL(written, base);
      if (!href.startsWith(origin)) {
        if (href.startsWith('http:')) (/^[\\/]{2}/.test(written.trim()) ? schemeless : complete).add(href);
        continue;
      }
      const unfolded = new URL(written, above + base.slice(origin.length)).href;
      if (unfolded.startsWith(above)) plain.add(href);
      else found.set(href, unfolded);
    } catch {
      // It is not an address.
    }
  }
  return {
    found: [...found].filter(([href]) => !plain.has(href)),
    schemeless: [...schemeless].filter((href) => !complete.has(href)),
  };
}
