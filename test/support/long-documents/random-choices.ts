/** What random documents are made with. The same seed makes the same choices. */

/** A generator of numbers from 0 to 1 that depends on the seed alone (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const words =
  'lorem ipsum dolor sit amet, consectetur adipiscing elit sed do eiusmod tempor incididunt extraordinarily'.split(
    ' ',
  );

export interface RandomChoices {
  /** Returns an integer from 0 up to, but not including, the limit. */
  below(limit: number): number;
  chance(percent: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Returns so many words. */
  text(length: number): string;
}

export function randomChoices(seed: number): RandomChoices {
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  return {
    below,
    chance: (percent) => random() * 100 < percent,
    pick,
    text: (length) => Array.from({ length }, () => pick(words)).join(' '),
  };
}
