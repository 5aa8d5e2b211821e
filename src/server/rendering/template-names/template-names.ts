/**
 * Lists the top-level data names that each template version reads: once, in a thread, because the time that this takes
 * grows with untrusted input.
 */

import { LRUMap } from '../../../core/lru-cache.ts';
import type { TemplateNames } from '../../../core/template/check/template-variables.ts';
import type { TemplateFiles } from '../../../core/template/model/template-files.ts';
import { moduleBeside } from '../../../core/workers/bounded-worker.ts';
import { type KeptThread, startKeptThread } from '../kept-thread.ts';

export interface TemplateNamesLister {
  /** `key` identifies the content of the files. Returns undefined if listing exceeds the limits. Never throws. */
  list(key: string, files: () => Promise<TemplateFiles>): Promise<TemplateNames | undefined>;
  close(): Promise<void>;
}

const limits = { seconds: 2, memoryMb: 128 };
/** Templates that may wait for the thread; any more are rendered without a list. */
const maxWaiting = 16;
/** A list takes some hundred bytes. */
const maxKept = 10_000;
/** Milliseconds without a new template after which the thread ends. */
const idleMs = 10_000;

type Thread = KeptThread<TemplateFiles, TemplateNames | null>;

export function startTemplateNamesLister(): TemplateNamesLister {
  const known = new LRUMap<string, Promise<TemplateNames | undefined>>(maxKept);
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function ask(files: TemplateFiles): Promise<TemplateNames | undefined> {
    clearTimeout(idle);
    thread ??= startKeptThread(moduleBeside(import.meta.url, 'template-names-worker'), limits);
    try {
      return (await thread.run(limits.seconds, (send) => send(files))) ?? undefined;
    } catch {
      return undefined;
    } finally {
      if (thread?.isOver) thread = undefined;
      idle = setTimeout(close, idleMs).unref();
    }
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    await ending?.end();
  }

  return {
    list(key, files) {
      const found = known.get(key);
      if (found) return found;
      if (waiting >= maxWaiting) return Promise.resolve(undefined);
      waiting++;
      const listed = last
        .then(async () => ask(textsOf(await files())))
        .catch(() => undefined)
        .finally(() => {
          waiting--;
        });
      last = listed;
      known.set(key, listed, 1);
      return listed;
    },
    close,
  };
}

/** Pictures, fonts and base PDFs contain no names. */
function textsOf(files: TemplateFiles): TemplateFiles {
  const isText = (path: string) => /\.(?:html|json|css|twig|txt|xml|svg|md)$/i.test(path);
  return new Map([...files].filter(([path]) => isText(path) || path.startsWith('partials/')));
}
