/** How long the server waits: for slow or dead callers before they are cut, at its end, between rounds. Milliseconds. */
export interface Patience {
  /** Until the headers of a request are there. */
  readonly headers: number;
  /** Until the body is there too. */
  readonly request: number;
  /** Between two looks at the connections. */
  readonly check: number;
  /** After the first signal, until what is under way is cut off. */
  readonly drain: number;
  /** After an answer, for the rest of a body that nobody wants. */
  readonly linger: number;
  /** Between two looks for documents that have expired. */
  readonly sweep: number;
}

export const defaultPatience: Patience = {
  headers: 10_000,
  request: 60_000,
  check: 1_000,
  drain: 30_000,
  linger: 5_000,
  sweep: 15_000,
};
