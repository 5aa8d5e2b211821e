/**
 * Parses HTML for a server. Small texts take a millisecond and are parsed inline. A megabyte of unclosed elements takes
 * seconds, so large texts go to a thread that is terminated when it takes too long.
 */
import { Failure } from '#contract/errors';
import type { Deadline } from '#runtime/deadline';
import { threadLimits } from '#runtime/thread-limits';
import { startWorkerPool, threadBeside, WorkerLimitError } from '#runtime/worker-pool';
import { hasScripts } from '../print/scripts.ts';
import { type DocumentFacts, lazyDocumentFacts, type TextFacts, unknownFacts } from '../print/text-facts.ts';
import type { HtmlResults, HtmlTask, HtmlTasks } from './html-worker.ts';

/** The facts that a server needs about HTML before printing it and that require a parser. */
interface HtmlParser {
  /** For short texts, each fact is computed when it is first read. */
  facts(
    texts: { readonly html: string; readonly styles?: string | undefined },
    deadline: Deadline,
  ): Promise<DocumentFacts>;
  /** See `hasScripts`. Returns true if parsing would take too long, which only costs time later. */
  hasScripts(html: string, facts: TextFacts, deadline: Deadline): Promise<boolean>;
  /** Ends all threads. The work in progress fails. */
  close(): Promise<void>;
}

/**
 * The number of characters that are parsed in this thread. The worst header found, `<b><p>` repeated to twice this
 * length, took 22 ms of CPU time on a machine with other load, and 55 ms in a process that had not parsed anything
 * before.
 */
const maxInlineCharacters = 5_000;

/** The number of characters whose facts are determined in this thread. Each fact takes up to 3 ms. */
const maxScannedCharacters = 200_000;

/** A longer document with anything that resembles a script is assumed to have one, which saves the parsing time. */
const maxParsedCharacters = 2_000_000;

/** Starts threads on demand. Their number is bounded by the number of documents that a server prints concurrently. */
export function startHtmlParser({ maxParsingMs = threadLimits.html.limitMs } = {}): HtmlParser {
  const pool = startWorkerPool<HtmlTask, HtmlResults[keyof HtmlResults]>({
    ...threadBeside(import.meta.url, 'html'),
    closedError: () => new Failure('interrupted', 'HTML is no longer parsed: this process is ending.'),
  });

  /** Returns what `onLimit` returns if parsing exceeds a limit. */
  async function parse<Kind extends keyof HtmlTasks>(
    kind: Kind,
    texts: HtmlTasks[Kind],
    deadline: Deadline,
    onLimit: (error: WorkerLimitError) => HtmlResults[Kind],
  ): Promise<HtmlResults[Kind]> {
    const task = { kind, ...texts } as HtmlTask;
    const parsed = pool.run(task, { limitMs: maxParsingMs, signal: deadline.signal });
    try {
      return (await deadline.race('reading the HTML', parsed)) as HtmlResults[Kind];
    } catch (error) {
      if (error instanceof WorkerLimitError) return onLimit(error);
      throw error;
    }
  }

  return {
    async facts(texts, deadline) {
      const { html, styles = '' } = texts;
      if (html.length + styles.length <= maxScannedCharacters) return lazyDocumentFacts(texts);
      const onLimit = () => ({ html: unknownFacts, styles: unknownFacts });
      return await parse('facts', { html, styles }, deadline, onLimit);
    },
    async hasScripts(html, facts, deadline) {
      if (!facts.mayHaveScripts) return false;
      if (html.length <= maxInlineCharacters) return await hasScripts(html);
      if (html.length > maxParsedCharacters) return true;
      return await parse('scripts', { html }, deadline, () => true);
    },
    close: () => pool.close(),
  };
}
