/** Hard caps on abusive page behaviour. Exceeding one fails the render immediately with an error that names it. */
import { Failure } from '#contract/errors';

export const pageLimits = {
  /** Calls of alert, confirm and prompt, which are dismissed unseen. */
  dialogs: 100,
  /** Windows opened by scripts, which are closed unseen. */
  windows: 20,
  /** Console messages, including uncaught exceptions. */
  messages: 10_000,
  /** Total characters of these messages. */
  messageText: 8_000_000,
  /** Characters posted to the document's own address, which discards them. The browser reports each body in full. */
  posted: 1_000_000,
  /**
   * Bytes of events that the browser may send for a page, beyond those that its own text causes. All pages share one
   * pipe, and a gigabyte of events from one page delays the others by seconds.
   */
  eventBytes: 64 * 1024 * 1024,
  /**
   * Bytes of what a page answers to a question about it, such as the names and texts of its links. Parsing this much takes
   * 40 ms, during which no other document is served.
   */
  maxAnswerBytes: 16 * 1024 * 1024,
  /** Characters of the title, which the browser repeats in events and the PDF holds several times. */
  maxTitleCharacters: 2_000,
  /** Workers that run concurrently, including those of frames and of other workers. */
  maxWorkers: 8,
  /** Workers that a document may start in total. */
  maxWorkersStarted: 200,
  /** Address changes of a document or one of its frames: pushState, replaceState, fragments. */
  maxAddressChanges: 100,
  /** Total characters of these addresses. The browser copies each one several times while all documents wait. */
  maxAddressCharacters: 200_000,
} as const;

export const tooMuch = (what: string): Failure => new Failure('page_failed', `The document ${what}.`);
