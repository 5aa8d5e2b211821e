/**
 * Where our scripts look at a document: what is in it must not stand in for what they ask of it. A page may replace
 * what all its scripts use, and `<form name="body">` takes the place of `document.body`.
 */
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from './connection.ts';

/** An expression for `document` in which elements have no say. */
export const ownDocument = `new Proxy({}, {
  get: (_, name) => {
    const value = Reflect.get(Document.prototype, name, globalThis.document);
    return typeof value === 'function' ? value.bind(globalThis.document) : value;
  },
  set: (_, name, value) => Reflect.set(Document.prototype, name, value, globalThis.document),
})`;

/** Undefined where a document has no scripts, and so only one world. */
export type IsolatedWorldId = Protocol.Runtime.ExecutionContextId | undefined;

/** A world with the same document as the page's scripts, and nothing of theirs; it lasts as long as their realm. */
export async function createIsolatedWorld(
  page: CdpSession,
  frameId: string,
): Promise<Protocol.Runtime.ExecutionContextId> {
  const { executionContextId } = await page.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'pdfapi',
  });
  return executionContextId;
}
