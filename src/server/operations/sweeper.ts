/** Removes what has expired: holds, windows of rate limits, documents, keys, sessions, deliveries and jobs. */
import type { ServerContext } from '../context.ts';
import { type ClockWatch, startClockWatch } from './clock-watch.ts';

/** Compares the clock, and then sweeps again and again until the function is called that it returns. */
export async function startSweeper(context: ServerContext): Promise<() => void> {
  const { store, log, timeouts } = context;
  const clock = startClockWatch(store, log);
  await clock.look().catch((error) => log.error({ err: error }, 'the clock could not be compared'));
  const timer = setInterval(() => sweep(context, clock), timeouts.sweep);
  timer.unref();
  return () => clearInterval(timer);
}

/** Removes only holds and windows while the clock is in doubt. Logs failures, which the next sweep repeats. */
async function sweep({ store, now, log, metrics }: ServerContext, clock: ClockWatch): Promise<void> {
  let mayRemove = false;
  const voidExpired = async () => {
    const voided = await store.ledger.voidExpired();
    metrics.voidedLeases.inc(voided);
    if (voided > 0) log.warn({ voided }, 'voided holds whose lease had ended');
  };
  const parts = [
    async () => {
      mayRemove = await clock.look();
    },
    voidExpired,
    () => store.rateWindows?.sweep(),
  ];
  const removals = [
    () => store.documents.sweep(now()),
    () => store.idempotency.sweep(now()),
    () => store.sessions.sweep(now()),
    () => store.deliveries.sweep(now()),
    () => store.jobs.removal.sweep(now()),
  ];
  const attempt = async (part: () => unknown) => {
    try {
      await part();
    } catch (error) {
      // A storage of documents that does not work is no reason to keep the rest.
      log.error({ err: error }, 'what has expired could not be removed; this will be retried');
    }
  };
  for (const part of parts) await attempt(part);
  if (!mayRemove) return;
  for (const part of removals) await attempt(part);
}
