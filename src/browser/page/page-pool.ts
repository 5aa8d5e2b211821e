/**
 * Opens pages ahead of time and keeps them for the next document of the same owner. Without scripts, nothing stays
 * behind in a page; after scripts, it gets a new realm, and all other leftovers are cleared. Another owner always gets
 * another page, context and renderer.
 */
import type { Deadline } from '#runtime/deadline';
import { callInNewDocuments, keepFunctions } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { raceAbort } from '../cdp/race-abort.ts';
import { removeSharedWorkers } from '../page-scripts/page-state.ts';
import type { BrowserProcess } from '../process/browser-process.ts';
import { type CachedAssets, cacheAssets } from './cached-assets.ts';
import { clearPage } from './clear-page.ts';
import { awaitPage, type OpenPage, openPage } from './open-page.ts';
import { getKindKey, openPageStock, type PageKind } from './page-stock.ts';
import { usualWindow } from './page-window.ts';
import { preparePage } from './prepare-page.ts';
import { showNothing, showNothingInstead } from './serve-document.ts';

export interface PagePool {
  /** Returns a prepared page with an empty document that the next one may replace. Throws the deadline's reason. */
  take(use: PooledUse, deadline: Deadline): Promise<PooledPage>;
  /** Returns a page after its document was printed. It may serve its owner's next document. */
  give(page: PooledPage, after: PageAfterUse): void;
  /** Closes a page after a failure, or if the document may have changed more than itself. */
  drop(page: PooledPage): void;
}

interface PooledUse extends PageKind {
  readonly owner: string | undefined;
  /** Whether its documents have the lowest priority, which their renderer then keeps. */
  readonly isLong: boolean;
}

interface PageAfterUse {
  /** Whether the document that it still shows is large. */
  readonly isLarge: boolean;
  /** Whether its processes have the lowest priority, which only root could raise again. */
  readonly isSlowed: boolean;
}

interface PooledPage extends PooledUse {
  readonly page: OpenPage;
  readonly isSlowed: boolean;
  /** Undefined if the page runs scripts. */
  readonly files: CachedAssets | undefined;
  readonly renders: number;
}

interface IdlePage extends PooledPage {
  readonly timer: NodeJS.Timeout;
}

/** No growth was measured in 2,000 renders; this guards against unmeasured leaks. Scripts can leak more. */
const rendersOfAPage = { without: 1_000, with: 200 };
/** Renders between garbage collections. One takes 10 to 20 ms, while no document waits for the page. */
const rendersOfACollection = 50;
const idleMs = 60_000;

/** `size` limits the number of idle pages, with and without scripts together. */
export function openPagePool(browser: BrowserProcess, size: number): PagePool {
  /** Ordered by last use, the most recent last. */
  const idle: IdlePage[] = [];
  /** Pages that have no owner yet. */
  const stock = openPageStock((kind) => openReadyPage(browser, kind), Math.ceil(size / 4));

  function leave(page: OpenPage): void {
    const place = idle.findIndex((entry) => entry.page === page);
    if (place < 0) return;
    clearTimeout(idle[place]?.timer);
    idle.splice(place, 1);
  }

  function drop(pooled: PooledPage): void {
    leave(pooled.page);
    pooled.page.close();
    stock.fill(pooled);
  }

  function keep(pooled: PooledPage, isLarge: boolean): void {
    // Otherwise the renderer only collects when memory is short, and holds 100 MB of garbage until then.
    // 40 reports of 30 pages leave a gigabyte, with which the next one would be ended.
    if (isLarge || pooled.isLong || pooled.renders % rendersOfACollection === 0) {
      pooled.page.session.send('HeapProfiler.collectGarbage').catch(() => {});
    }
    const timer = setTimeout(() => drop(pooled), idleMs).unref();
    idle.push({ ...pooled, timer });
    const [oldest] = idle;
    if (oldest && idle.length > size) drop(oldest);
    else stock.fill(pooled);
  }

  return {
    async take(use, deadline) {
      const { owner, scripts, isLong } = use;
      const key = getKindKey(use);
      // On a machine with idle processors, an owner who uses much is to lose the priority, and not its pages as well.
      const hasPriority = !isLong && !browser.watch?.hasUsedMuch(owner);
      const isOwn = (page: IdlePage) =>
        page.owner === owner &&
        page.isLong === isLong &&
        !(hasPriority && page.isSlowed) &&
        getKindKey(page) === key;
      const own = owner === undefined ? undefined : idle.findLast(isOwn);
      if (own) {
        leave(own.page);
        return own;
      }
      const page = await awaitPage(stock.take(use), browser, deadline);
      page.crashed.addEventListener('abort', () => leave(page), { once: true });
      const files = scripts ? undefined : cacheAssets(page.session);
      return { ...use, page, files, isSlowed: false, renders: 0 };
    },
    give(pooled, { isLarge, isSlowed }) {
      const { owner, scripts, page, files, renders } = pooled;
      const most = rendersOfAPage[scripts ? 'with' : 'without'];
      if (owner === undefined || renders + 1 >= most || files?.isFull()) return drop(pooled);
      page.renew();
      const given = { ...pooled, isSlowed: pooled.isSlowed || isSlowed, renders: renders + 1 };
      if (scripts) {
        stock.fill(pooled);
        return void clearPage(page).then(
          (isClear) => (isClear ? keep(given, isLarge) : drop(given)),
          () => drop(given),
        );
      }
      // Unloading a large document takes time, and keeping it takes memory, so unload it before the next one waits.
      if (isLarge) showNothingInstead(page.session, page.mainFrame);
      keep(given, isLarge);
    },
    drop,
  };
}

async function openReadyPage(browser: BrowserProcess, kind: PageKind): Promise<OpenPage> {
  const opening = openPage(browser, { scripts: kind.scripts });
  // Also while it is in stock: a document that takes it later would wait in vain.
  const page = await browser.shortage.race(opening).catch((error) => {
    opening.then(({ close }) => close()).catch(() => {});
    throw error;
  });
  try {
    const ready = page.shortage.race(makeReady(page, kind));
    await raceAbort([page.crashed, browser.connection.lost], ready);
  } catch (error) {
    page.close();
    throw error;
  }
  page.renew();
  return page;
}

async function makeReady({ session }: OpenPage, { scripts, date, region }: PageKind): Promise<void> {
  await Promise.all([
    preparePage(session, { scripts, requests: scripts, date, region, window: usualWindow }),
    ...(scripts ? [forbidSharedWorkers(session)] : []),
  ]);
  // Without scripts, nothing can see the address of the document, and loading one takes a quarter of the work.
  if (!scripts) return keepFunctions(session);
  await showNothing(session);
  // A reused page does the same, so that `history.length` does not reveal how many documents came before.
  await session.send('Page.resetNavigationHistory');
}

/** Shared workers may outlive their document. A document that names them gets its own context: see `needsNetwork`. */
const forbidSharedWorkers = (page: CdpSession) => callInNewDocuments(page, removeSharedWorkers, []);
