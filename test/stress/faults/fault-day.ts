/** A server that everything happens to, for as long as is asked, and what became of its documents and its books. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { allFaults } from './faults.ts';
import { type KillReport, killRounds } from './kill-rounds.ts';

export interface FaultDay extends KillReport {
  /** How often each fault came. */
  readonly faults: Readonly<Record<string, number>>;
}

/** Throws if an invariant is violated, naming the seed and the round. The data directory is made. */
export async function faultDay(
  dataDir: string,
  { minutes, seed }: { readonly minutes: number; readonly seed: number },
): Promise<FaultDay> {
  mkdirSync(dataDir, { mode: 0o700 });
  const isFillable = process.getuid?.() === 0;
  if (isFillable) {
    // A PDF of the load has 20 kB, and some ten are made each second.
    const size = `size=${Math.round(100 + minutes * 12)}m,mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', dataDir]);
  } else console.warn('Only root can make a file system to fill: the disk is never full.');
  const end = performance.now() + minutes * 60_000;
  const faults: Record<string, number> = {};
  try {
    const report = await killRounds({
      dataDir,
      seed,
      faults: allFaults({
        dataDir,
        isFillable,
        onFault: (name) => {
          faults[name] = (faults[name] ?? 0) + 1;
        },
      }),
      hasNext: () => performance.now() < end,
    });
    return { ...report, faults };
  } finally {
    if (isFillable) execFileSync('umount', ['-l', dataDir]);
  }
}
