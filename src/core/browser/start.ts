/** A browser process as a `Browser`: it starts in the background, and each print gets a context of its own. */
import type { Browser } from './browser.ts';
import { type StartOptions, startBrowserProcess } from './browser-process.ts';
import { hasScripts } from './scripts.ts';

/** Returns at once. Whatever goes wrong at the start is thrown by the first `print` or `ready`. */
export function startBrowser(options: StartOptions): Browser {
  const starting = startBrowserProcess(options);
  starting.catch(() => {});
  // Loaded while the process starts, and not before it.
  const printing = import('./print-apart.ts');

  return {
    async print(job, deadline) {
      const asked = performance.now();
      const browser = await deadline.race('starting the browser', starting);
      const { printApart } = await printing;
      const scripts = job.scripts && (await hasScripts(job.html));
      return await printApart({ browser, job: { ...job, scripts }, deadline, asked });
    },
    async ready() {
      return (await starting).facts;
    },
    async close() {
      await starting.then(
        ({ kill }) => kill(),
        () => {},
      );
    },
  };
}
