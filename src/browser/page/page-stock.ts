/**
 * Opens pages before a document needs them, because a new context with its renderer costs several times as much as
 * printing a small document. A page in stock has no owner and has shown no document, so any owner may take it.
 */
import type { RegionSettings } from '#contract/language/region';
import type { OpenPage } from './open-page.ts';

/** The settings that a page is prepared with before its document is known. */
export interface PageKind {
  readonly scripts: boolean;
  /** The date that scripts see; see `PrintJob.date`. */
  readonly date?: Date | undefined;
  /** The locale and the time zone of scripts. */
  readonly region?: RegionSettings | undefined;
}

type KindKey = string;

const usualKeys: readonly KindKey[] = ['no scripts', 'now'];

/** The date in milliseconds, the locale and the time zone, if scripts see given ones. */
export function getKindKey({ scripts, date, region: { locale, timeZone } = {} }: PageKind): KindKey {
  if (!scripts) return 'no scripts';
  const given = [date?.getTime() ?? 'now', locale, timeZone];
  return given.filter((each) => each !== undefined).join(' ');
}

interface PageStock {
  /** Returns a page that has never been used, and opens another one if many are taken. */
  take(kind: PageKind): Promise<OpenPage>;
  /** Opens what is missing, so that the next documents of this kind need not wait. */
  fill(kind: PageKind): void;
}

/** Pages of one kind. */
interface Shelf {
  readonly kind: PageKind;
  readonly pages: Promise<OpenPage>[];
  /** When pages were taken within the last `demandMs`, on the clock of `performance.now()`. */
  taken: number[];
  timer?: NodeJS.Timeout | undefined;
}

/**
 * The stock of a kind is as large as the number of pages that were taken within this time: about the time that a busy
 * machine takes to open one.
 */
const demandMs = 500;
/** After this time without any taken page, all but one page of a kind are closed. */
const idleMs = 60_000;

/** `maxPages` limits the pages of one kind. */
export function openPageStock(open: (kind: PageKind) => Promise<OpenPage>, maxPages: number): PageStock {
  const shelves = new Map<KindKey, Shelf>();

  function shelfOf(kind: PageKind): Shelf {
    const key = getKindKey(kind);
    const known = shelves.get(key);
    if (known) return known;
    // Every document may have another date or region, so only the pages for the latest one are kept.
    if (!usualKeys.includes(key)) closeSpecial();
    const shelf: Shelf = { kind, pages: [], taken: [] };
    shelves.set(key, shelf);
    return shelf;
  }

  function closeSpecial(): void {
    for (const [key, { pages, timer }] of shelves) {
      if (usualKeys.includes(key)) continue;
      shelves.delete(key);
      clearTimeout(timer);
      pages.forEach(close);
    }
  }

  function add({ kind, pages }: Shelf): Promise<OpenPage> {
    const opening = open(kind);
    pages.push(opening);
    const forget = () => {
      const place = pages.indexOf(opening);
      if (place >= 0) pages.splice(place, 1);
    };
    // The page crashed before it was needed, or could not be opened.
    opening.then(({ crashed }) => crashed.addEventListener('abort', forget, { once: true }), forget);
    return opening;
  }

  function fill(shelf: Shelf): void {
    const since = performance.now() - demandMs;
    shelf.taken = shelf.taken.filter((at) => at >= since);
    const wanted = Math.min(maxPages, Math.max(1, shelf.taken.length));
    while (shelf.pages.length < wanted) add(shelf);
    clearTimeout(shelf.timer);
    shelf.timer = setTimeout(() => shelf.pages.splice(1).forEach(close), idleMs).unref();
  }

  return {
    async take(kind) {
      const shelf = shelfOf(kind);
      if (shelf.pages.length === 0) add(shelf);
      const page = shelf.pages.shift() as Promise<OpenPage>;
      shelf.taken.push(performance.now());
      // A single document must not wait for the opening of a page that only others need.
      if (shelf.taken.length > 1) fill(shelf);
      return await page;
    },
    fill: (kind) => fill(shelfOf(kind)),
  };
}

function close(opening: Promise<OpenPage>): void {
  opening.then(
    (page) => page.close(),
    () => {},
  );
}
