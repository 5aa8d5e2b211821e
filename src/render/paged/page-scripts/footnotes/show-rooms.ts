/** Boxes before a child of the body; at its beginning if there is none. */
export interface ShownRooms {
  readonly anchor: Element | undefined;
  readonly boxes: readonly Element[];
}

/**
 * Shows the children of the body with boxes between them, which are no children themselves. Anchors come in the order of the
 * document. Returns all boxes.
 */
export function showRooms(root: ShadowRoot, body: HTMLElement, rooms: readonly ShownRooms[]): Element[] {
  /** More arguments than this may be too many for a call. */
  const maxAssigned = 10_000;
  const before = new Map(rooms.map(({ anchor, boxes }) => [anchor as Node | undefined, boxes]));
  const children: Node[] = [...(before.get(undefined) ?? [])];
  let waiting: (Element | Text)[] = [];
  const slots: [HTMLSlotElement, (Element | Text)[]][] = [];
  const show = () => {
    if (waiting.length === 0) return;
    const slot = body.ownerDocument.createElement('slot');
    children.push(slot);
    slots.push([slot, waiting]);
    waiting = [];
  };
  for (const node of body.childNodes) {
    const boxes = before.get(node);
    if (boxes || waiting.length >= maxAssigned) show();
    if (boxes) children.push(...boxes);
    if (node instanceof Element || node instanceof Text) waiting.push(node);
  }
  show();
  root.replaceChildren();
  for (const child of children) root.append(child);
  for (const [slot, nodes] of slots) slot.assign(...nodes);
  return rooms.flatMap(({ boxes }) => boxes);
}
