/** Loads a document in a page under its own address and serves its files, and nothing else, from memory. */
import type { Protocol } from 'devtools-protocol';
import { assetPath, documentAddress, toDocumentAddress } from '#template/model/document-address';
import { type Asset, type Assets, noAssets } from '#template/model/template';
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { Base64Content } from '../cdp/message-pieces.ts';
import { moveToPath } from '../page-scripts/page-state.ts';
import { withFontDisplaysOfFile } from './font-displays.ts';

export interface ServedDocument {
  readonly html: string;
  readonly assets: Assets;
  /** Default: it is HTML. */
  readonly isXml?: boolean | undefined;
  /**
   * Called with each picture, in the order in which the page asks for them, and returns what the page gets. Default: the
   * picture.
   */
  readonly onPicture?: ((url: string, picture: Asset) => Asset) | undefined;
  /** Further requests that are paused, which another handler continues. */
  readonly patterns?: readonly Protocol.Fetch.RequestPattern[] | undefined;
}

/**
 * Files that are read and sent to the browser at the same time, so that a document with a thousand pictures never has all of
 * them in memory.
 */
const maxConcurrentFiles = 8;

/** Loads a document in a new realm. Resolves when it has begun to load. */
export async function serveDocument(page: CdpSession, document: ServedDocument): Promise<void> {
  await serveFiles(page, document);
  const { documentPath, documentQuery } = document.assets;
  await page.send('Page.navigate', { url: toDocumentAddress(documentPath, documentQuery) });
}

/**
 * Replaces the document that `showNothing` leaves in a page, at half the cost of loading a new one. The realm stays.
 * Without scripts, the document must therefore have no files of its own, because Chromium remembers what a style has
 * loaded from an address for the lifetime of the realm; with scripts, a realm may be used only once. If the document
 * has a path of its own, the page keeps that address.
 */
export async function replaceDocument(
  page: CdpSession,
  mainFrame: string,
  document: ServedDocument,
): Promise<void> {
  const { html, assets } = document;
  answerRequests(page, document);
  const { pathname } = new URL(toDocumentAddress(assets.documentPath));
  await Promise.all([
    ...(assets.documentPath ? [callInPage(page, moveToPath, [pathname])] : []),
    page.send('Page.setDocumentContent', { frameId: mainFrame, html }),
  ]);
}

/** Loads an empty document in a new realm, which `replaceDocument` may then replace. */
export async function showNothing(page: CdpSession): Promise<void> {
  const loaded = new Promise<void>((resolve) => page.on('Page.loadEventFired', () => resolve()));
  await page.send('Page.enable');
  await serveDocument(page, { html: '<!doctype html>', assets: noAssets });
  await loaded;
}

/** Empties the document without a new realm. There is no need to wait: later commands run after it. */
export function showNothingInstead(page: CdpSession, mainFrame: string): void {
  page.send('Page.setDocumentContent', { frameId: mainFrame, html: '' }).catch(() => {});
}

/** Serves requests to the page's own address. A paused request without a response would wait indefinitely. */
async function serveFiles(page: CdpSession, document: ServedDocument): Promise<void> {
  answerRequests(page, document);
  const { patterns = [] } = document;
  await page.send('Fetch.enable', { patterns: [{ urlPattern: `${documentAddress}*` }, ...patterns] });
}

function answerRequests(page: CdpSession, { html, assets, isXml = false, onPicture }: ServedDocument): void {
  const address = toDocumentAddress(assets.documentPath, assets.documentQuery);
  const waiting: Protocol.Fetch.RequestPausedEvent[] = [];
  let running = 0;
  /** Settles when `onPicture` was called for all pictures that were asked for. */
  let pictures: Promise<unknown> = Promise.resolve();
  page.on('Fetch.requestPaused', (event) => {
    if (!event.request.url.startsWith(documentAddress)) return;
    waiting.push(event);
    if (running < maxConcurrentFiles) void answerWaiting();
  });

  async function answerWaiting(): Promise<void> {
    running++;
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      // A page that was closed meanwhile rejects the response and does not need it.
      await answer(event)
        .then((response) => page.send('Fetch.fulfillRequest', response))
        .catch(() => {});
    }
    running--;
  }

  async function answer(event: Protocol.Fetch.RequestPausedEvent): Promise<FulfillRequest> {
    const { requestId, request, resourceType } = event;
    if (resourceType === 'Document' && request.url === address) {
      return found(requestId, `${isXml ? 'application/xhtml+xml' : 'text/html'}; charset=utf-8`, html);
    }
    const path = assetPath(request.url);
    const asset = await (resourceType === 'Image' && onPicture
      ? readPicture(request.url, path, onPicture)
      : readAsset(path));
    if (!asset) {
      // Users see this as the reason. A status line is limited to printable ASCII.
      const reason =
        (path && (await assets.explain?.(path))) || 'there is no such file that the document may use';
      return { requestId, responseCode: 404, responsePhrase: reason.replace(/[^ -~]/g, '?') };
    }
    const content = /^text\/css\b/i.test(asset.type) ? withFontDisplaysOfFile(asset.bytes) : asset.bytes;
    return found(requestId, asset.type, content);
  }

  async function readAsset(path: string | undefined): Promise<Asset | undefined> {
    return path ? await assets.read(path).catch(() => undefined) : undefined;
  }

  /** Pictures are read at the same time. A small one must not overtake a large one: that would change the document. */
  function readPicture(
    url: string,
    path: string | undefined,
    decide: (url: string, picture: Asset) => Asset,
  ): Promise<Asset | undefined> {
    const reading = readAsset(path);
    const decided = pictures.then(async () => {
      const picture = await reading;
      return picture && decide(url, picture);
    });
    pictures = decided.catch(() => {});
    return decided;
  }
}

type FulfillRequest = Omit<Protocol.Fetch.FulfillRequestRequest, 'body'> & { readonly body?: Base64Content };

function found(requestId: string, type: string, content: Uint8Array | string): FulfillRequest {
  return {
    requestId,
    responseCode: 200,
    // A file of another document may have the same name.
    responseHeaders: [
      { name: 'content-type', value: type },
      { name: 'cache-control', value: 'no-store' },
    ],
    body: new Base64Content(content),
  };
}
