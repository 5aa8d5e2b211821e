/** Puts a document in a page, under its own address, and serves its files from memory: nothing else is there. */
import type { Protocol } from 'devtools-protocol';
import { addressOf, assetPath, documentAddress } from '../../template/model/document-address.ts';
import { type Assets, noAssets } from '../../template/model/template.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { evaluate } from '../cdp/evaluate.ts';
import { Base64Content } from '../cdp/message-pieces.ts';

export interface ServedDocument {
  readonly html: string;
  readonly assets: Assets;
}

/** Resolves when the document has begun to load, in a realm of its own. */
export async function serveDocument(page: CdpSession, { html, assets }: ServedDocument): Promise<void> {
  await serveFiles(page, { html, assets });
  await page.send('Page.navigate', { url: addressOf(assets.documentPath) });
}

/**
 * In the place of a document of ours, as `showNothing` leaves it: half the price of loading it. The realm stays. So
 * where no script runs, only without files of its own, since Chromium remembers for as long as the realm lives what
 * a style has loaded from an address; and where scripts run, once only. A document with a path of its own leaves its
 * page under that.
 */
export async function replaceDocument(
  page: CdpSession,
  mainFrame: string,
  document: ServedDocument,
): Promise<void> {
  const { html, assets } = document;
  answerRequests(page, document);
  const { pathname } = new URL(addressOf(assets.documentPath));
  const move = `history.replaceState(null, '', ${JSON.stringify(pathname)})`;
  await Promise.all([
    ...(assets.documentPath ? [evaluate(page, move)] : []),
    page.send('Page.setDocumentContent', { frameId: mainFrame, html }),
  ]);
}

/** An empty document in a new realm, which `replaceDocument` may take the place of. */
export async function showNothing(page: CdpSession): Promise<void> {
  const loaded = new Promise<void>((resolve) => page.on('Page.loadEventFired', () => resolve()));
  await page.send('Page.enable');
  await serveDocument(page, { html: '<!doctype html>', assets: noAssets });
  await loaded;
}

/** The same in a page that holds a document of ours. Nobody waits for it: what is sent next comes after it. */
export function showNothingInstead(page: CdpSession, mainFrame: string): void {
  page.send('Page.setDocumentContent', { frameId: mainFrame, html: '' }).catch(() => {});
}

/** Answers what the page asks from its own address; where nobody does, it waits for ever. */
async function serveFiles(page: CdpSession, document: ServedDocument): Promise<void> {
  answerRequests(page, document);
  await page.send('Fetch.enable', { patterns: [{ urlPattern: `${documentAddress}*` }] });
}

function answerRequests(page: CdpSession, { html, assets }: ServedDocument): void {
  const address = addressOf(assets.documentPath);
  page.on('Fetch.requestPaused', (event) => {
    // A page that was closed meanwhile refuses the answer, and needs none.
    answer(event)
      .then((response) => page.send('Fetch.fulfillRequest', response))
      .catch(() => {});
  });

  async function answer(event: Protocol.Fetch.RequestPausedEvent): Promise<FulfillRequest> {
    const { requestId, request, resourceType } = event;
    if (resourceType === 'Document' && request.url === address) {
      return found(requestId, 'text/html; charset=utf-8', html);
    }
    const path = assetPath(request.url);
    const asset = path ? await assets.read(path).catch(() => undefined) : undefined;
    if (!asset) {
      // Told to people as the reason; a status line has no other letters.
      const reason =
        (path && (await assets.explain?.(path))) || 'there is no such file that the document may use';
      return { requestId, responseCode: 404, responsePhrase: reason.replace(/[^ -~]/g, '?') };
    }
    return found(requestId, asset.type, asset.bytes);
  }
}

type FulfillRequest = Omit<Protocol.Fetch.FulfillRequestRequest, 'body'> & { readonly body?: Base64Content };

function found(requestId: string, type: string, content: Uint8Array | string): FulfillRequest {
  return {
    requestId,
    responseCode: 200,
    // Another document's file may have the same name.
    responseHeaders: [
      { name: 'content-type', value: type },
      { name: 'cache-control', value: 'no-store' },
    ],
    body: new Base64Content(content),
  };
}
