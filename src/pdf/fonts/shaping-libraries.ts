/**
 * The libraries for text from right to left: bidi-js finds the order of its parts (UAX #9), and HarfBuzz chooses and places
 * glyphs that join and carry marks, as it does in browsers. Few documents need them, and WebAssembly is only loaded
 * asynchronously.
 */
import type { Bidi } from 'bidi-js';

interface Libraries {
  readonly bidi: Bidi;
  readonly harfBuzz: typeof import('harfbuzzjs');
}

let loaded: Libraries | undefined;

/** The libraries are needed while they are not loaded. */
export class ShapingNotLoaded extends Error {}

export async function loadShapingLibraries(): Promise<void> {
  const [{ default: bidi }, harfBuzz] = await Promise.all([import('bidi-js'), import('harfbuzzjs')]);
  // The package is CommonJS, and its types are those of an ES module.
  loaded = { bidi: (bidi as unknown as typeof bidi.default)(), harfBuzz };
}

/** Throws `ShapingNotLoaded`. */
export function shapingLibraries(): Libraries {
  if (!loaded) throw new ShapingNotLoaded();
  return loaded;
}
