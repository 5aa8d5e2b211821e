/** Whether an element matches. Throws for a selector that is none. */
export function hasElement(selector: string): boolean {
  return Document.prototype.querySelector.call(document, selector) !== null;
}

/** Where the first element that matches is in the page, in CSS pixels. Null if none is shown. Throws for a selector that is none. */
export function boxOfElement(
  selector: string,
): { x: number; y: number; width: number; height: number } | null {
  const element = Document.prototype.querySelector.call(document, selector);
  const box = element && Element.prototype.getBoundingClientRect.call(element);
  if (!box || box.width <= 0 || box.height <= 0) return null;
  return { x: box.left + scrollX, y: box.top + scrollY, width: box.width, height: box.height };
}

/** Gives the browser another name, in frames of this origin only. Null: in all. */
export function nameBrowser(userAgent: string, origin: string | null): void {
  if (origin !== null && location.origin !== origin) return;
  Object.defineProperty(Navigator.prototype, 'userAgent', {
    get: () => userAgent,
    configurable: true,
    enumerable: true,
  });
}
