/** Whether an element matches. Throws for a selector that is none. */
export function hasElement(selector: string): boolean {
  return Document.prototype.querySelector.call(document, selector) !== null;
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
