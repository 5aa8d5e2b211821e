/** Finds out which renderer process belongs to which page: the DevTools protocol has no command for that. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CdpSession } from './connection.ts';

export interface RendererPids {
  /**
   * Opens a page, one at a time in one browser, and resolves when it is open. `pid` resolves to the renderer process
   * that has started since. Undefined where a frame of another page got a process in the same moment, or none started.
   */
  open<Opened>(
    open: () => Promise<Opened>,
  ): Promise<{ readonly opened: Opened; readonly pid: Promise<number | undefined> }>;
  /** The only renderer of a browser that has just started. */
  first(): Promise<number | undefined>;
  /** Whether the process is, or was, that of a page, and so not that of a frame. */
  isPage(pid: number): boolean;
}

/** A page is open before its process has started. */
const startMs = 2_000;
const lookMs = 5;

export function watchRendererPids(browser: CdpSession): RendererPids {
  const pages = new Set<number>();
  let isFirst = true;
  let turn: Promise<unknown> = Promise.resolve();

  async function renderers(): Promise<readonly number[]> {
    const { processInfo } = await browser
      .send('SystemInfo.getProcessInfo')
      .catch(() => ({ processInfo: [] }));
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  }

  async function findNew(old: readonly number[]): Promise<number | undefined> {
    const end = performance.now() + startMs;
    let started: number[] = [];
    while (started.length === 0 && performance.now() < end) {
      started = (await renderers()).filter((pid) => !old.includes(pid));
      if (started.length === 0) await delay(lookMs, undefined, { ref: false });
    }
    return started.length === 1 ? started[0] : undefined;
  }

  async function noted(found: Promise<number | undefined>): Promise<number | undefined> {
    const pid = await found;
    if (pid !== undefined) pages.add(pid);
    return pid;
  }

  return {
    async open(open) {
      const before = turn;
      const done = Promise.withResolvers<void>();
      turn = done.promise;
      await before;
      try {
        const old = await renderers();
        // That of the page that a browser opens at its start.
        if (isFirst) for (const pid of old) pages.add(pid);
        isFirst = false;
        const opened = await open();
        const pid = noted(findNew(old));
        pid.finally(done.resolve);
        return { opened, pid };
      } catch (error) {
        done.resolve();
        throw error;
      }
    },
    first: () => noted(findNew([])),
    isPage: (pid) => pages.has(pid),
  };
}
