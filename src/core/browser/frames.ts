/**
 * Frames are what a page draws for people who look at it, and nobody does: they cost a quarter of a render or
 * more. Where the browser lets us, none is drawn unless scripts wait for one: `requestAnimationFrame`, observers.
 */
import type { CdpSession } from './connection.ts';

export interface Frames {
  /** One frame, at this time (milliseconds, as `virtualTimeTicksBase`) or now. */
  next(at?: number): Promise<void>;
  /** The result of the work, during which frames come as on a screen. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** 60 a second. */
const intervalMs = 1000 / 60;

/** For a target made with `enableBeginFrameControl`. */
export function framesOnDemand(page: CdpSession): Frames {
  const next = async (at?: number) => {
    await page.send('HeadlessExperimental.beginFrame', {
      interval: intervalMs,
      noDisplayUpdates: true,
      ...(at === undefined ? {} : { frameTimeTicks: at }),
    });
  };
  return {
    next,
    async during(work) {
      let done = false;
      const finish = () => {
        done = true;
      };
      work.then(finish, finish);
      const pump = async () => {
        await delay(intervalMs);
        while (!done) await Promise.all([next(), delay(intervalMs)]);
      };
      const [result] = await Promise.all([work, pump().catch(() => {})]);
      return result;
    },
  };
}

/** For a browser that draws by itself. */
export const framesByThemselves: Frames = {
  next: () => delay(intervalMs),
  during: (work) => work,
};

const delay = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
