/** What a document may do that no honest one does: whose script goes on for ever is told so, and at once. */
import { Failure } from '../../contract/errors.ts';

export const pageLimits = {
  /** alert, confirm and prompt, which nobody sees. */
  dialogs: 100,
  /** Opened by scripts, and closed unseen. */
  windows: 20,
  /** To the console, exceptions that nobody catches included. */
  messages: 10_000,
  /** Characters of these messages together. */
  messageText: 8_000_000,
  /** Characters of what is posted to the document's own address, where nobody is: told of each as a whole. */
  posted: 1_000_000,
  /**
   * Bytes that the browser tells of a page beside what its own text brings about. It tells of all pages through
   * one pipe, and who waits behind a gigabyte of somebody's messages waits for seconds.
   */
  told: 64 * 1024 * 1024,
} as const;

export const tooMuch = (what: string): Failure => new Failure('page_failed', `The document ${what}.`);
