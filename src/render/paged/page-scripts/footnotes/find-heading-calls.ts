import type { HeadingCall } from '#pdf/outline/drop-footnote-calls';
import type { PagedState } from '../find-paged-styles.ts';

/** The calls of footnotes that are in headings, as they are printed. */
export function findHeadingCalls(): HeadingCall[] {
  const { notes = [] } = (globalThis as PagedState).pdfapiPaged?.footnotes ?? {};
  const isOfCall = (node: Node) => node.parentElement?.closest('[data-pdfapi-footnote-call]') ?? false;
  return notes.flatMap(({ place, call }) => {
    const heading = call.closest('h1, h2, h3, h4, h5, h6');
    const text = call.textContent.trim();
    if (!heading || text === '') return [];
    const walker = call.ownerDocument.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    let lettersBehind = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isBehind = (call.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      if (isBehind && !isOfCall(node))
        lettersBehind += (node.nodeValue ?? '').replace(/[\s\u00ad]/g, '').length;
    }
    return [{ place: place.id, text, lettersBehind }];
  });
}
