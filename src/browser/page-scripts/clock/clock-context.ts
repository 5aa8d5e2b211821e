/** The types that the parts of the page's clock share. */
import type { PutOff } from './tell-of-scrolling.ts';

/** A timer, frame or idle callback of the page. */
export interface ClockEntry {
  id: number;
  /** Milliseconds of the page's time. */
  due: number;
  /** Its own delay plus the delays of the entries whose calls led to it, in milliseconds. */
  wait: number;
  readonly delay: number;
  readonly repeat?: boolean;
  /** The browser's own timer. */
  timer?: number | undefined;
  /** Whether the browser's own timer ended because the entry was beyond the horizon. */
  isStopped?: boolean;
  call(): void;
  /** Starts the browser's own timer. */
  start(): void;
  stop(): void;
}

/** The state that a page shares with its same-origin frames. */
export interface ClockState {
  /** How far the page's time is ahead of the real time (or of its start, if the date is given), in milliseconds. */
  ahead: number;
  isJumping: boolean;
  /** Whether the page has observers, which are notified only in the browser's own frames. */
  observers: boolean;
  /** Whether such a frame is still to come. */
  isFramePending: boolean;
  /** Report what scrolling would bring into the window: see `revealTargets`. One for each frame of the page. */
  readonly reveal: (() => boolean)[];
  /** How often it may still be done, because what appears may have targets itself. */
  reveals: number;
  /** Dispatches `scroll`, once: see `tellOfScrolling`. */
  scroll?: ((putOff: PutOff) => void) | undefined;
  /** The number of background tasks in progress. */
  awaited: number;
  /** How much longer to wait for background tasks, in milliseconds of real time. */
  pendingWorkBudgetMs: number;
  /** How much longer to wait for a page that never becomes idle, in milliseconds of real time. */
  idleBudgetMs: number;
  /** Entries with a longer wait do not run. */
  horizon: number;
  /** The same for short entries, which may poll for a response. */
  pollHorizon: number;
  /** The name of the library that lays out the document, while it does. */
  isBuilding: BuilderName | false;
  isGrowing: boolean;
  /** The wait of the entry that is being called. */
  waited: number;
  longestWait: number;
  readonly entries: Map<number, ClockEntry>;
  /** The `entries` that are due in the current jump. */
  readonly near: Map<number, ClockEntry>;
  /** The end of the current or last jump, in the page's time. */
  end: number;
  lastId: number;
  /** How many times scripts have read the time. */
  asked: number;
  /** The state of the pseudo-random numbers. */
  random: number;
  /** The timer that runs the next entry before the first jump, if the date is given. */
  running?: number;
  /** Whether the page says that it is not ready. */
  isHeld?: () => boolean;
  runInOrder?: () => void;
  now(): number;
}

export type BuilderName = 'Paged.js' | 'Vivliostyle';

export interface JumpOptions {
  /** How long requests took, in milliseconds of real time. */
  readonly waitedMs?: number;
  /** Whether the document has just grown. */
  readonly isGrowing?: boolean;
}

/** The result of a jump. */
export interface JumpResult {
  /** Whether anything is left that would happen later. */
  readonly isMore: boolean;
  /** Whether there are timers, even beyond the horizon, that scripts seem to use only to yield to the browser. */
  readonly hasPrompt: boolean;
  /** Whether scripts keep working without waiting for a timer. */
  readonly isRestless: boolean;
  readonly builder?: BuilderName | undefined;
}

/** The value of `Symbol.for('pdfapi')` in a window. Frames of the same origin have only the clock of their page. */
export interface PageClock {
  readonly clock: ClockState;
  /** Not a promise where no scripts run: there, none would ever be settled. */
  jump?(ms: number, options?: JumpOptions): Promise<JumpResult> | JumpResult;
  /** Must be called while the page says that it is not ready: time passes, and all timers run. */
  hold?(): void;
  release?(): void;
}

/** Calls that the page may not have replaced yet. The page's own values are `unknown`. */
export interface ClockContext {
  readonly clock: ClockState;
  /** The page's time in milliseconds since 1970, given if the document is reproducible. */
  readonly date: number | undefined;
  readonly apply: typeof Reflect.apply;
  readonly construct: typeof Reflect.construct;
  readonly then: typeof Promise.prototype.then;
  readonly addEventListener: typeof EventTarget.prototype.addEventListener;
  readonly performanceNow: () => number;
  /** The current date of the page in milliseconds since 1970. */
  readonly today: () => number;
  /** Returns a replacement for a function whose name and source text are those of the real one. */
  readonly like: <T extends (...args: never[]) => unknown>(
    real: T,
    call: (args: unknown[], self: unknown) => unknown,
  ) => T;
}
