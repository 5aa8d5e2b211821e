import type { JumpOptions, JumpResult, PageClock } from './clock-context.ts';

/** Advances the clock of the page. Undefined where the page has none. */
export function jumpClock(ms: number, options: JumpOptions): Promise<JumpResult> | JumpResult | undefined {
  const { [Symbol.for('pdfapi')]: clock } = globalThis as unknown as { readonly [key: symbol]: PageClock };
  return clock?.jump?.(ms, options);
}
