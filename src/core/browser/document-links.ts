/**
 * Links of a document to other files. While it is printed it has an address that no one can visit, and Chromium writes
 * relative links as addresses below that one.
 */
import type { CdpSession } from './connection.ts';
import { addressOf, documentAddress } from './document-address.ts';
import { evaluate } from './evaluate.ts';
import { ownDocument, type World } from './own-document.ts';

export interface DocumentLinks {
  /** The address of the document in the PDF. */
  readonly address: string;
  /** Those that lead above the folder, or start from its top: address in the PDF → reference as written. */
  readonly written: ReadonlyMap<string, string>;
}

/** In place of the folders above the document's, whose names are not known. */
const folderAbove = '~above~/';
const above = documentAddress + folderAbove.repeat(20);

/** More of them in one document are written as Chromium folds them. */
const maxLinks = 2_000;
const maxAddressCharacters = 2_000;

/** Undefined where the PDF has no link to a file beside the document. */
export async function collectLinks(
  page: CdpSession,
  pdf: Buffer,
  { documentPath, world }: { readonly documentPath: string | undefined; readonly world: World },
): Promise<DocumentLinks | undefined> {
  if (!pdf.includes(`(${documentAddress}`)) return undefined;
  const found = await evaluate<[folded: string, unfolded: string][]>(page, unfoldedLinks, world);
  const from = above + addressOf(documentPath).slice(documentAddress.length);
  const written = found.map(([folded, unfolded]): [string, string] => [
    folded,
    relativeReference(from, unfolded),
  ]);
  return { address: addressOf(documentPath), written: new Map(written) };
}

/**
 * Links whose address lost something when the browser made it absolute, each with the address that it would have far
 * below the top of its host. A link that is also written without leading above keeps that form.
 */
const unfoldedLinks = `(() => {
  const document = ${ownDocument};
  const own = '${documentAddress}', above = '${above}';
  const base = document.baseURI;
  if (!base.startsWith(own)) return [];
  const found = new Map(), plain = new Set();
  for (const link of document.querySelectorAll('a, area')) {
    const written = link.getAttribute('href') ?? link.getAttribute('xlink:href');
    if (written === null || written.length > ${maxAddressCharacters} || found.size >= ${maxLinks}) continue;
    try {
      const { href } = new URL(written, base);
      if (!href.startsWith(own)) continue;
      const unfolded = new URL(written, above + base.slice(own.length)).href;
      if (unfolded.startsWith(above)) plain.add(href);
      else found.set(href, unfolded);
    } catch {}
  }
  return [...found].filter(([href]) => !plain.has(href));
})()`;

/**
 * What a link of the document says when it is relative again; an empty text for the document itself.
 *
 * @example
 * linkReference({ address: 'http://document.pdfapi.invalid/', written }, 'http://document.pdfapi.invalid/a.html#b'); // 'a.html#b'
 */
export function linkReference({ address, written }: DocumentLinks, link: string): string {
  return written.get(link) ?? relativeReference(address, link);
}

/** The shortest reference that leads from one address to another of the same host; absolute paths stay absolute. */
function relativeReference(from: string, to: string): string {
  const target = new URL(to);
  const { pathname, search, hash } = target;
  if (from.startsWith(above) && !to.startsWith(documentAddress + folderAbove))
    return pathname + search + hash;
  const base = new URL(from);
  if (pathname === base.pathname) return search + hash;
  const folders = base.pathname.split('/').slice(0, -1);
  const parts = pathname.split('/');
  const differs = folders.findIndex((folder, i) => i >= parts.length - 1 || folder !== parts[i]);
  const shared = differs < 0 ? folders.length : differs;
  const path = '../'.repeat(folders.length - shared) + parts.slice(shared).join('/');
  const isAmbiguous = path === '' || path.startsWith('/') || (path.split('/')[0] ?? '').includes(':');
  return (isAmbiguous ? './' : '') + path + search + hash;
}
