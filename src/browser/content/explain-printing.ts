/** Explains errors of `Page.printToPDF`. */
import { Failure } from '#contract/errors';
import { ProtocolError } from '../cdp/connection.ts';

/** Throws `invalid_option` for margins that leave no room, `page_failed` for another refusal, and any other error as it is. */
export function explainPrinting(error: unknown): never {
  if (!(error instanceof ProtocolError)) throw error;
  if (/content area is empty|invalid print parameters/i.test(error.message)) {
    throw new Failure('invalid_option', 'The margins leave no room on the page.', {
      errors: { margins: ['The margins leave no room on the page.'] },
      cause: error,
    });
  }
  throw new Failure('page_failed', `The page could not be printed: ${error.message}`, {
    hint: 'Chromium fails on documents with thousands of pages; try --no-tags, or print in parts.',
    cause: error,
  });
}
