/** Timeouts of the server, in milliseconds: for slow or dead clients, for shutdown, and between periodic checks. */
export interface ServerTimeouts {
  /** Until the headers of a request have arrived. */
  readonly headers: number;
  /** Until the body has arrived too. */
  readonly request: number;
  /** Between two checks of the connections. */
  readonly check: number;
  /** From the first signal until running work is cut off. */
  readonly drain: number;
  /** Between two questions to the database whether it answers, while a server without requests is stopping. */
  readonly lastAnswers: number;
  /** After a response, for the unwanted rest of a body. */
  readonly linger: number;
  /** Between two sweeps for expired documents. */
  readonly sweep: number;
}

export const defaultServerTimeouts: ServerTimeouts = {
  headers: 10_000,
  request: 60_000,
  check: 1_000,
  drain: 30_000,
  lastAnswers: 5_000,
  linger: 5_000,
  sweep: 15_000,
};
