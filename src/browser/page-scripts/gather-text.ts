import type { unclobberedDocument } from './unclobbered-document.ts';

/**
 * Appends to the document one `<pdfapi-font>` element per font that its styles request, with all text in that font. The
 * protocol reports only the fonts of one element's own text.
 */
export function gatherText(getDocument: typeof unclobberedDocument): void {
  const document = getDocument();
  const texts = new Map<string, string>();
  const walker = document.createTreeWalker(
    document.documentElement ?? globalThis.document,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement;
    const text = node.data.replace(/\s+/g, '');
    if (!parent?.checkVisibility() || !text) continue;
    const { fontFamily, fontStyle, fontWeight } = getComputedStyle(parent);
    const key = [fontStyle, fontWeight, '16px', fontFamily].join(' ');
    texts.set(key, (texts.get(key) ?? '') + text);
  }
  for (const [font, text] of texts) {
    const element = document.createElement('pdfapi-font');
    element.style.font = font;
    element.textContent = text;
    ((document.body ?? document.documentElement) as HTMLElement | null)?.append(element);
    // The protocol reports what is laid out, and does not cause a layout.
    element.getBoundingClientRect();
  }
}
