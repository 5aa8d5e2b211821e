import type { DeadLink } from '../../content/dead-links.ts';
import type { unclobberedDocument } from '../unclobbered-document.ts';

export interface FindLinksOptions {
  /** The address below which all addresses of the document are. */
  readonly origin: string;
  /** The same address with folders above it that stand for unknown ones. */
  readonly above: string;
  /** Per kind of link. */
  readonly maxLinks: number;
  readonly maxAddressCharacters: number;
  readonly maxDead: number;
}

export interface FoundLinks {
  readonly dead: readonly DeadLink[];
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
  const { origin, above, maxLinks, maxAddressCharacters, maxDead } = options;
  const document = getDocument();
  const base = document.baseURI;
  const found = new Map<string, string>();
  const plain = new Set<string>();
  const schemeless = new Set<string>();
  const complete = new Set<string>();
  const inside = new Map<string, Element[]>();
  const own = base.split('#', 1)[0];
  /** Tabs, menus and routes of scripts are no links for readers. */
  const isHandled = (link: Element, name: string): boolean =>
    /^$|^top$|^[!/]|:~:/i.test(name) ||
    link.matches('[onclick], [role=button], [role=tab], [role=menuitem], [data-toggle], [data-bs-toggle]');
  const readDead = ([name, links]: [string, Element[]]): DeadLink[] => {
    let decoded = name;
    try {
      decoded = decodeURIComponent(name);
    } catch {
      // It is a name as it is written.
    }
    const target =
      document.getElementById(name) ??
      document.getElementById(decoded) ??
      [...document.getElementsByName(decoded)].find((each) => each instanceof HTMLAnchorElement);
    if (target?.checkVisibility()) return [];
    const shown = links.filter((link) => link.checkVisibility({ visibilityProperty: true }));
    if (shown.length === 0) return [];
    const texts = shown.slice(0, 3).map((link) => {
      const label = link.getAttribute('aria-label') ?? link.textContent.slice(0, 1_000).trim();
      const text = label || link.querySelector('img')?.alt || link.getAttribute('title') || `#${decoded}`;
      return text.replace(/\s+/g, ' ').trim().slice(0, 60).toWellFormed();
    });
    const isBoxless = target && getComputedStyle(target).display === 'contents';
    const reason = target && (isBoxless ? 'without box' : 'hidden');
    return [{ name: decoded.slice(0, 100).toWellFormed(), texts, count: shown.length, target: reason }];
  };
  const isOwn = base.startsWith(origin);
  for (const link of document.querySelectorAll('a, area')) {
    const written = link.getAttribute('href') ?? link.getAttribute('xlink:href');
    if (written === null || written.length > maxAddressCharacters) continue;
    if (found.size >= maxLinks || schemeless.size >= maxLinks) continue;
    try {
      const { href, hash } = new URL(written, base);
      if (own === href.slice(0, href.length - hash.length) && hash && !isHandled(link, hash.slice(1))) {
        const links = inside.get(hash.slice(1));
        if (links) links.push(link);
        else if (inside.size < maxLinks) inside.set(hash.slice(1), [link]);
      }
      if (!isOwn) continue;
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
    dead: [...inside].flatMap(readDead).slice(0, maxDead),
    found: [...found].filter(([href]) => !plain.has(href)),
    schemeless: [...schemeless].filter((href) => !complete.has(href)),
  };
}
