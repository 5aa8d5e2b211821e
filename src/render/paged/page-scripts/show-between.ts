/**
 * Shows the children of an element in its shadow tree (`slotAssignment: 'manual'`), with elements between them that are no children
 * themselves: selectors such as `h1 + p` and `:first-child` find what they did. `before`: by the child that follows, undefined
 * for those at the beginning.
 */
export function showBetween(
  root: ShadowRoot,
  parent: Element,
  before: ReadonlyMap<Node | undefined, readonly Element[]>,
): void {
  /** More arguments than this may be too many for a call. */
  const maxAssigned = 10_000;
  let waiting: (Element | Text)[] = [];
  const show = () => {
    if (waiting.length === 0) return;
    const slot = parent.ownerDocument.createElement('slot');
    root.append(slot);
    slot.assign(...waiting);
    waiting = [];
  };
  root.replaceChildren();
  for (const element of before.get(undefined) ?? []) root.append(element);
  for (const node of parent.childNodes) {
    const elements = before.get(node);
    if (elements || waiting.length >= maxAssigned) show();
    for (const element of elements ?? []) root.append(element);
    if (node instanceof Element || node instanceof Text) waiting.push(node);
  }
  show();
}
