/**
 * Ends a renderer that takes too much memory before it takes the machine's: 48 KB of PNG or 600 KB of
 * compressed CSS are enough for 3 GB, and no flag of Chromium bounds that. Its neighbours go on.
 */
import { endProcess } from './end-process.ts';
import { processTree } from './process-tree.ts';

export interface MemoryLimits {
  readonly processMegabytes: number;
  /** Of all processes of one browser. */
  readonly treeMegabytes: number;
}

export const defaultMemoryLimits: MemoryLimits = { processMegabytes: 1024, treeMegabytes: 2048 };

export interface Watchdog {
  /** Why a renderer was ended within the last moments, for the render that lost it: told once for each. */
  takeReason(): string | undefined;
  /** What the browser's first process, which outlives all pages, has for itself. Zero where nobody can tell. */
  readonly browserMegabytes: number;
  stop(): void;
}

/** A page grows by 1 GB in half a second at most. */
const intervalMs = 150;
/** From the end of a renderer to the word of the browser that it has ended. */
const reasonLastsMs = 2_000;

/** Looks only while `isBusy`: pages that print nothing run nothing. */
export function startWatchdog(
  browserPid: number,
  { processMegabytes, treeMegabytes }: MemoryLimits,
  isBusy: () => boolean,
): Watchdog {
  const ended: { at: number; reason: string }[] = [];
  let browserMegabytes = 0;

  function look(): void {
    if (!isBusy()) return;
    const tree = processTree(browserPid);
    browserMegabytes = tree[0]?.megabytes ?? 0;
    const total = tree.reduce((sum, { megabytes }) => sum + megabytes, 0);
    const fattest = tree
      .filter(({ kind, megabytes }) => kind === 'renderer' || megabytes > processMegabytes)
      .sort((a, b) => b.megabytes - a.megabytes)[0];
    if (!fattest) return;
    if (fattest.megabytes > processMegabytes) end(fattest.pid, `${processMegabytes} MB of memory`);
    else if (total > treeMegabytes)
      end(fattest.pid, `the largest part of ${treeMegabytes} MB of memory for all documents together`);
  }

  function end(pid: number, limit: string): void {
    ended.push({ at: performance.now(), reason: `The document needs more than ${limit}.` });
    endProcess(pid);
  }

  const timer = setInterval(look, intervalMs).unref();
  return {
    takeReason() {
      while (ended[0] && performance.now() - ended[0].at > reasonLastsMs) ended.shift();
      return ended.shift()?.reason;
    },
    get browserMegabytes() {
      return browserMegabytes;
    },
    stop: () => clearInterval(timer),
  };
}
