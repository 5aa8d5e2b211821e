/** Loaded into a server (`--import`): removes what has expired every half second, not every 15 s. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { setInterval } = globalThis;
  globalThis.setInterval = (work, milliseconds, ...rest) =>
    setInterval(work, milliseconds === 15_000 ? 500 : milliseconds, ...rest);
}
