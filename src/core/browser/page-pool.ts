/**
 * Pages that are there before somebody asks. One without scripts is kept for the next document of the same owner:
 * with nothing running, nothing stays behind. For scripts, and for another owner, there is always another page,
 * context and renderer, made ahead of time.
 */
import type { Deadline } from '../deadline.ts';
import type { BrowserProcess } from './browser-process.ts';
import { type HeldFiles, holdFiles } from './held-files.ts';
import { awaitPage, type OpenPage, openPage } from './open-page.ts';
import { preparePage } from './prepare-page.ts';
import { showNothing, showNothingInstead } from './serve-document.ts';

export interface PagePool {
  /** With scripts, the page is prepared; without, it holds a document of ours that the next one may take the place of. */
  take(use: PooledUse, deadline: Deadline): Promise<PooledPage>;
  /** When its document is printed. The page may serve its owner's next one. */
  give(page: PooledPage, document: { readonly isLarge: boolean }): void;
  /** When anything went wrong, or the document may have changed more than itself. */
  drop(page: PooledPage): void;
}

interface PooledUse {
  readonly owner: string | undefined;
  readonly scripts: boolean;
}

interface PooledPage extends PooledUse {
  readonly page: OpenPage;
  /** Where it runs no scripts. */
  readonly files: HeldFiles | undefined;
  readonly renders: number;
}

interface IdlePage extends PooledPage {
  readonly timer: NodeJS.Timeout;
}

/** In 2,000 renders nothing was seen to grow; this is for what was not seen. */
const rendersOfAPage = 1_000;
const idleMs = 60_000;

/** `size` bounds the pages that wait for their owner. */
export function openPagePool(browser: BrowserProcess, size: number): PagePool {
  /** The one used last stands last. */
  const idle: IdlePage[] = [];
  /** One of each kind, from when the first of that kind was wanted. */
  const ahead = new Map<boolean, Promise<OpenPage>>();

  function makeAhead(scripts: boolean): Promise<OpenPage> {
    const made = ahead.get(scripts);
    if (made) return made;
    const making = openReadyPage(browser, scripts);
    ahead.set(scripts, making);
    const forget = () => {
      if (ahead.get(scripts) === making) ahead.delete(scripts);
    };
    // It crashed before somebody wanted it, or could not be opened.
    making.then(({ crashed }) => crashed.addEventListener('abort', forget, { once: true }), forget);
    return making;
  }

  function leave(page: OpenPage): void {
    const place = idle.findIndex((entry) => entry.page === page);
    if (place < 0) return;
    clearTimeout(idle[place]?.timer);
    idle.splice(place, 1);
  }

  function drop(pooled: PooledPage): void {
    leave(pooled.page);
    pooled.page.close();
    makeAhead(pooled.scripts);
  }

  return {
    async take({ owner, scripts }, deadline) {
      const own = scripts || owner === undefined ? undefined : idle.findLast((page) => page.owner === owner);
      if (own) {
        leave(own.page);
        return own;
      }
      const making = makeAhead(scripts);
      ahead.delete(scripts);
      const page = await awaitPage(making, browser, deadline);
      page.crashed.addEventListener('abort', () => leave(page), { once: true });
      const files = scripts ? undefined : holdFiles(page.session);
      return { owner, scripts, page, files, renders: 0 };
    },
    give(pooled, { isLarge }) {
      const { owner, scripts, page, files, renders } = pooled;
      if (owner === undefined || scripts || renders + 1 >= rendersOfAPage || files?.isFull())
        return drop(pooled);
      page.renew();
      // Taking it down takes time, and keeping it takes memory: now, and not when the next one waits.
      if (isLarge) showNothingInstead(page.session, page.mainFrame);
      const timer = setTimeout(() => drop(pooled), idleMs).unref();
      idle.push({ owner, scripts, page, files, renders: renders + 1, timer });
      const [oldest] = idle;
      if (oldest && idle.length > size) drop(oldest);
      else makeAhead(scripts);
    },
    drop,
  };
}

async function openReadyPage(browser: BrowserProcess, scripts: boolean): Promise<OpenPage> {
  const page = await openPage(browser, { scripts });
  if (scripts) await preparePage(page.session, { scripts, requests: true });
  else {
    await showNothing(page.session);
    page.renew();
  }
  return page;
}
