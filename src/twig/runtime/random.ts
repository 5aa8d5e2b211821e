import type { Runtime } from './runtime.ts';

/**
 * Returns a random number generator that is deterministic for a render: the same template, data and clock produce the
 * same document. All generators of one render share their state.
 */
export function getRandomGenerator(runtime: Runtime): () => number {
  let state = randoms.get(runtime) ?? (runtime.now.getTime() % 4294967296) + 1;
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    randoms.set(runtime, state);
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
const randoms = new WeakMap<Runtime, number>();
