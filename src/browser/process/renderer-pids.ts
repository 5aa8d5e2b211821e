/** Determines which renderer process belongs to which page, because the DevTools protocol has no command for that. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CdpSession } from '../cdp/connection.ts';
import { getChildrenOfMainThread, getProcessKind, processTree } from './process-tree.ts';

export interface RendererPids {
  /**
   * Opens a page, one at a time per browser, and resolves when it is open. `started` resolves to the renderer processes
   * that have started since: the page's, and possibly others if a frame of another page got a process or the browser
   * created a spare one at the same moment. Empty if none has started within 2 s.
   */
  open<Opened>(
    open: () => Promise<Opened>,
  ): Promise<{ readonly opened: Opened; readonly started: Promise<readonly number[]> }>;
  /** Resolves to the only renderer of a browser that has just started. */
  first(): Promise<readonly number[]>;
  /** Returns whether the process is or was a page's, and therefore not a frame's. */
  isPage(pid: number): boolean;
}

/** A page is open before its process has started. In milliseconds. */
const startMs = 2_000;
const lookMs = 4;

export function watchRendererPids(browser: CdpSession, browserPid: number): RendererPids {
  const pages = new Set<number>();
  /** The renderers of the page that the browser opens when it starts, once they were asked for. */
  let first: Promise<readonly number[]> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  /** The zygotes, whose children are the renderers. Undefined until there is a renderer, or if there is no /proc. */
  let zygotes: readonly number[] | undefined;
  /** Children of the zygotes that are known to be renderers, which their arguments say. */
  let known: readonly number[] = [];

  /**
   * Returns all renderers. `others` are processes that may become renderers: a zygote's child has the arguments of the
   * zygote at first. Reads /proc where there is one, because a busy browser responds after 20 ms or more, in which no
   * other page can be opened.
   */
  async function look(): Promise<{
    readonly renderers: readonly number[];
    readonly others: readonly number[];
  }> {
    if (zygotes) {
      const children = zygotes.flatMap(getChildrenOfMainThread);
      known = children.filter((pid) => known.includes(pid) || getProcessKind(pid) === 'renderer');
      return { renderers: known, others: children.filter((pid) => !known.includes(pid)) };
    }
    const { processInfo } = await browser
      .send('SystemInfo.getProcessInfo')
      .catch(() => ({ processInfo: [] }));
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    const found = processTree(browserPid).flatMap(({ pid, kind }) => (kind === 'zygote' ? [pid] : []));
    const [any] = renderers;
    if (any !== undefined && found.flatMap(getChildrenOfMainThread).includes(any)) zygotes = found;
    return { renderers, others: [] };
  }

  /** Returns the renderers that are not in `old`, as soon as there are any. */
  async function startedSince(old: readonly number[], signal?: AbortSignal): Promise<readonly number[]> {
    const end = performance.now() + startMs;
    for (;;) {
      const started = (await look()).renderers.filter((pid) => !old.includes(pid));
      if (started.length > 0 || performance.now() >= end || signal?.aborted) return started;
      await delay(lookMs, undefined, { ref: false });
    }
  }

  /** Records the process of a page if it is unambiguous. */
  async function findNew(old: readonly number[], signal?: AbortSignal): Promise<readonly number[]> {
    const started = await startedSince(old, signal);
    const [pid, ...others] = started;
    if (pid !== undefined && others.length === 0) pages.add(pid);
    return started;
  }

  return {
    async open(open) {
      const before = turn;
      const done = Promise.withResolvers<void>();
      turn = done.promise;
      await before;
      try {
        // The page that a browser opens when it starts may still be starting, and its renderer would be mistaken for
        // the new page's. It is not waited for again, because it may be closed by now.
        first ??= startedSince([]);
        for (const pid of await first) pages.add(pid);
        const { renderers, others } = await look();
        const failed = new AbortController();
        const opening = open();
        const started = findNew([...renderers, ...others], failed.signal);
        started.finally(done.resolve);
        opening.catch(() => failed.abort());
        return { opened: await opening, started };
      } catch (error) {
        done.resolve();
        throw error;
      }
    },
    first() {
      first ??= findNew([]);
      return first;
    },
    isPage: (pid) => pages.has(pid),
  };
}
