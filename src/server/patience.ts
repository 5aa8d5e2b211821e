/** How long a slow or dead caller may hold a connection before it is cut, and a stop may wait. Milliseconds. */
export interface Patience {
  /** Until the headers of a request are there. */
  readonly headers: number;
  /** Until the body is there too. */
  readonly request: number;
  /** Between two looks at the connections. */
  readonly check: number;
  /** After the first signal, until what is under way is cut off. */
  readonly drain: number;
}

export const defaultPatience: Patience = { headers: 10_000, request: 60_000, check: 1_000, drain: 30_000 };
