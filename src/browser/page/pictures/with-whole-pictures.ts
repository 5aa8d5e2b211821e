/** Prints a document again if it turns out that it needs some of its pictures as they are. */
import type { PrintJob } from '../../browser.ts';
import { NeedsWholePictures } from './picture-stand-ins.ts';

/** After that, it gets all pictures as they are. */
const maxAttempts = 3;

export async function withWholePictures<Job extends PrintJob, Result>(
  job: Job,
  print: (job: Job) => Promise<Result>,
): Promise<Result> {
  let whole: ReadonlySet<string> = new Set();
  for (let attempt = 1; ; attempt++) {
    try {
      return await print(
        attempt === 1 ? job : { ...job, wholePictures: attempt > maxAttempts ? 'all' : whole },
      );
    } catch (error) {
      if (!(error instanceof NeedsWholePictures) || attempt > maxAttempts) throw error;
      if (error.urls === 'all') attempt = maxAttempts;
      else whole = new Set([...whole, ...error.urls]);
    }
  }
}
