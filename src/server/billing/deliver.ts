/**
 * Charges a PDF if and only if it is delivered: holds the credits, renders, stores the file, and then in one
 * transaction settles the hold and stores the document and the response for its `Idempotency-Key`. A failure before
 * that costs nothing.
 */

import type { Output } from '#contract/api/requests-schema';
import type { Upload } from '#contract/api/upload-schema';
import { Failure } from '#contract/errors';
import { defaultFilename, idempotencyKey as keyLimits, urlExpiry } from '#contract/limits';
import type { UsageSummary } from '#contract/usage';
import type { FileProtection } from '#pdf';
import { LargePdf, type PdfContent } from '#pdf/large-pdf/large-pdf';
import type { OnProgress } from '#render/long-documents/print-long-document';
import { Deadline } from '#runtime/deadline';
import { UnknownOutcome } from '#store/database/database';
import { type NewDocument, newDocumentId } from '#store/documents';
import type { RowClaim } from '#store/jobs/job-records';
import type { KeyClaim } from '#store/ledger/idempotency';
import type { SettledHold } from '#store/ledger/ledger';
import type { Team } from '#store/teams';
import type { WebhookEvent } from '#store/webhooks/delivery-rows';
import type { ServerContext } from '../context.ts';
import { type FailureResponse, toFailureResponse } from '../http/failure-response.ts';
import { assertReachable } from '../outbound/assert-reachable.ts';
import { type Delivery, documentPath, pdfDelivery, type StoredFacts, signedDocumentUrl } from './delivery.ts';
import { failedEvent, finishedEvent } from './document-events.ts';
import { purchaseUrl } from './purchase-url.ts';
import { shownUploadUrl, uploadPdf } from './upload.ts';

export interface DeliveryRequest {
  readonly team: Team;
  /** Cost in PDFs. */
  readonly amount: number;
  /** The id of the only template, for the team's webhooks. */
  readonly templateId?: number | undefined;
  readonly output?: Output | undefined;
  readonly filename?: string | undefined;
  readonly url_expiry?: number | undefined;
  /** Given for `output: upload` only. */
  readonly upload?: Upload | undefined;
  /** The claim on the request's `Idempotency-Key`, if it has one: see `oncePerKey`. */
  readonly keyClaim: KeyClaim | undefined;
  readonly row?: RunningRow | undefined;
  /** Warnings of the render, complete when it ends. Stored with the row of a job. */
  readonly warnings: readonly string[];
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
  /** Called when rows of a long table, or items of a long text, are printed. */
  readonly onProgress?: OnProgress | undefined;
  /** The protection of its document. It is not in the stored request, which would then have its passwords. */
  readonly protection?: FileProtection | undefined;
}

/** Renders within the deadline. Called at most once. */
export type RenderPdf = (deadline: Deadline) => Promise<PdfContent>;

/**
 * Throws `quota_exhausted`, `quota_reserved`, `documents_unavailable`, `invalid_request` for an upload to a forbidden
 * address, and the errors of the render.
 */
export async function deliver(
  context: ServerContext,
  request: DeliveryRequest,
  render: RenderPdf,
): Promise<Delivery> {
  const { keyClaim, requestId, upload, signal } = request;
  if (upload) await assertReachable(context, 'upload.url', upload.url, signal);
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

/** A retry would fail in the same way, because the document itself is wrong. A storage may take it the next time. */
const isKeptFailure = ({ status, body }: FailureResponse): boolean =>
  status === 422 && body.code !== 'upload_failed';

async function charge(
  context: ServerContext,
  request: DeliveryRequest,
  render: RenderPdf,
): Promise<Delivery> {
  const { store, now, metrics, notices, config, log } = context;
  const { team, amount, output = 'base64' } = request;
  const acceptedAt = now();
  const held = await store.ledger.hold({ teamId: team.id, amount, at: acceptedAt });
  if (held.kind === 'exhausted') throw await exhausted(context, team, held.usage);
  if (held.kind === 'reserved') {
    throw new Failure('quota_reserved', 'Requests that are still running hold the rest of the quota.');
  }

  const { hold } = held;
  const deadline = new Deadline(config.timeout, request.signal, { audience: 'api' });
  let stored: NewDocument | undefined;
  let settled: { readonly pdf: PdfContent; readonly facts: StoredFacts };
  let rendered: PdfContent | undefined;
  try {
    const pdf = await render(deadline);
    rendered = pdf;
    const finishedAt = now();
    const filename = request.filename ?? defaultFilename;
    // A job keeps its document, also if it is sent to a storage.
    if (output === 'url' || request.row || (request.keyClaim && output !== 'upload')) {
      const id = newDocumentId();
      // A storage that fails to store is not asked to remove: it may take as long to fail again.
      const sha256 = await store.documents.write(id, pdf);
      stored = {
        id,
        teamId: team.id,
        filename,
        size: pdf.length,
        createdAt: finishedAt,
        expiresAt: request.row?.expiresAt ?? after(finishedAt, minutesToKeep(request)),
        sha256,
      };
    }
    if (request.upload) {
      await uploadPdf(context, request.upload, pdf, deadline);
    }
    // The charge is settled below. A client that has disconnected by now gets no PDF and pays nothing, unless its storage
    // has the PDF.
    else if (request.signal.aborted) throw request.signal.reason;
    settled = {
      pdf,
      facts: await settle(context, request, hold, {
        finishedAt,
        filename,
        size: pdf.length,
        document: stored,
      }),
    };
  } catch (error) {
    if (rendered instanceof LargePdf) await rendered.close();
    const isUnknown = error instanceof UnknownOutcome;
    if (isUnknown) {
      metrics.unknownCharges.inc();
      const ids = { requestId: request.requestId, holdId: hold.id, teamId: team.id };
      log.error(
        ids,
        'the database was lost while it stored a charge: the PDF is not delivered, and may be charged',
      );
    }
    // If the charge was stored, its key can still return the document.
    const event = request.row ? undefined : failedEvent(request, error, now());
    await undo(context, hold, isUnknown ? undefined : stored, event);
    throw error;
  } finally {
    deadline.close();
  }
  metrics.charged(amount, settled.pdf.length);
  notices.poke();
  // The response to a row is not sent.
  const isStored = request.row !== undefined && settled.pdf instanceof LargePdf;
  const delivery = pdfDelivery(settled.facts, isStored ? undefined : settled.pdf);
  if (typeof delivery.body === 'string' && settled.pdf instanceof LargePdf) await settled.pdf.close();
  return delivery;
}

/**
 * If this fails, such as on a full disk, the next start or a later sweep cleans up; the caller still gets the original
 * error. `document`: its bytes are stored.
 */
async function undo(
  { store, webhooks, log }: ServerContext,
  hold: SettledHold,
  document: NewDocument | undefined,
  event: WebhookEvent | undefined,
): Promise<void> {
  try {
    await store.ledger.void(hold, event);
    if (event && store.deliveries.wasQueued(event)) webhooks.poke();
  } catch (error) {
    log.error(
      { err: error, holdId: hold.id },
      'a hold could not be released; the next start will release it',
    );
  }
  if (!document) return;
  await store.documents.remove(document.id).catch((error) => {
    log.warn(
      { err: error, documentId: document.id },
      'a document without a charge is left for a later sweep',
    );
  });
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
  request: DeliveryRequest,
  hold: SettledHold,
  { finishedAt, filename, size, document }: Finished,
): Promise<StoredFacts> {
  const { output = 'base64', url_expiry: minutes = urlExpiry.default, keyClaim: claim, row } = request;
  const link =
    output === 'url' && document
      ? {
          ...(await signedDocumentUrl(
            context,
            documentPath(document.id, filename),
            after(finishedAt, minutes),
          )),
          minutes,
        }
      : request.upload
        ? { uploaded: true as const, uploaded_to: shownUploadUrl(request.upload) }
        : {};
  const documentId = document?.id;
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
    documentId: documentId ?? null,
  });
  const { store, webhooks } = context;
  // A job is reported when it ends, and not each of its rows.
  const event = row
    ? undefined
    : finishedEvent(request, { at: finishedAt, filename, size, documentId, ...link });
  const usage = await store.ledger.settle(hold, {
    at: finishedAt,
    document,
    event,
    idempotency: claim && { claim, toResponse },
    row: row?.claim,
    warnings: request.warnings,
  });
  if (event && store.deliveries.wasQueued(event)) webhooks.poke();
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
