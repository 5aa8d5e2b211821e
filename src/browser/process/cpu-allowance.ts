/**
 * Tracks how much CPU time each owner's documents have used recently, so that many documents of one owner count as one.
 */

/** CPU time in milliseconds that a document or an owner may use before its documents yield to those of others. */
export const defaultCpuAllowanceMs = 3_000;
/** The milliseconds of CPU time that an owner regains per millisecond. */
const regained = 0.2;

export interface CpuAllowance {
  /**
   * Records CPU time, in milliseconds, that an owner's documents used. Documents without an owner share one allowance.
   */
  use(owner: string | undefined, cpuMs: number): void;
  isUsedUp(owner: string | undefined): boolean;
}

export function startCpuAllowance(
  maxCpuMs: number,
  now: () => number = () => performance.now(),
): CpuAllowance {
  const used = new Map<string, { readonly cpuMs: number; readonly at: number }>();

  function left(owner: string): number {
    const { cpuMs, at } = used.get(owner) ?? { cpuMs: 0, at: 0 };
    return Math.max(0, cpuMs - regained * (now() - at));
  }

  return {
    use(owner = '', cpuMs) {
      // Capped, so that one endless document does not count against its owner until the next day.
      used.set(owner, { cpuMs: Math.min(left(owner) + cpuMs, 5 * maxCpuMs), at: now() });
      for (const each of used.keys()) if (left(each) === 0) used.delete(each);
    },
    isUsedUp: (owner = '') => left(owner) > maxCpuMs,
  };
}
