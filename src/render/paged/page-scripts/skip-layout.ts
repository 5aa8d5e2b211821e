/**
 * Keeps what follows an element, or all of the document, from being laid out for the window. It is the largest part of
 * most documents, and each print lays it out for the window again, before and after it lays it out on pages. Only children
 * of a plain body are skipped: their size and their counters change nothing before them. `windowMark` shows whether
 * a print was taken for the window: see `windowRules`.
 */
export function skipLayout(
  document: Document,
  windowMark: string | undefined,
  after: Element | undefined,
): void {
  const attribute = 'data-pdfapi-skipped';
  const { body } = document;
  const isPlain = (element: Element): boolean => {
    const { display, float, position, contentVisibility } = getComputedStyle(element);
    return (
      display === 'block' && float === 'none' && position === 'static' && contentVisibility === 'visible'
    );
  };
  const isBehind = (element: Element): boolean =>
    !after || (element.compareDocumentPosition(after) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  if (!body || getComputedStyle(body).display !== 'block') return;
  const skipped: Element[] = [];
  for (let at = body.lastElementChild; at && isBehind(at); at = at.previousElementSibling)
    if (isPlain(at)) skipped.push(at);
  for (const element of skipped) element.setAttribute(attribute, '');
  if (windowMark === undefined || document.getElementById(windowMark)) return;
  // Behind the body, where it has no siblings that selectors of the document look for.
  const mark = document.createElement('pdfapi-window');
  mark.id = windowMark;
  document.documentElement.append(mark);
  const link = document.createElement('a');
  link.setAttribute('href', `#${windowMark}`);
  (document.head ?? document.documentElement).append(link);
}
