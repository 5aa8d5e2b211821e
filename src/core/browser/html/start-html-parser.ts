/**
 * Parses HTML for a server. Small texts take a millisecond and are parsed inline; a megabyte of unclosed elements
 * takes seconds, in a thread that is ended when it takes too long.
 */
import type { Worker } from 'node:worker_threads';
import { Failure } from '../../../contract/errors.ts';
import type { Deadline } from '../../deadline.ts';
import { isOutOfMemory, moduleBeside, startBoundedWorker } from '../../workers/bounded-worker.ts';
import { deserializeError } from '../../workers/serialize-error.ts';
import { parseHeaderFooter } from '../header-footer/parse-header-footer.ts';
import { hasScripts } from '../print/scripts.ts';
import { lazyDocumentFacts, unknownFacts } from '../print/text-facts.ts';
import type { HtmlMessage, ParsedHtmlMessage } from './html-message.ts';
import type { HtmlParser } from './html-parser.ts';

/**
 * Characters that are parsed in this thread. The worst header found, `<b><p>` repeated to twice this length, took 22 ms
 * of processor time on a machine with other work, and 55 ms in a process that had parsed nothing before.
 */
const maxInlineCharacters = 5_000;

/** Characters whose facts are found in this thread: each takes up to 3 ms. */
const maxScannedCharacters = 200_000;

/** Beyond that a document with anything that looks like a script is taken to have one, which saves the parser's time. */
const maxParsedCharacters = 2_000_000;

/** Milliseconds of one message, and MB of a thread's heap. */
const standardParsingMs = 3_000;
const memoryMb = 512;

/** Milliseconds without work after which a thread ends. */
const maxIdleMs = 60_000;

class ParsingLimitError extends Error {
  override readonly name = 'ParsingLimitError';
}

interface HtmlThread {
  readonly worker: Worker;
  readonly ready: Promise<void>;
}

/** Threads start when they are needed. The documents that a server prints at the same time bound their number. */
export function startHtmlParser({ maxParsingMs = standardParsingMs } = {}): HtmlParser {
  const threads = new Set<HtmlThread>();
  const free: { readonly thread: HtmlThread; readonly idle: NodeJS.Timeout }[] = [];

  const start = (): HtmlThread => {
    const worker = startBoundedWorker(moduleBeside(import.meta.url, 'html-worker'), memoryMb);
    worker.unref();
    const ready = new Promise<void>((resolve) => worker.once('message', () => resolve()));
    const thread = { worker, ready };
    threads.add(thread);
    worker.once('exit', () => {
      threads.delete(thread);
      const index = free.findIndex((each) => each.thread === thread);
      if (index >= 0) clearTimeout(free.splice(index, 1)[0]?.idle);
    });
    // Without a listener an error of a thread without work would end the process.
    worker.on('error', () => {});
    return thread;
  };

  const take = (): HtmlThread => {
    const last = free.pop();
    clearTimeout(last?.idle);
    return last?.thread ?? start();
  };

  async function parse(message: HtmlMessage, deadline: Deadline): Promise<ParsedHtmlMessage> {
    const thread = take();
    const { worker, ready } = thread;
    const { promise, resolve, reject } = Promise.withResolvers<ParsedHtmlMessage>();
    // It may fail before anything awaits it.
    promise.catch(() => {});
    const onError = (error: Error) =>
      reject(isOutOfMemory(error) ? new ParsingLimitError(`more than ${memoryMb} MB of memory`) : error);
    const onExit = () =>
      reject(new Failure('interrupted', 'HTML is not parsed any more: this process is ending.'));
    worker.once('error', onError).once('exit', onExit);
    let timer: NodeJS.Timeout | undefined;
    try {
      // How long a machine takes to start a thread is not the document's fault.
      await deadline.race('reading the HTML', Promise.race([ready, promise]));
      const late = () => reject(new ParsingLimitError(`longer than ${maxParsingMs / 1000} seconds`));
      timer = setTimeout(late, maxParsingMs);
      worker.once('message', resolve);
      worker.postMessage(message);
      const parsed = await deadline.race('reading the HTML', promise);
      worker.off('error', onError).off('exit', onExit);
      free.push({ thread, idle: setTimeout(() => void worker.terminate(), maxIdleMs).unref() });
      return parsed;
    } catch (error) {
      void worker.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async facts(texts, deadline) {
      const { html, styles = '' } = texts;
      if (html.length + styles.length <= maxScannedCharacters) return lazyDocumentFacts(texts);
      try {
        const parsed = await parse({ kind: 'facts', html, styles }, deadline);
        if ('facts' in parsed) return parsed.facts;
        throw 'error' in parsed
          ? deserializeError(parsed.error)
          : new Error('A thread answered something else.');
      } catch (error) {
        if (error instanceof ParsingLimitError) return { html: unknownFacts, styles: unknownFacts };
        throw error;
      }
    },
    async hasScripts(html, facts, deadline) {
      if (!facts.mayHaveScripts) return false;
      if (html.length <= maxInlineCharacters) return await hasScripts(html);
      if (html.length > maxParsedCharacters) return true;
      try {
        const parsed = await parse({ kind: 'scripts', html }, deadline);
        if ('error' in parsed) throw deserializeError(parsed.error);
        return 'scripts' in parsed && parsed.scripts;
      } catch (error) {
        if (error instanceof ParsingLimitError) return true;
        throw error;
      }
    },
    async margins(source, deadline) {
      const { header = '', footer = '' } = source;
      if (header.length + footer.length <= maxInlineCharacters) return parseHeaderFooter(source);
      try {
        const parsed = await parse({ kind: 'margins', source }, deadline);
        if ('margins' in parsed) return parsed.margins;
        throw 'error' in parsed
          ? deserializeError(parsed.error)
          : new Error('A thread answered something else.');
      } catch (error) {
        if (!(error instanceof ParsingLimitError)) throw error;
        throw new Failure('page_failed', `The header and footer take ${error.message} to read.`, {
          cause: error,
        });
      }
    },
    async close() {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}
