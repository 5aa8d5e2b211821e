/** What a document may do that no honest one does: whose script goes on for ever is told so, and at once. */
import { Failure } from '../../../contract/errors.ts';

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
  /** That run at the same time, those of frames and of other workers included. */
  maxWorkers: 8,
  /** That a document starts in its life. */
  maxWorkersStarted: 200,
  /** Changes of the address of a document or of one of its frames: pushState, replaceState, fragments. */
  maxAddressChanges: 100,
  /** Characters of these addresses together. The browser copies each several times, and all documents wait for it. */
  maxAddressCharacters: 200_000,
} as const;

export const tooMuch = (what: string): Failure => new Failure('page_failed', `The document ${what}.`);
