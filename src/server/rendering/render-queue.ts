/**
 * A fair queue for renders: it runs as many tasks concurrently as there are workers, lets a bounded number wait, and
 * serves the teams in turn, so that the thousand documents of one team delay the single document of another by one
 * place instead of a thousand. While the documents of one team never end, a team without running tasks gets a reserved
 * place beside the workers.
 */
import { Failure } from '#contract/errors';

export interface RenderQueue {
  /**
   * Runs the task when its turn comes. Throws `queue_full` if too many tasks are waiting, and the reason of `signal` if
   * it aborts during the wait; afterwards the task itself watches the signal.
   */
  run<Result>(
    team: number,
    signal: AbortSignal,
    task: (place: QueuePlace) => Promise<Result>,
    options?: TurnOptions,
  ): Promise<Result>;
  /** Whether a task of this team would run without waiting. */
  hasPlace(team: number): boolean;
  /** Rejects waiting and new tasks. Running tasks continue. */
  close(): void;
  readonly waiting: number;
  readonly running: number;
}

/** The place of a running task. */
export interface QueuePlace {
  /** Lets the next task begin although this one goes on. Safe to call twice. */
  giveBack(): void;
}

export interface TurnOptions {
  /**
   * Marks a further task of a request that already had its first turn: it waits, and is never rejected by a full queue.
   */
  readonly isContinued?: boolean;
}

interface Waiting {
  readonly isContinued: boolean;
  readonly start: () => void;
  readonly reject: (reason: unknown) => void;
}

export interface RenderQueueOptions {
  readonly workers: number;
  /** Additional places, each for a team that has no other: endless scripts of other teams may occupy the workers. */
  readonly reserve?: number;
  /** Tasks that may wait, across all teams. */
  readonly capacity: number;
  /** The message of `queue_full`, one sentence. */
  readonly fullMessage?: string | undefined;
}

export function startRenderQueue({
  workers,
  reserve = 0,
  capacity,
  fullMessage = 'Too many documents are waiting to be rendered.',
}: RenderQueueOptions): RenderQueue {
  const queueFull = () => new Failure('queue_full', fullMessage);
  // In the order of the teams' turns. A team is in this map only while it waits.
  const lines = new Map<number, Waiting[]>();
  /** Excludes tasks with `isContinued`. */
  let waiting = 0;
  let running = 0;
  const atWork = new Map<number, number>();
  let isClosed = false;

  const hasPlace = (team: number): boolean =>
    running < workers || (running < workers + reserve && !atWork.has(team));

  const next = () => {
    for (;;) {
      const first = [...lines].find(([team]) => hasPlace(team));
      if (!first) break;
      const [team, line] = first;
      const task = line.shift();
      // Moves the team to the end of the round, or removes it.
      lines.delete(team);
      if (line.length > 0) lines.set(team, line);
      if (!task) continue;
      if (!task.isContinued) waiting--;
      running++;
      atWork.set(team, (atWork.get(team) ?? 0) + 1);
      task.start();
    }
  };

  const finish = (team: number) => {
    running--;
    const rest = (atWork.get(team) ?? 1) - 1;
    if (rest > 0) atWork.set(team, rest);
    else atWork.delete(team);
    next();
  };

  /** A full queue is shared: a team with more than its share makes room for one with less. */
  const makeRoom = (team: number): boolean => {
    if (waiting < capacity) return true;
    const mine = newIn(lines.get(team) ?? []);
    let longest: Waiting[] = [];
    for (const line of lines.values()) if (newIn(line) > newIn(longest)) longest = line;
    if (newIn(longest) <= mine + 1) return false;
    // The last task to arrive has waited least.
    const place = longest.findLastIndex(({ isContinued }) => !isContinued);
    for (const last of longest.splice(place, 1)) last.reject(queueFull());
    waiting--;
    return true;
  };

  const turn = (team: number, signal: AbortSignal, isContinued: boolean) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (isClosed) return reject(stopping());
      if (!hasPlace(team) && !isContinued && !makeRoom(team)) return reject(queueFull());
      const line = lines.get(team) ?? [];
      const leave = () => {
        const place = line.indexOf(entry);
        if (place < 0) return;
        line.splice(place, 1);
        if (!isContinued) waiting--;
        reject(signal.reason);
      };
      const entry: Waiting = {
        isContinued,
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
        reject: (reason) => {
          signal.removeEventListener('abort', leave);
          reject(reason);
        },
      };
      line.push(entry);
      lines.set(team, line);
      if (!isContinued) waiting++;
      signal.addEventListener('abort', leave, { once: true });
      next();
    });

  return {
    async run(team, signal, task, { isContinued = false } = {}) {
      await turn(team, signal, isContinued);
      let isGivenBack = false;
      const giveBack = () => {
        if (isGivenBack) return;
        isGivenBack = true;
        finish(team);
      };
      try {
        return await task({ giveBack });
      } finally {
        giveBack();
      }
    },
    hasPlace,
    close() {
      isClosed = true;
      for (const line of lines.values()) for (const entry of line.splice(0)) entry.reject(stopping());
      lines.clear();
      waiting = 0;
    },
    get waiting() {
      return waiting;
    },
    get running() {
      return running;
    },
  };
}

const newIn = (line: readonly Waiting[]): number => line.filter(({ isContinued }) => !isContinued).length;

const stopping = () => new Failure('server_stopping', 'The server is stopping.');
