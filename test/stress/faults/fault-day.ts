/** A server that everything happens to, for as long as is asked, and what became of its documents and its books. */
import { allFaults } from './faults.ts';
import { type KillReport, killRounds } from './kill-rounds.ts';
import type { Place } from './place.ts';

export interface FaultDay extends KillReport {
  /** How often each fault came. */
  readonly faults: Readonly<Record<string, number>>;
}

/** Throws if an invariant is violated, naming the seed and the round. Closes the place. */
export async function faultDay(
  place: Place,
  { minutes, seed }: { readonly minutes: number; readonly seed: number },
): Promise<FaultDay> {
  const end = performance.now() + minutes * 60_000;
  const faults: Record<string, number> = {};
  try {
    const report = await killRounds({
      place,
      seed,
      faults: allFaults(place, (name) => {
        faults[name] = (faults[name] ?? 0) + 1;
      }),
      // On a slow machine, the time may be over in the first round.
      hasNext: (rounds) => rounds < 2 || performance.now() < end,
    });
    return { ...report, faults };
  } finally {
    await place.close();
  }
}
