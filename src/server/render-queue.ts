/**
 * Who renders next: as many tasks at once as there are workers, a bounded number waiting, and the teams in turn,
 * so that one team's thousand documents delay another's single one by one place and not by a thousand.
 */
import { Failure } from '../contract/errors.ts';

export interface RenderQueue {
  /**
   * Runs the task when its turn comes. Throws `queue_full` at once where too many wait already, and the reason
   * of `signal` where it aborts while waiting; the task itself watches it afterwards.
   */
  run<Result>(team: number, signal: AbortSignal, task: () => Promise<Result>): Promise<Result>;
  /** Refuses what waits, and whatever comes from now on. What runs goes on. */
  close(): void;
  readonly waiting: number;
  readonly running: number;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

export interface RenderQueueOptions {
  readonly workers: number;
  /** Tasks that may wait, over all teams. */
  readonly capacity: number;
}

export function startRenderQueue({ workers, capacity }: RenderQueueOptions): RenderQueue {
  // In the order in which the teams have their turn; a team stands here only while it waits.
  const lines = new Map<number, Waiting[]>();
  let waiting = 0;
  let running = 0;
  let isClosed = false;

  const next = () => {
    while (running < workers) {
      const [first] = lines;
      if (!first) break;
      const [team, line] = first;
      const task = line.shift();
      // To the end of the round, or out of it.
      lines.delete(team);
      if (line.length > 0) lines.set(team, line);
      if (!task) continue;
      waiting--;
      running++;
      task.start();
    }
  };

  /** A full queue is shared: a team that holds more than its share makes room for one that holds less. */
  const makeRoom = (team: number): boolean => {
    if (waiting < capacity) return true;
    const mine = lines.get(team)?.length ?? 0;
    let longest: Waiting[] = [];
    for (const line of lines.values()) if (line.length > longest.length) longest = line;
    if (longest.length <= mine + 1) return false;
    // The last to come has waited least.
    longest.pop()?.refuse(queueFull());
    waiting--;
    return true;
  };

  const turn = (team: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (isClosed) return reject(stopping());
      if (running >= workers && !makeRoom(team)) return reject(queueFull());
      const line = lines.get(team) ?? [];
      const leave = () => {
        const place = line.indexOf(entry);
        if (place < 0) return;
        line.splice(place, 1);
        waiting--;
        reject(signal.reason);
      };
      const entry: Waiting = {
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
        refuse: (reason) => {
          signal.removeEventListener('abort', leave);
          reject(reason);
        },
      };
      line.push(entry);
      lines.set(team, line);
      waiting++;
      signal.addEventListener('abort', leave, { once: true });
      next();
    });

  return {
    async run(team, signal, task) {
      await turn(team, signal);
      try {
        return await task();
      } finally {
        running--;
        next();
      }
    },
    close() {
      isClosed = true;
      for (const line of lines.values()) for (const entry of line.splice(0)) entry.refuse(stopping());
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

const queueFull = () => new Failure('queue_full', 'Too many documents are waiting to be rendered.');
const stopping = () => new Failure('server_stopping', 'The server is stopping.');
