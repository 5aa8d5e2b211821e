/**
 * Returns the result of the work, or rejects with the reason of the first signal that aborts. Racing against a promise
 * that outlives the work would retain every result for the lifetime of that promise, so the listeners are removed
 * afterwards.
 */
export async function raceAbort<T>(signals: readonly AbortSignal[], work: Promise<T>): Promise<T> {
  // The work may reject after the race is over; that must not become an unhandled rejection.
  work.catch(() => {});
  const lost = Promise.withResolvers<never>();
  const give = () => {
    for (const { aborted, reason } of signals) if (aborted) lost.reject(reason);
  };
  for (const signal of signals) signal.addEventListener('abort', give, { once: true });
  give();
  try {
    return await Promise.race([work, lost.promise]);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', give);
  }
}
