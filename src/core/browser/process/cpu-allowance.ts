/** How much CPU time each owner's documents have used lately, so that one owner's many documents count as one. */

/** CPU time that a document or an owner may use before its documents go behind those of others, in milliseconds. */
export const defaultCpuAllowanceMs = 3_000;
/** What an owner gets back of it, per millisecond. */
const regained = 0.2;

export interface CpuAllowance {
  /** Call it with all CPU time, in milliseconds, that an owner's documents use. Documents without an owner are one owner's. */
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
      // One document that never ends is not paid for until the next day.
      used.set(owner, { cpuMs: Math.min(left(owner) + cpuMs, 5 * maxCpuMs), at: now() });
      for (const each of used.keys()) if (left(each) === 0) used.delete(each);
    },
    isUsedUp: (owner = '') => left(owner) > maxCpuMs,
  };
}
