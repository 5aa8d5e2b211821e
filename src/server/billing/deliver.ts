/**
 * Charges a PDF if and only if it is delivered: holds the credits, renders, stores the file, and then in one
 * transaction settles the hold and stores the document and the response for its `Idempotency-Key`. A failure before
 * that costs nothing.
 */

import type { Output } from '../../contract/api/requests-schema.ts';
import { Failure } from '../../contract/errors.ts';
import { defaultFilename, idempotencyKey as keyLimits, urlExpiry } from '../../contract/limits.ts';
import type { UsageSummary } from '../../contract/usage.ts';
import { Deadline } from '../../core/deadline.ts';
import { type NewDocument, newDocumentId } from '../../store/documents.ts';
import type { RowClaim } from '../../store/jobs/job-records.ts';
import type { KeyClaim } from '../../store/ledger/idempotency.ts';
import type { SettledHold } from '../../store/ledger/ledger.ts';
import type { Team } from '../../store/teams.ts';
import type { ServerContext } from '../context.ts';
import { type FailureResponse, toFailureResponse } from '../http/failure-response.ts';
import { type Delivery, pdfDelivery, type StoredFacts, signedDocumentUrl } from './delivery.ts';
import { purchaseUrl } from './purchase-url.ts';

export interface DeliveryRequest {
  readonly team: Team;
  /** Cost in PDFs. */
  readonly amount: number;
  readonly output?: Output | undefined;
  readonly filename?: string | undefined;
  readonly url_expiry?: number | undefined;
  /** Of the request's `Idempotency-Key`, if it has one: see `oncePerKey`. */
  readonly keyClaim: KeyClaim | undefined;
  readonly row?: RunningRow | undefined;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** A row of a job. It is finished together with its charge. */
export interface RunningRow {
  readonly claim: RowClaim;
  /** Replaces that of the request. */
  readonly filename: string | undefined;
  /** The published version at the time when a batch was created. */
  readonly version: number | undefined;
  /** When its document expires. */
  readonly expiresAt: Date;
}

/** Renders within the deadline. Called at most once. */
export type RenderPdf = (deadline: Deadline) => Promise<Uint8Array>;

/**
 * Throws `quota_exhausted`, and the errors of the render.
 */
export async function deliver(
  context: ServerContext,
  request: DeliveryRequest,
  render: RenderPdf,
): Promise<Delivery> {
  const { keyClaim, requestId } = request;
  try {
    return await charge(context, request, render);
  } catch (error) {
    const response = toFailureResponse(error, requestId);
    if (keyClaim && isKeptFailure(response)) {
      const { status, body } = response;
      await context.store.idempotency.finish(keyClaim, {
        status,
        body: JSON.stringify(body),
        documentId: null,
      });
    }
    throw error;
  }
}

/** A retry would fail in the same way, because the document itself is wrong. */
const isKeptFailure = ({ status }: FailureResponse): boolean => status === 422;

async function charge(
  context: ServerContext,
  request: DeliveryRequest,
  render: RenderPdf,
): Promise<Delivery> {
  const { store, now, metrics, notices, config } = context;
  const { team, amount, output = 'base64' } = request;
  const acceptedAt = now();
  const held = await store.ledger.hold({ teamId: team.id, amount, at: acceptedAt });
  if (held.kind === 'exhausted') throw await exhausted(context, team, held.usage);

  const { hold } = held;
  const deadline = new Deadline(config.timeout, request.signal);
  let document: NewDocument | undefined;
  let settled: { readonly pdf: Uint8Array; readonly facts: StoredFacts };
  try {
    const pdf = await render(deadline);
    const finishedAt = now();
    const filename = request.filename ?? defaultFilename;
    if (output === 'url' || request.keyClaim || request.row) {
      document = {
        id: newDocumentId(),
        teamId: team.id,
        filename,
        size: pdf.length,
        createdAt: finishedAt,
        expiresAt: request.row?.expiresAt ?? after(finishedAt, minutesToKeep(request)),
      };
      await store.documents.write(document.id, pdf);
    }
    // The charge is settled below. A client that has disconnected by now gets no PDF and pays nothing.
    if (request.signal.aborted) throw request.signal.reason;
    settled = {
      pdf,
      facts: await settle(context, request, hold, { finishedAt, filename, size: pdf.length, document }),
    };
  } catch (error) {
    await undo(context, hold, document);
    throw error;
  } finally {
    deadline.close();
  }
  metrics.charged(amount, settled.pdf.length);
  notices.poke();
  return pdfDelivery(settled.facts, settled.pdf);
}

/** If this fails, such as on a full disk, the next start cleans up; the caller still gets the original error. */
async function undo(
  { store, log }: ServerContext,
  hold: SettledHold,
  document: NewDocument | undefined,
): Promise<void> {
  try {
    await store.ledger.void(hold);
    if (document) await store.documents.remove(document.id);
  } catch (error) {
    log.error(
      { err: error, holdId: hold.id },
      'a hold could not be released; the next start will release it',
    );
  }
}

interface Finished {
  readonly finishedAt: Date;
  readonly filename: string;
  readonly size: number;
  readonly document: NewDocument | undefined;
}

/** Settles the charge and stores the file's row and the response for the key in one transaction. */
async function settle(
  context: ServerContext,
  { output = 'base64', url_expiry: minutes = urlExpiry.default, keyClaim: claim, row }: DeliveryRequest,
  hold: SettledHold,
  { finishedAt, filename, size, document }: Finished,
): Promise<StoredFacts> {
  const link =
    output === 'url' && document
      ? {
          ...(await signedDocumentUrl(
            context,
            `/documents/${document.id}/${filename}`,
            after(finishedAt, minutes),
          )),
          minutes,
        }
      : {};
  const factsOf = (usage: UsageSummary): StoredFacts => ({
    success: true,
    filename,
    size,
    usage,
    ...link,
    output,
  });
  const toResponse = (usage: UsageSummary) => ({
    status: 200,
    body: JSON.stringify(factsOf(usage)),
    documentId: document?.id ?? null,
  });
  const usage = await context.store.ledger.settle(hold, {
    at: finishedAt,
    document,
    idempotency: claim && { claim, toResponse },
    row: row?.claim,
  });
  return factsOf(usage);
}

/** The file is kept while its address is valid and while the key can return it. */
function minutesToKeep({ output, url_expiry = urlExpiry.default, keyClaim }: DeliveryRequest): number {
  const address = output === 'url' ? url_expiry : 0;
  return Math.max(address, keyClaim ? keyLimits.keptHours * 60 : 0);
}

const after = (time: Date, minutes: number): Date => new Date(time.getTime() + minutes * 60_000);

async function exhausted(context: ServerContext, team: Team, usage: UsageSummary): Promise<Failure> {
  return new Failure('quota_exhausted', 'The monthly quota and the prepaid credits are used up.', {
    facts: { usage, purchase_url: await purchaseUrl(context, team) },
  });
}
