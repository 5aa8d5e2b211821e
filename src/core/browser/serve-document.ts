/** Loads a document under its own address and serves its files from memory, and nothing else under that host. */
import type { Protocol } from 'devtools-protocol';
import type { Assets } from '../template/template.ts';
import type { CdpSession } from './connection.ts';
import { addressOf, assetPath, documentAddress } from './document-address.ts';

/** Resolves when the document has begun to load. */
export async function serveDocument(page: CdpSession, html: string, assets: Assets): Promise<void> {
  const address = addressOf(assets.documentPath);
  page.on('Fetch.requestPaused', (event) => {
    // A page that was closed meanwhile refuses the answer, and needs none.
    answer(event)
      .then((response) => page.send('Fetch.fulfillRequest', response))
      .catch(() => {});
  });
  await page.send('Fetch.enable', { patterns: [{ urlPattern: `${documentAddress}*` }] });
  await page.send('Page.navigate', { url: address });

  async function answer(
    event: Protocol.Fetch.RequestPausedEvent,
  ): Promise<Protocol.Fetch.FulfillRequestRequest> {
    const { requestId, request, resourceType } = event;
    if (resourceType === 'Document' && request.url === address) {
      return found(requestId, 'text/html; charset=utf-8', Buffer.from(html, 'utf8'));
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

function found(requestId: string, type: string, bytes: Uint8Array): Protocol.Fetch.FulfillRequestRequest {
  return {
    requestId,
    responseCode: 200,
    responseHeaders: [{ name: 'content-type', value: type }],
    body: Buffer.from(bytes).toString('base64'),
  };
}
