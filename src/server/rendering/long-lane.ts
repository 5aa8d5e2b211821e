/**
 * Prints long documents beside the others instead of among them, so that a receipt does not wait until a report with
 * thousands of rows is printed. They have the lowest priority, and few print at the same time.
 */
import { Failure } from '#contract/errors';
import type { FilledDocument } from '#render/filled-document';
import { mayBeDivided } from '#render/long-documents/may-be-divided';
import { isLongDocument } from './is-long-document.ts';
import { type QueuePlace, startRenderQueue, type TurnOptions } from './render-queue.ts';

export interface LongLane {
  /**
   * Prints a filled document that holds `place` in the queue. A long one gives the place back and waits for one of this
   * lane. Throws `queue_full` if too many wait, `LongLaneBusy` instead of waiting if it may not, the reason of `signal` while it waits, and the errors of `print`.
   */
  print<Result>(
    document: FilledDocument,
    turn: { readonly team: number; readonly signal: AbortSignal; readonly place: QueuePlace },
    print: (isLong: boolean) => Promise<Result>,
    options?: LongTurnOptions,
  ): Promise<Result>;
  /** Whether a long document of this team would be printed without waiting. */
  hasPlace(team: number): boolean;
  /** Rejects waiting and new documents. */
  close(): void;
  readonly waiting: number;
  readonly running: number;
}

interface LongTurnOptions extends TurnOptions {
  /** Default: true. */
  readonly mayWait?: boolean | undefined;
}

/** A long document was not printed, because it would have had to wait. */
export class LongLaneBusy extends Failure {
  constructor() {
    super('queue_full', 'Other long documents are being rendered.');
  }
}

interface LongLaneOptions {
  /** Documents that are known to be long and print at the same time. Another one may, of a team that has none. */
  readonly places: number;
  /** Documents that may wait, across all teams. */
  readonly capacity: number;
  /** Milliseconds after which another document is long too. */
  readonly longAfterMs?: number | undefined;
}

/** A document that prints for longer gives its place in the queue back. */
const defaultLongAfterMs = 3_000;
/** Further documents, each of a team that has no long one in print. */
const reserve = 1;

/** The largest number of documents in print in addition to those of the queue. */
export const countLongPlaces = (places: number): number => 2 * places + reserve;

export function startLongLane({
  places,
  capacity,
  longAfterMs = defaultLongAfterMs,
}: LongLaneOptions): LongLane {
  const queue = startRenderQueue({
    workers: places,
    reserve,
    capacity,
    fullMessage: 'Too many long documents are waiting to be rendered.',
  });
  /** Documents that turned out to be long. */
  let moved = 0;

  async function printShort<Result>(place: QueuePlace, print: () => Promise<Result>): Promise<Result> {
    let isMoved = false;
    const move = () => {
      // If there are more, they keep their places: documents that never end must not multiply.
      if (moved + queue.running >= places) return;
      moved++;
      isMoved = true;
      place.giveBack();
    };
    const timer = setTimeout(move, longAfterMs).unref();
    try {
      return await print();
    } finally {
      clearTimeout(timer);
      if (isMoved) moved--;
    }
  }

  return {
    async print({ content }, { team, signal, place }, print, { mayWait = true, ...options } = {}) {
      const isLong = 'filled' in content && takesSeconds(content.filled.html);
      if (!isLong) return await printShort(place, () => print(false));
      if (!mayWait && !queue.hasPlace(team)) throw new LongLaneBusy();
      place.giveBack();
      return await queue.run(team, signal, () => print(true), options);
    },
    hasPlace: (team) => queue.hasPlace(team),
    close: () => queue.close(),
    get waiting() {
      return queue.waiting;
    },
    get running() {
      return queue.running + moved;
    },
  };
}

const takesSeconds = (html: string): boolean => isLongDocument(html) || mayBeDivided(html);
