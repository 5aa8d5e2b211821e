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
  const nodes = [...parent.childNodes].filter((node) => node instanceof Element || node instanceof Text);
  /** Whether the slots are for these children, and none has something before a child that is not its first one. */
  const isShown = (): boolean => {
    const shown = slots.flatMap((slot) => slot.assignedNodes());
    const first = new Set(slots.map((slot) => slot.assignedNodes()[0]));
    const own = new Set<Node>(nodes);
    const keys = [...before.keys()].filter((key) => key !== undefined && own.has(key));
    return (
      shown.length === nodes.length &&
      shown.every((node, i) => node === nodes[i]) &&
      keys.every((key) => first.has(key as Element | Text))
    );
  };
  let slots = [...root.children].filter((child) => child instanceof HTMLSlotElement);
  if (!isShown()) {
    slots = [];
    let group: (Element | Text)[] = [];
    const show = () => {
      if (group.length === 0) return;
      const slot = parent.ownerDocument.createElement('slot');
      slots.push(slot);
      slot.assign(...group);
      group = [];
    };
    for (const node of nodes) {
      if (node instanceof Element || before.has(node) || group.length >= maxAssigned) show();
      group.push(node);
    }
    show();
    root.replaceChildren();
    for (const slot of slots) root.append(slot);
  }
  // A slot that is taken out would have its children laid out again, with all that is in them.
  for (const child of [...root.children]) if (!(child instanceof HTMLSlotElement)) child.remove();
  const byFirst = new Map(slots.map((slot) => [slot.assignedNodes()[0], slot] as const));
  for (const [node, elements] of before) {
    const slot = node === undefined ? slots[0] : byFirst.get(node as Element | Text);
    for (const element of elements) root.insertBefore(element, slot ?? null);
  }
}
