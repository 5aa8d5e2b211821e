/** A generator of the same random bits for the same seed: xorshift. */

/** Returns a function that returns a number of that many bits, up to 24. */
export function randomBits(seed: number): (count: number) => number {
  let state = (seed * 2_654_435_761) | 1;
  for (let i = 0; i < 8; i++) state = next(state);
  return (count) => {
    state = next(state);
    return (state >>> 8) & ((1 << count) - 1);
  };
}

function next(state: number): number {
  let value = state;
  value ^= value << 13;
  value ^= value >>> 17;
  return value ^ (value << 5);
}
