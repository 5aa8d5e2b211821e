/** Callers that ask for one document after another. */

export interface Produced {
  /** Milliseconds of each. */
  readonly times: readonly number[];
  /** PDFs a second. */
  readonly rate: number;
}

/** `deliver`: asks for a document, and throws if it does not come. `atLeast`: of all callers, also when the time is over. */
export async function produce(
  deliver: () => Promise<unknown>,
  {
    callers,
    seconds,
    atLeast = callers,
  }: {
    readonly callers: number;
    readonly seconds: number;
    readonly atLeast?: number;
  },
): Promise<Produced> {
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  const call = async () => {
    while (performance.now() < end || times.length < atLeast) {
      const asked = performance.now();
      await deliver();
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return { times, rate: times.length / ((performance.now() - start) / 1_000) };
}
