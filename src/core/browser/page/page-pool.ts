/**
 * Pages that are there before somebody asks, and are kept for the next document of the same owner. Without scripts,
 * nothing stays behind in them; after scripts they get a new realm, and what else could stay is cleared. For another
 * owner there is always another page, context and renderer, made ahead of time.
 */
import type { Deadline } from '../../deadline.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { raceAbort } from '../cdp/race-abort.ts';
import type { BrowserProcess } from '../process/browser-process.ts';
import { type CachedAssets, cacheAssets } from './cached-assets.ts';
import { clearPage } from './clear-page.ts';
import { awaitPage, type OpenPage, openPage } from './open-page.ts';
import { preparePage } from './prepare-page.ts';
import { showNothing, showNothingInstead } from './serve-document.ts';

export interface PagePool {
  /** It is prepared, and shows a document of ours that the next one may take the place of. */
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
  readonly files: CachedAssets | undefined;
  readonly renders: number;
}

interface IdlePage extends PooledPage {
  readonly timer: NodeJS.Timeout;
}

/** In 2,000 renders nothing was seen to grow; this is for what was not seen. Scripts can do more. */
const rendersOfAPage = { without: 1_000, with: 200 };
/** Takes 10 to 20 ms, while nobody waits. */
const rendersOfACollection = 50;
const idleMs = 60_000;

/** `size` bounds the pages that wait for their owner, of both kinds. */
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

  function keep(pooled: PooledPage): void {
    // Left to itself it collects when memory is short, and holds 100 MB of what is gone until then.
    if (pooled.renders % rendersOfACollection === 0) {
      pooled.page.session.send('HeapProfiler.collectGarbage').catch(() => {});
    }
    const timer = setTimeout(() => drop(pooled), idleMs).unref();
    idle.push({ ...pooled, timer });
    const [oldest] = idle;
    if (oldest && idle.length > size) drop(oldest);
    else makeAhead(pooled.scripts);
  }

  return {
    async take({ owner, scripts }, deadline) {
      const isOwn = (page: IdlePage) => page.owner === owner && page.scripts === scripts;
      const own = owner === undefined ? undefined : idle.findLast(isOwn);
      if (own) {
        leave(own.page);
        return own;
      }
      const making = makeAhead(scripts);
      ahead.delete(scripts);
      const page = await awaitPage(making, browser, deadline);
      page.crashed.addEventListener('abort', () => leave(page), { once: true });
      const files = scripts ? undefined : cacheAssets(page.session);
      return { owner, scripts, page, files, renders: 0 };
    },
    give(pooled, { isLarge }) {
      const { owner, scripts, page, files, renders } = pooled;
      const most = rendersOfAPage[scripts ? 'with' : 'without'];
      if (owner === undefined || renders + 1 >= most || files?.isFull()) return drop(pooled);
      page.renew();
      const given = { ...pooled, renders: renders + 1 };
      if (scripts) {
        makeAhead(scripts);
        return void clearPage(page).then(
          (isClear) => (isClear ? keep(given) : drop(given)),
          () => drop(given),
        );
      }
      // Taking it down takes time, and keeping it takes memory: now, and not when the next one waits.
      if (isLarge) showNothingInstead(page.session, page.mainFrame);
      keep(given);
    },
    drop,
  };
}

async function openReadyPage(browser: BrowserProcess, scripts: boolean): Promise<OpenPage> {
  const page = await openPage(browser, { scripts });
  try {
    await raceAbort([page.crashed, browser.connection.lost], makeReady(page, scripts, browser.date));
  } catch (error) {
    page.close();
    throw error;
  }
  page.renew();
  return page;
}

async function makeReady({ session }: OpenPage, scripts: boolean, date: Date | undefined): Promise<void> {
  await Promise.all([
    preparePage(session, { scripts, requests: scripts, date }),
    ...(scripts ? [forbidSharedWorkers(session)] : []),
  ]);
  await showNothing(session);
  // As in a page that is used again: how many came before is nobody's business.
  await session.send('Page.resetNavigationHistory');
}

/** They may outlive their document. One that names them gets a context of its own: see `needsNetwork`. */
const forbidSharedWorkers = (page: CdpSession) =>
  page.send('Page.addScriptToEvaluateOnNewDocument', { source: 'delete globalThis.SharedWorker' });
