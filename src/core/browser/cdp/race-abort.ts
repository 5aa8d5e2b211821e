/**
 * The result of the work, unless one of the signals says that there will be none. A race with a promise that
 * outlives it would keep every result for as long as that promise: the listeners here are removed.
 */
export async function raceAbort<T>(signals: readonly AbortSignal[], work: Promise<T>): Promise<T> {
  // It may fail later, when nobody waits for it any more.
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
