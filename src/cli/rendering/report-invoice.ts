/** What is to be known of the e-invoice in a finished PDF. */
import { Failure } from '#contract/errors';
import type { FinishedMerge } from '#render/merged-standards';
import type { Session } from '../session.ts';

/**
 * Warns once that a mark was lost, and of what the receiver of an embedded invoice may ask about. Throws `not_conforming` and
 * `strict` if `strict`.
 */
export async function reportInvoice(
  { terminal }: Session,
  { lostInvoice, doubts }: Pick<FinishedMerge, 'lostInvoice' | 'doubts'>,
  strict = false,
): Promise<void> {
  if (strict && doubts.length > 0) {
    const { assertNoProblems } = await import('#render/judge-content');
    assertNoProblems(doubts);
  }
  for (const doubt of doubts) terminal.warn(doubt);
  if (lostInvoice === undefined || terminal.warnings.includes(lostInvoice)) return;
  if (strict) throw new Failure('not_conforming', lostInvoice);
  terminal.warn(lostInvoice);
}
