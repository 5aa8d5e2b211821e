/** The browser of a single command. It starts in the background, and each print gets a page of its own. */
import type { Browser } from './browser.ts';
import { type OpenPage, openPage, type PageUse, takeFirstPage } from './page/open-page.ts';
import { orRefusal } from './page/page-crash.ts';
import { withWholePictures } from './page/pictures/with-whole-pictures.ts';
import { needsScripts } from './print/scripts.ts';
import { lazyDocumentFacts } from './print/text-facts.ts';
import { type BrowserProcess, type StartOptions, startBrowserProcess } from './process/browser-process.ts';

export interface SingleUseOptions extends StartOptions {
  /** Whether only one document is printed. The browser then ends while the command finishes the PDF. */
  readonly once?: boolean | undefined;
}

/** Returns immediately. The first `print` or `ready` throws any error of the start. */
export function startSingleUseBrowser({ once = false, ...options }: SingleUseOptions): Browser {
  let printing: Promise<typeof import('./print/print-in-context.ts')> | undefined;
  const loadPrinting = () => {
    printing ??= import('./print/print-in-context.ts');
    return printing;
  };
  const starting = startBrowserProcess({
    ...options,
    networkInProcess: process.platform === 'linux',
    onLaunch() {
      // Loaded while the process starts, so that loading does not delay the start.
      loadPrinting();
      options.onLaunch?.();
    },
  });
  starting.catch(() => {});

  let isFirst = true;
  let inProgress = 0;
  const open = async (browser: BrowserProcess, use: PageUse): Promise<OpenPage> => {
    const first = isFirst ? takeFirstPage(browser) : undefined;
    isFirst = false;
    return (await first) ?? (await openPage(browser, use));
  };

  return {
    printsBeside: true,
    async print(job, deadline) {
      inProgress++;
      const asked = performance.now();
      try {
        const browser = await deadline.race('starting the browser', starting, { kind: 'waiting' });
        const { printInNewContext } = await loadPrinting();
        const scripts = await needsScripts(job);
        const read = { ...job, scripts, facts: lazyDocumentFacts(job) };
        return await explained(browser, () =>
          withWholePictures(read, (job) => printInNewContext({ browser, job, deadline, asked }, open)),
        );
      } finally {
        inProgress--;
        const { isFollowed } = job;
        const isLast = typeof isFollowed === 'function' ? !isFollowed() : !isFollowed;
        // Its processes take 20 ms to end. `close` waits for them.
        if (once && isLast && inProgress === 0) starting.then(({ kill }) => kill()).catch(() => {});
      }
    },
    async draw(job, work, deadline) {
      const browser = await deadline.race('starting the browser', starting, { kind: 'waiting' });
      const { drawInContext } = await import('./drawing/draw-in-context.ts');
      return await explained(browser, () => drawInContext(browser, job, work, deadline));
    },
    async ready() {
      return (await starting).facts;
    },
    async close() {
      await starting.then(
        // The command that awaits this already has its PDF.
        async ({ end, kill }) => {
          if (!end()) await kill();
        },
        () => {},
      );
    },
  };
}

/** Reports a limit of the system instead of what it has done to the page. */
async function explained<Result>(browser: BrowserProcess, work: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  try {
    return await work();
  } catch (error) {
    throw await orRefusal(error, browser, since);
  }
}
