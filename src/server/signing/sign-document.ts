/** Signs a finished PDF in a thread, and records it. */

import { type PdfContent, toBytes } from '#pdf/large-pdf/large-pdf';
import type { Deadline } from '#runtime/deadline';
import type { RouteCall } from '../api/route.ts';
import type { ServerContext } from '../context.ts';
import { inMemory } from '../rendering/pdf-work.ts';
import type { RequestedSignature } from './find-signature.ts';

/** Who signs: a request, or a row of a job. */
export interface SigningCall {
  readonly context: Pick<ServerContext, 'store' | 'signing' | 'now'>;
  readonly teamId: number;
  readonly tokenId: number | null;
  readonly requestId: string;
  readonly jobId: string | undefined;
}

/** Returns the call that a request, or the row of a job that it runs, makes. */
export const toSigningCall = ({ context, caller, requestId, row }: RouteCall): SigningCall => ({
  context,
  teamId: caller.team.id,
  tokenId: caller.tokenId,
  requestId,
  jobId: row?.claim.jobId,
});

/**
 * Returns the PDF as it is if no signature is asked for. A signature that cannot be recorded is not delivered. Throws
 * `invalid_option` for a PDF or a field that cannot be signed, `timestamp_failed`, `timeout` and `memory_limit`.
 */
export async function signDocument(
  { context, teamId, tokenId, requestId, jobId }: SigningCall,
  signature: RequestedSignature | undefined,
  pdf: PdfContent,
  { deadline, warnings }: { readonly deadline: Deadline; readonly warnings: string[] },
): Promise<PdfContent> {
  if (!signature) return pdf;
  const { sign, files, fingerprint, timestamp } = signature;
  const { identity: _, timestamp: __, ...details } = sign;
  const bytes = await toBytes(pdf, inMemory);
  const task = { pdf: bytes, files, details, timestamp, date: context.now() };
  const signed = await context.signing.sign(task, teamId, deadline);
  await context.store.signingIdentities.recordUse({
    teamId,
    identity: sign.identity,
    fingerprint,
    tokenId,
    requestId,
    jobId: jobId ?? null,
    documentHash: signed.hash,
    at: context.now(),
  });
  warnings.push(...signed.warnings);
  return signed.pdf;
}
