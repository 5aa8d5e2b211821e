/** The protection of the document that a request or a row of a job makes. */
import { toProtection } from '#contract/api/protection-schema';
import type { StandardsSettings } from '#contract/documents';
import type { FileProtection } from '#pdf';
import { assertProtectable, prepareProtection } from '#render/sealing/requested-protection';
import type { RouteCall } from '../api/route.ts';

interface ProtectedRequest extends Pick<StandardsSettings, 'pdfa'> {
  readonly protection: Parameters<typeof toProtection>[0];
  /** Whether an e-invoice is embedded. */
  readonly isInvoice: boolean;
}

/**
 * Undefined if the document is not protected. Runs before anything is charged. Throws `invalid_option` for what no
 * protected document can be.
 */
export function findProtection(
  { row }: Pick<RouteCall, 'row'>,
  { protection, pdfa, isInvoice }: ProtectedRequest,
): FileProtection | undefined {
  const found = row?.protection ?? prepareProtection(toProtection(protection));
  if (found) assertProtectable({ pdfa, isInvoice, isReproducible: false });
  return found;
}
