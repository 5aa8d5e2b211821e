/** Searches for text in other text, both as graphemes. */

export interface Found {
  /** Index of the first grapheme. */
  readonly at: number;
  readonly length: number;
}

type Tick = (steps: number) => void;

/** Finds the first occurrence from `offset` on. A negative offset counts from the end. `tick` counts the work. */
export function findFirst(
  text: readonly string[],
  needle: readonly string[],
  offset: number,
  tick: Tick,
): Found | null {
  const start = offset < 0 ? text.length + offset : offset;
  if (needle.length === 0 || start < 0) return null;
  for (let at = start; at + needle.length <= text.length; at++) {
    if (holds(text, needle, at, tick)) return { at, length: needle.length };
  }
  return null;
}

/**
 * Finds the last occurrence from `offset` on. A negative offset gives the last occurrence that begins at least that
 * far from the end. `tick` counts the work.
 */
export function findLast(
  text: readonly string[],
  needle: readonly string[],
  offset: number,
  tick: Tick,
): Found | null {
  if (needle.length === 0) return null;
  const end = offset < 0 ? text.length + Math.min(0, offset + needle.length) : text.length;
  for (let at = end - needle.length; at >= Math.max(0, offset); at--) {
    if (holds(text, needle, at, tick)) return { at, length: needle.length };
  }
  return null;
}

function holds(text: readonly string[], needle: readonly string[], at: number, tick: Tick): boolean {
  let same = 0;
  while (same < needle.length && text[at + same] === needle[same]) same++;
  if (same > 4) tick(same >> 2);
  return same === needle.length;
}
