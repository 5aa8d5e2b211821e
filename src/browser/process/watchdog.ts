/**
 * Watches the browsers' processes while they print: memory, CPU time, and whether each browser still responds. A
 * document that needs too much memory or blocks its browser loses its renderer, and the other documents continue.
 * Excessive CPU time only lowers the priority of a document.
 *
 * 48 KB of PNG or 600 KB of compressed CSS are enough to use 3 GB of memory, and no flag of Chromium limits that.
 */
import { Failure } from '#contract/errors';
import { defaultCpuAllowanceMs, startCpuAllowance } from './cpu-allowance.ts';
import { endProcess } from './end-process.ts';
import { type LivenessProbe, maxSilentMs, type ProbedBrowser, startLivenessProbe } from './liveness-probe.ts';
import { niceValues, setNiceValue } from './process-priority.ts';
import { getCpuTime, type ProcessInTree, processTree } from './process-tree.ts';

export interface MemoryLimits {
  /** For all processes of one document. */
  readonly processMegabytes: number;
  /** For all documents and browsers together. */
  readonly treeMegabytes: number;
}

export const defaultMemoryLimits: MemoryLimits = { processMegabytes: 1024, treeMegabytes: 2048 };

interface WatchedBrowser extends ProbedBrowser {
  readonly pid: number;
  /** Returns whether a process is a page's, and therefore not that of a frame in one. */
  isPage(pid: number): boolean;
}

/** A document that is being printed. */
interface WatchedRender {
  readonly owner: string | undefined;
  /**
   * Whether it has the lowest priority from the beginning. What it uses is then not counted for its owner, whose other
   * documents are not to be slowed by what only uses CPU time that is left over.
   */
  readonly isLong: boolean;
  /** The renderer process of its page. */
  readonly pid: number | undefined;
  /** Returns whether its frames have processes of their own. */
  hasFrameTargets(): boolean;
}

interface Watch {
  /** Must be called when the document is printed or has failed. */
  leave(): void;
  /** Whether its processes have the lowest priority from now on. */
  readonly isSlowed: boolean;
  /** Returns why a process of this document was killed. Called when the browser reports a lost process. */
  takeReason(): Failure | undefined;
}

/** The watchdog as one browser uses it. */
export interface BrowserWatch {
  /** See `Watchdog.enter`. */
  enter(render: WatchedRender): Watch;
  /** See `Watchdog.enterOpening`. */
  enterOpening(): () => void;
  /** See `Watchdog.hasUsedMuch`. */
  hasUsedMuch(owner: string | undefined): boolean;
}

export interface Watchdog {
  /** Must be called when the document begins. */
  enter(browser: WatchedBrowser, render: WatchedRender): Watch;
  /**
   * Must be called when a document begins to wait for a page, which is before the page's processes are known. Returns a
   * function that must be called when the wait is over.
   */
  enterOpening(browser: WatchedBrowser): () => void;
  /** Whether the documents of an owner have the lowest priority for now, because they have used much CPU time. */
  hasUsedMuch(owner: string | undefined): boolean;
  /** Why the watchdog has ended this browser, if it has. */
  reasonOf(browserPid: number): string | undefined;
  /** Returns the memory of the browser's main process, which outlives all pages. Zero if there is no /proc. */
  megabytesOf(browserPid: number): number;
  stop(): void;
}

/** The interval between checks. A page grows by at most 1 GB in half a second. */
const intervalMs = 150;
/** The maximum time for the browser to report that a process has ended, and for the kernel to free its memory. */
const endingMs = 2_000;

interface Entry {
  readonly render: WatchedRender;
  /** The CPU time of its processes when it began, because a page prints many documents one after another. */
  readonly cpuBefore: Map<number, number>;
  /** The processes of its frames. */
  readonly frames: Set<number>;
  /** The CPU time that its processes have used for it, in milliseconds. */
  cpuMs: number;
  isSlowed: boolean;
}

interface Kill {
  readonly at: number;
  readonly reason: Failure;
  /**
   * The document that the process most likely belonged to. Only the browser knows for certain, and it reports the loss.
   */
  readonly entry: Entry | undefined;
}

interface State {
  readonly browser: WatchedBrowser;
  readonly entries: Set<Entry>;
  /** Documents that wait for a page. */
  opening: number;
  readonly probe: LivenessProbe<Entry>;
  kills: Kill[];
  megabytes: number;
}

export function startWatchdog(
  { processMegabytes, treeMegabytes }: MemoryLimits,
  cpuAllowanceMs: number = defaultCpuAllowanceMs,
): Watchdog {
  /** Keyed by the browser's pid. */
  const states = new Map<number, State>();
  /** Killed processes that may still exist, with the time of the kill. Their memory is being freed. */
  const ending = new Map<number, number>();
  /** The reasons of ended browsers, until they are gone for certain. */
  const reasons = new Map<number, string>();
  const allowance = startCpuAllowance(cpuAllowanceMs);
  let lastCheck = performance.now();

  function checkAll(): void {
    const now = performance.now();
    // A stall of this process's own event loop must not count against a browser.
    const gapMs = Math.min(now - lastCheck, 2 * intervalMs);
    lastCheck = now;
    for (const [pid, at] of ending) if (now - at > endingMs) ending.delete(pid);
    const all = new Map<number, ProcessInTree>();
    const busy = [...states.values()].filter(({ entries, opening }) => entries.size > 0 || opening > 0);
    for (const state of busy) {
      const tree = processTree(state.browser.pid).filter(({ pid }) => !ending.has(pid));
      state.megabytes = tree[0]?.megabytes ?? 0;
      for (const each of tree) all.set(each.pid, each);
      assignFrames(state, tree);
      for (const entry of state.entries) slow(entry, all);
      endTooLarge(state, tree, all);
    }
    if (sum(all.keys(), all) > treeMegabytes) endLargestOfAll(busy, all);
    for (const state of busy) checkLiveness(state, all, gapMs);
  }

  /** Assigns unknown frame processes to a document if only one document can have any. */
  function assignFrames({ browser, entries }: State, tree: readonly ProcessInTree[]): void {
    const assigned = new Set([...entries].flatMap(pidsOf));
    const free = tree.filter(
      ({ pid, kind }) => kind === 'renderer' && !assigned.has(pid) && !browser.isPage(pid),
    );
    if (free.length === 0) return;
    const candidates = [...entries].filter(
      ({ render }) => render.pid === undefined || render.hasFrameTargets(),
    );
    if (candidates.length === 1) for (const { pid } of free) candidates[0]?.frames.add(pid);
  }

  /** Gives the lowest priority to documents that have used much CPU time, or whose owner has recently. */
  function slow(entry: Entry, all: ReadonlyMap<number, ProcessInTree>): void {
    const cpuMs = Math.max(entry.cpuMs, cpuMsOf(entry, all));
    const { owner, isLong } = entry.render;
    if (!isLong) allowance.use(owner, cpuMs - entry.cpuMs);
    entry.cpuMs = cpuMs;
    entry.isSlowed ||= isLong || cpuMs > cpuAllowanceMs || allowance.isUsedUp(owner);
    // Repeated on every check, because there may be further processes.
    if (entry.isSlowed) for (const pid of pidsOf(entry)) setNiceValue(pid, niceValues.longRunning);
  }

  function endTooLarge(state: State, tree: readonly ProcessInTree[], all: Map<number, ProcessInTree>): void {
    const reason = () => tooLarge(`${processMegabytes} MB of memory`);
    for (const entry of state.entries) {
      if (sum(pidsOf(entry), all) > processMegabytes) end(state, entry, all, reason());
    }
    const assigned = new Set([...state.entries].flatMap(pidsOf));
    for (const { pid, megabytes } of tree) {
      if (megabytes <= processMegabytes || assigned.has(pid)) continue;
      state.kills.push({ at: performance.now(), reason: reason(), entry: undefined });
      kill(pid, all);
    }
  }

  /** Ends the largest document of the owner that uses the most memory in total. */
  function endLargestOfAll(busy: readonly State[], all: Map<number, ProcessInTree>): void {
    const documents = busy.flatMap((state) =>
      [...state.entries].map((entry) => ({ state, entry, megabytes: sum(pidsOf(entry), all) })),
    );
    const owners = Map.groupBy(documents, ({ entry }) => entry.render.owner);
    const total = (some: typeof documents) => some.reduce((all, { megabytes }) => all + megabytes, 0);
    const [most = []] = [...owners.values()].sort((a, b) => total(b) - total(a));
    const [largest] = most.toSorted((a, b) => b.megabytes - a.megabytes);
    if (!largest) return;
    // A lone document would exceed the limit again on every retry.
    const isAlone = documents.length === 1;
    const reason = isAlone
      ? tooLarge(`the ${treeMegabytes} MB of memory that all documents have together`)
      : new Failure('memory_full', 'There was not enough memory for all documents together; try again.');
    end(largest.state, largest.entry, all, reason);
  }

  function checkLiveness(state: State, all: Map<number, ProcessInTree>, gapMs: number): void {
    const verdict = state.probe.check({
      renders: [...state.entries],
      cpuMsOf: (entry) => cpuMsOf(entry, all),
      browserCpuMs: all.get(state.browser.pid)?.cpuMs ?? 0,
      gapMs,
    });
    if (verdict?.kind === 'busy' && pidsOf(verdict.culprit).length > 0)
      end(state, verdict.culprit, all, new KeepsBrowserBusy());
    else if (verdict) endBrowser(state);
  }

  function endBrowser({ browser }: State): void {
    reasons.set(browser.pid, `it had not responded for ${maxSilentMs / 1000} s`);
    browser.kill().then(() => setTimeout(() => reasons.delete(browser.pid), endingMs).unref());
  }

  /**
   * Kills the document's processes. The print fails only when the browser reports the loss, so that no other document
   * is blamed by mistake.
   */
  function end(state: State, entry: Entry, all: Map<number, ProcessInTree>, reason: Failure): void {
    state.kills.push({ at: performance.now(), reason, entry });
    for (const pid of pidsOf(entry)) kill(pid, all);
  }

  function takeReason(state: State, entry: Entry): Failure | undefined {
    const own = state.kills.find((each) => each.entry === entry);
    if (own) return own.reason;
    // The process of a frame that could not be assigned, or that was mistaken for a page's.
    const mayBeUnknown = entry.render.pid === undefined || entry.render.hasFrameTargets();
    const recent = state.kills.filter(({ at }) => performance.now() - at <= endingMs);
    const [only] = recent;
    if (!mayBeUnknown || only === undefined || recent.length > 1) return undefined;
    state.kills = state.kills.filter((each) => each !== only);
    return only.reason;
  }

  function leave(state: State, entry: Entry): void {
    state.entries.delete(entry);
    state.kills = state.kills.filter(
      (each) => each.entry !== entry && performance.now() - each.at <= endingMs,
    );
  }

  function kill(pid: number, all: Map<number, ProcessInTree>): void {
    endProcess(pid);
    ending.set(pid, performance.now());
    all.delete(pid);
  }

  function getState(browser: WatchedBrowser): State {
    const known = states.get(browser.pid);
    if (known) return known;
    const probe = startLivenessProbe<Entry>(browser);
    const state: State = { browser, entries: new Set(), opening: 0, probe, kills: [], megabytes: 0 };
    states.set(browser.pid, state);
    browser.ended.then(() => states.delete(browser.pid));
    return state;
  }

  const timer = setInterval(checkAll, intervalMs).unref();
  return {
    enter(browser, render) {
      const state = getState(browser);
      const { pid } = render;
      const cpuBefore = new Map(pid === undefined ? [] : [[pid, getCpuTime(pid)]]);
      const entry: Entry = { render, cpuBefore, frames: new Set(), cpuMs: 0, isSlowed: false };
      state.entries.add(entry);
      slow(entry, new Map());
      return {
        leave: () => leave(state, entry),
        get isSlowed() {
          return entry.isSlowed;
        },
        takeReason: () => takeReason(state, entry),
      };
    },
    enterOpening(browser) {
      const state = getState(browser);
      state.opening++;
      return () => {
        state.opening--;
      };
    },
    hasUsedMuch: allowance.isUsedUp,
    reasonOf: (browserPid) => reasons.get(browserPid),
    megabytesOf: (browserPid) => states.get(browserPid)?.megabytes ?? 0,
    stop: () => clearInterval(timer),
  };
}

/** The document was ended because its browser did not respond and the document had used the most CPU time meanwhile. */
export class KeepsBrowserBusy extends Failure {
  constructor() {
    super(
      'page_failed',
      'The document keeps the browser busy endlessly, for example by changing its address or sending messages between frames.',
    );
  }
}

const tooLarge = (limit: string) => new Failure('memory_limit', `The document needs more than ${limit}.`);

const pidsOf = ({ render: { pid }, frames }: Entry): number[] =>
  pid === undefined ? [...frames] : [pid, ...frames];

const cpuMsOf = (entry: Entry, all: ReadonlyMap<number, ProcessInTree>): number =>
  pidsOf(entry).reduce(
    (sum, pid) => sum + (all.get(pid)?.cpuMs ?? 0) - (all.has(pid) ? (entry.cpuBefore.get(pid) ?? 0) : 0),
    0,
  );

const sum = (pids: Iterable<number>, all: ReadonlyMap<number, ProcessInTree>): number =>
  [...pids].reduce((total, pid) => total + (all.get(pid)?.megabytes ?? 0), 0);
