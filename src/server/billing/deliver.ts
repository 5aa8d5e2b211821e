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
  /** The unparsed header. */
  readonly idempotencyKey: string | undefined;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** Renders within the deadline. Called at most once. */
export type RenderPdf = (deadline: Deadline) => Promise<Uint8Array>;

/**
 * The request's `Idempotency-Key`, if it has one, must already be marked as running (see `oncePerKey`).
 *
 * Throws `quota_exhausted`, and the errors of the render.
 */
export async function deliver(
  context: ServerContext,
  request: DeliveryRequest,
  render: RenderPdf,
): Promise<Delivery> {
  const { team, idempotencyKey: key, requestId } = request;
  try {
    return await charge(context, request, render);
  } catch (error) {
    const response = toFailureResponse(error, requestId);
    if (key !== undefined && isKeptFailure(response)) {
      const { status, body } = response;
      context.store.idempotency.finish(team.id, key, {
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
  const held = store.ledger.hold({ teamId: team.id, amount, at: acceptedAt });
  if (held.kind === 'exhausted') throw exhausted(context, team, held.usage);

  const { id: holdId } = held.hold;
  const deadline = new Deadline(config.timeout, request.signal);
  let document: NewDocument | undefined;
  let settled: { readonly pdf: Uint8Array; readonly facts: StoredFacts };
  try {
    const pdf = await render(deadline);
    const finishedAt = now();
    const filename = request.filename ?? defaultFilename;
    if (output === 'url' || request.idempotencyKey !== undefined) {
      document = {
        id: newDocumentId(),
        teamId: team.id,
        filename,
        size: pdf.length,
        createdAt: finishedAt,
        expiresAt: after(finishedAt, minutesToKeep(request)),
      };
      await store.documents.write(document.id, pdf);
    }
    // The charge is settled below. A client that has disconnected by now gets no PDF and pays nothing.
    if (request.signal.aborted) throw request.signal.reason;
    settled = {
      pdf,
      facts: settle(context, request, holdId, { finishedAt, filename, size: pdf.length, document }),
    };
  } catch (error) {
    await undo(context, holdId, document);
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
  holdId: number,
  document: NewDocument | undefined,
): Promise<void> {
  try {
    store.ledger.void(holdId);
    if (document) await store.documents.remove(document.id);
  } catch (error) {
    log.error({ err: error, holdId }, 'a hold could not be released; the next start will release it');
  }
}

interface Finished {
  readonly finishedAt: Date;
  readonly filename: string;
  readonly size: number;
  readonly document: NewDocument | undefined;
}

/** Settles the charge and stores the file's row and the response for the key in one transaction. */
function settle(
  context: ServerContext,
  { output = 'base64', url_expiry: minutes = urlExpiry.default, idempotencyKey: key }: DeliveryRequest,
  holdId: number,
  { finishedAt, filename, size, document }: Finished,
): StoredFacts {
  const link =
    output === 'url' && document
      ? {
          ...signedDocumentUrl(context, `/documents/${document.id}/${filename}`, after(finishedAt, minutes)),
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
  const usage = context.store.ledger.settle(holdId, {
    at: finishedAt,
    document,
    idempotency: key === undefined ? undefined : { key, toResponse },
  });
  return factsOf(usage);
}

/** The file is kept while its address is valid and while the key can return it. */
function minutesToKeep({ output, url_expiry = urlExpiry.default, idempotencyKey }: DeliveryRequest): number {
  const address = output === 'url' ? url_expiry : 0;
  return Math.max(address, idempotencyKey === undefined ? 0 : keyLimits.keptHours * 60);
}

const after = (time: Date, minutes: number): Date => new Date(time.getTime() + minutes * 60_000);

function exhausted(context: ServerContext, team: Team, usage: UsageSummary): Failure {
  return new Failure('quota_exhausted', 'The monthly quota and the prepaid credits are used up.', {
    facts: { usage, purchase_url: purchaseUrl(context, team) },
  });
}
