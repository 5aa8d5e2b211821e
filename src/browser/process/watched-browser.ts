import type { BrowserProcess } from './browser-process.ts';
import type { Watchdog } from './watchdog.ts';

/** Returns the same browser, reporting the documents that it prints to the watchdog. */
export function watchedBrowser(browser: BrowserProcess, watchdog: Watchdog): BrowserProcess {
  const watched = { ...browser, isPage: browser.rendererPids.isPage };
  return {
    ...browser,
    watch: {
      enter: (render) => watchdog.enter(watched, render),
      enterOpening: () => watchdog.enterOpening(watched),
      hasUsedMuch: watchdog.hasUsedMuch,
    },
  };
}
