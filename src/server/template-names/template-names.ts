/**
 * Lists the top-level data names that each template version reads: once, in a thread, because the time that this takes
 * grows with untrusted input.
 */

import { Failure } from '#contract/errors';
import { LRUMap } from '#runtime/lru-cache';
import { startWorkerPool, threadBeside } from '#runtime/worker-pool';
import type { TemplateNames } from '#template/check/template-variables';
import type { TemplateFiles } from '#template/model/template-files';

export interface TemplateNamesLister {
  /** `key` identifies the content of the files. Returns undefined if listing exceeds the limits. Never throws. */
  list(key: string, files: () => Promise<TemplateFiles>): Promise<TemplateNames | undefined>;
  close(): Promise<void>;
}

/** Templates that may wait for the thread; any more are rendered without a list. */
const maxWaiting = 16;
/** A list takes some hundred bytes. */
const maxKept = 10_000;

export function startTemplateNamesLister(): TemplateNamesLister {
  const known = new LRUMap<string, Promise<TemplateNames | undefined>>(maxKept);
  const pool = startWorkerPool<TemplateFiles, TemplateNames | undefined>({
    ...threadBeside(import.meta.url, 'template-names'),
    maxWorkers: 1,
    closedError: () => new Failure('server_stopping', 'The server is stopping.'),
  });
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  return {
    list(key, files) {
      const found = known.get(key);
      if (found) return found;
      if (waiting >= maxWaiting) return Promise.resolve(undefined);
      waiting++;
      const listed = last
        .then(async () => pool.run(findTexts(await files())))
        // A template without a list is rendered anyway.
        .catch(() => undefined)
        .finally(() => {
          waiting--;
        });
      last = listed;
      known.set(key, listed, 1);
      return listed;
    },
    close: () => pool.close(),
  };
}

/** Pictures, fonts and base PDFs contain no names. */
function findTexts(files: TemplateFiles): TemplateFiles {
  const isText = (path: string) => /\.(?:html|json|css|twig|txt|xml|svg|md)$/i.test(path);
  return new Map([...files].filter(([path]) => isText(path) || path.startsWith('partials/')));
}
