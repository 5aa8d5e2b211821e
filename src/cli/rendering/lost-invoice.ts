/** A finished PDF that had the mark of an e-invoice, and lost it. */
import { Failure } from '#contract/errors';
import type { FinishedMerge } from '#render/merged-standards';
import type { Session } from '../session.ts';

/** Warns once. Throws `not_conforming` if `strict`. */
export function reportLostInvoice(
  { terminal }: Session,
  { lostInvoice }: Pick<FinishedMerge, 'lostInvoice'>,
  strict = false,
): void {
  if (lostInvoice === undefined || terminal.warnings.includes(lostInvoice)) return;
  if (strict) throw new Failure('not_conforming', lostInvoice);
  terminal.warn(lostInvoice);
}
