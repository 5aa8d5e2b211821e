/**
 * Resolves a document's links to other files. During printing the document has an address that cannot be visited, and
 * Chromium writes relative links as addresses below it.
 */

import { containsText } from '#runtime/find-text';
import { documentAddress, toDocumentAddress } from '#template/model/document-address';
import { type CallPage, callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import type { DeadLink } from '../content/dead-links.ts';
import { findLinkTexts } from '../page-scripts/texts/find-link-texts.ts';
import { findLinks } from '../page-scripts/texts/find-links.ts';
import { textWithSpaces } from '../page-scripts/texts/text-with-spaces.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';

export interface DocumentLinks {
  /** The address of the document in the PDF. */
  readonly address: string;
  /** Links that lead above the folder or start at its root: address in the PDF → reference as written. */
  readonly written: ReadonlyMap<string, string>;
  /**
   * Addresses in the PDF that were written without a scheme (`//example.com`) and that Chromium completed with `http:`.
   */
  readonly schemeless: ReadonlySet<string>;
}

/** A placeholder for the folders above the document's, whose names are unknown. */
const folderAbove = '~above~/';
const above = documentAddress + folderAbove.repeat(20);

const options = {
  origin: documentAddress,
  above,
  /** Further links in one document keep the form that Chromium normalized them to. */
  maxLinks: 2_000,
  maxAddressCharacters: 2_000,
  maxDead: 500,
};

const args = [unclobberedDocument, options] as const;

interface LinksToCollect {
  readonly documentPath: string | undefined;
  readonly world: IsolatedWorldId;
  /** Whether the document may have links to places of its own. */
  readonly hasInner: boolean;
  /** Used before the PDF is known. */
  readonly call: CallPage;
}

/**
 * `links` is undefined if the PDF has no link to a file next to the document and no link that may have been written
 * without a scheme.
 */
export async function collectLinks(
  page: CdpSession,
  pdf: Promise<Buffer>,
  { documentPath, world, hasInner, call }: LinksToCollect,
): Promise<{ readonly links?: DocumentLinks; readonly deadLinks?: readonly DeadLink[] }> {
  const [early, hasOuter] = await Promise.all([
    hasInner ? call(findLinks, args) : undefined,
    pdf.then((bytes) => containsText(bytes, '/URI (http://')),
  ]);
  if (!hasOuter && !early) return {};
  const { found, schemeless, dead } = early ?? (await callInPage(page, findLinks, args, world));
  const from = above + toDocumentAddress(documentPath).slice(documentAddress.length);
  const written = found.map(([folded, unfolded]): [string, string] => [
    folded,
    relativeReference(from, unfolded),
  ]);
  const links = {
    address: toDocumentAddress(documentPath),
    written: new Map(written),
    schemeless: new Set(schemeless),
  };
  return { ...(hasOuter ? { links } : {}), ...(hasInner ? { deadLinks: dead } : {}) };
}

const textLimits = {
  maxLinks: 20_000,
  maxAddressCharacters: 2_000,
  maxTextCharacters: 500,
  // In JSON each takes up to six bytes, which stays below `pageLimits.maxAnswerBytes`.
  maxCharacters: 2_500_000,
};

/**
 * Returns address and text in the order of the links. A PDF needs the text apart from what is drawn (ISO 14289-1, 7.18.5).
 * See `PrintedDocument.linkTexts`.
 */
export async function collectLinkTexts(
  page: CdpSession,
  world: IsolatedWorldId,
): Promise<readonly (readonly [address: string, text: string])[]> {
  return await callInPage(page, findLinkTexts, [unclobberedDocument, textWithSpaces, textLimits], world);
}

/**
 * Returns the address that a link of the PDF should have: resolved against the base URL, or relative again if there is
 * none. Returns an empty string for the document itself. An address without a scheme gets the scheme of the base URL,
 * or `https:`.
 *
 * @example
 * linkAddress(links, 'http://document.pdfapi.invalid/a.html#b', undefined); // 'a.html#b'
 * linkAddress(links, 'http://document.pdfapi.invalid/a.html#b', 'https://example.com/x/'); // 'https://example.com/x/a.html#b'
 */
export function linkAddress(
  { address, written, schemeless }: DocumentLinks,
  link: string,
  baseUrl: string | undefined,
): string {
  if (link.startsWith(documentAddress)) {
    const reference = written.get(link) ?? relativeReference(address, link);
    return baseUrl === undefined ? reference : new URL(reference, baseUrl).href;
  }
  if (!schemeless.has(link)) return link;
  const scheme = baseUrl === undefined ? 'https:' : new URL(baseUrl).protocol;
  return scheme + link.slice('http:'.length);
}

/** Returns the shortest reference from one address to another on the same host. Absolute paths stay absolute. */
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
