import type { PartRows } from './find-part-rows.ts';

interface NumberOptions {
  readonly lead: number;
  readonly count: number;
  readonly ordinal: number | undefined;
}

interface NumberedItems {
  /** Why they cannot be printed in parts: a clause. */
  readonly reason?: string | undefined;
  /** See `MarkedRows`. */
  readonly ordinals: readonly number[];
}

/** Looks at the items of a list or the blocks of a text, and gives the first item its number if others are before the part. */
export function numberItems(
  { container, rows }: PartRows,
  { lead, count, ordinal }: NumberOptions,
): NumberedItems {
  const list = container instanceof HTMLOListElement ? container : undefined;
  if (list?.reversed) return { reason: 'its items are numbered backwards', ordinals: [] };
  const ordinals: number[] = [];
  let next = ordinal ?? list?.start ?? 1;
  let isNumbered = ordinal === undefined;
  for (const row of rows.slice(lead, lead + count)) {
    ordinals.push(next);
    const { display, float, position } = getComputedStyle(row);
    if (display === 'none') continue;
    const isBlock = /^(?:block|list-item|flow-root|table|flex|grid)$/.test(display);
    if (!isBlock || float !== 'none' || !/static|relative/.test(position)) {
      return { reason: 'its paragraphs are not laid out as blocks one below the other', ordinals };
    }
    for (const inside of row.querySelectorAll('*')) {
      const style = getComputedStyle(inside);
      // A float may reach into the items below it, and what is placed elsewhere into any page.
      if (style.float !== 'none') return { reason: 'it has floating elements', ordinals };
      if (style.position === 'fixed' || style.position === 'sticky') {
        return { reason: 'it has fixed elements', ordinals };
      }
      if (style.position === 'absolute' && !row.contains((inside as HTMLElement).offsetParent)) {
        return { reason: 'it has elements that are placed on the page', ordinals };
      }
    }
    if (display !== 'list-item') continue;
    if (!(row instanceof HTMLLIElement))
      return { reason: 'other elements are numbered as list items are', ordinals };
    const value = /^\s*([+-]?\d+)/.exec(row.getAttribute('value') ?? '')?.[1];
    if (value !== undefined) next = Number(value);
    else if (!isNumbered) row.value = next;
    isNumbered = true;
    next++;
  }
  return { ordinals };
}
