/**
 * The order in which the elements of a page are read. It comes from their places, because the order of the file is that
 * in which they are painted, and the Designer adds what is new at its end.
 */

/** In millimetres from the page's top left corner. */
export interface ElementBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** By how much of its size a box may reach into the next one: texts have room around them. */
const tolerance = 0.1;

/** Parts within parts. What is nested deeper is sorted by its place alone. */
const maxDepth = 50;

/**
 * Returns the indexes of the boxes in reading order. The page is divided where nothing crosses it from left to right, and
 * the parts are read from top to bottom. A part that cannot be divided so is divided where nothing crosses it from top
 * to bottom, and its columns are read from left to right; and so on. Where boxes lie over each other so that neither
 * is possible, the one that begins highest is read first.
 *
 * @example
 * readingOrder([
 *   { left: 110, top: 20, right: 190, bottom: 40 },
 *   { left: 20, top: 21, right: 100, bottom: 40 },
 * ]); // [1, 0]
 */
export function readingOrder(boxes: readonly ElementBox[]): number[] {
  return order(
    boxes.map((box, index) => ({ box, index })),
    0,
  );
}

interface Item {
  readonly box: ElementBox;
  readonly index: number;
}

function order(items: readonly Item[], depth: number): number[] {
  if (items.length < 2) return items.map(({ index }) => index);
  if (depth < maxDepth) {
    for (const [from, to] of [['top', 'bottom'] as const, ['left', 'right'] as const]) {
      const groups = divide(items, from, to);
      if (groups.length > 1) return groups.flatMap((group) => order(group, depth + 1));
    }
  }
  const [first, ...others] = items.toSorted((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  if (depth >= maxDepth) return [first, ...others].flatMap((item) => item?.index ?? []);
  return [...(first ? [first.index] : []), ...order(others, depth + 1)];
}

function divide(items: readonly Item[], from: 'top' | 'left', to: 'bottom' | 'right'): Item[][] {
  const spans = items
    .map((item) => {
      const { [from]: start, [to]: end } = item.box;
      const slack = (end - start) * tolerance;
      return { item, start: start + slack, end: end - slack };
    })
    .sort((a, b) => a.start - b.start || a.item.index - b.item.index);
  const groups: Item[][] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const { item, start, end } of spans) {
    const last = groups.at(-1);
    if (last && start < reached) last.push(item);
    else groups.push([item]);
    reached = Math.max(reached, end);
  }
  return groups;
}
