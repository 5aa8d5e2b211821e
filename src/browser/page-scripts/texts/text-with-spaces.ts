/**
 * Returns the text of an element with a space wherever its lines, blocks and pictures divide words. Without what is not
 * displayed, and without soft hyphens. `nameOf`: what is read instead of the contents of an element, or null.
 */
export function textWithSpaces(
  root: Element,
  maxCharacters: number,
  nameOf: (element: Element) => string | null,
): string {
  const ends = new Map<Node, string>();
  const waiting: Node[] = [root];
  let text = '';
  for (let node = waiting.pop(); node && text.length < 10 * maxCharacters; node = waiting.pop()) {
    const end = ends.get(node);
    if (end !== undefined) {
      ends.delete(node);
      text += end;
      continue;
    }
    if (!(node instanceof Element)) {
      if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue ?? '';
      continue;
    }
    const name = nameOf(node);
    if (name !== null) {
      text += ` ${name} `;
      continue;
    }
    // The number of a footnote is no part of the text around it.
    if (node !== root && node.hasAttribute('data-pdfapi-footnote-call')) continue;
    const { display } = getComputedStyle(node);
    if (display === 'none') continue;
    const divides =
      /^(?:br|img|svg|canvas|picture|video|object)$/.test(node.localName) ||
      !/^(?:inline|contents|ruby)/.test(display);
    if (divides) {
      text += ' ';
      // It comes again behind its children.
      ends.set(node, ' ');
      waiting.push(node);
    }
    waiting.push(...[...node.childNodes].reverse());
  }
  return text.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim();
}
