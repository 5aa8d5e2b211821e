/**
 * Charged if and only if delivered: hold the credits, render, store the file, and then in one transaction settle
 * the hold, the document and the answer that an `Idempotency-Key` gives again. A failure before that costs nothing.
 */
import { createHash } from 'node:crypto';
import { Failure } from '../contract/errors.ts';
import { defaultFilename, idempotencyKey as keyLimits, urlExpiry } from '../contract/limits.ts';
import type { Output } from '../contract/requests-schema.ts';
import type { UsageSummary } from '../contract/usage.ts';
import { Deadline } from '../core/deadline.ts';
import { type NewDocument, newDocumentId } from '../store/documents.ts';
import type { IdempotentAnswer } from '../store/idempotency.ts';
import type { Team } from '../store/teams.ts';
import { answerFailure, type FailureAnswer } from './answer-failure.ts';
import { isoTime } from './iso-time.ts';
import { purchaseUrl } from './purchase-url.ts';
import type { ServerTools } from './tools.ts';

export interface DeliveryRequest {
  readonly team: Team;
  /** PDFs that it costs. */
  readonly amount: number;
  readonly output?: Output | undefined;
  readonly filename?: string | undefined;
  readonly url_expiry?: number | undefined;
  /** The header as it came. */
  readonly idempotencyKey: string | undefined;
  /** All that makes two requests the same: method, path and body. */
  readonly identity: string;
  /** Aborts when the caller hangs up. */
  readonly signal: AbortSignal;
  readonly requestId: string;
}

export interface Delivery {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Renders within the deadline. Called once at most. */
export type RenderPdf = (deadline: Deadline) => Promise<Uint8Array>;

/** The part of an answer that is kept for an `Idempotency-Key`; the PDF itself is kept as a file. */
interface Facts {
  readonly success: true;
  readonly filename: string;
  readonly size: number;
  readonly usage: UsageSummary;
  readonly url?: string;
  readonly expires_at?: string;
}

/** Throws `quota_exhausted`, `still_running`, `key_reused`, and whatever the render throws. */
export async function deliver(
  tools: ServerTools,
  request: DeliveryRequest,
  render: RenderPdf,
): Promise<Delivery> {
  const { store, now } = tools;
  const { team, idempotencyKey: key } = request;
  if (key === undefined) return await charge(tools, request, render);
  const begun = store.idempotency.begin({
    teamId: team.id,
    key,
    requestHash: createHash('sha256').update(request.identity).digest('hex'),
    at: now(),
  });
  if (begun.kind === 'running') {
    throw new Failure('still_running', 'A request with this Idempotency-Key is still running.');
  }
  if (begun.kind === 'mismatch') {
    const message = 'The Idempotency-Key was used for another request within the last 24 hours.';
    throw new Failure('key_reused', message, { errors: { 'Idempotency-Key': [message] } });
  }
  if (begun.kind === 'replay') return await replay(tools, request, begun.answer);
  let isKept = false;
  try {
    const delivery = await charge(tools, request, render);
    isKept = true;
    return delivery;
  } catch (error) {
    const answer = answerFailure(error, request.requestId);
    if (isKeptFailure(answer)) {
      store.idempotency.finish(team.id, key, {
        status: answer.status,
        body: JSON.stringify(answer.body),
        documentId: null,
      });
      isKept = true;
    }
    throw error;
  } finally {
    if (!isKept) store.idempotency.release(team.id, key);
  }
}

/** What a second try would only meet again: the document itself is wrong. */
const isKeptFailure = ({ status }: FailureAnswer): boolean => status === 422;

async function charge(tools: ServerTools, request: DeliveryRequest, render: RenderPdf): Promise<Delivery> {
  const { store, now, metrics, notices, config } = tools;
  const { team, amount, output = 'base64' } = request;
  const acceptedAt = now();
  const held = store.ledger.hold({ teamId: team.id, amount, at: acceptedAt });
  if (held.kind === 'exhausted') throw exhausted(tools, team, held.usage);

  const { id: holdId } = held.hold;
  const deadline = new Deadline(config.timeout, request.signal);
  let document: NewDocument | undefined;
  let settled: { readonly pdf: Uint8Array; readonly facts: Facts };
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
        expiresAt: new Date(finishedAt.getTime() + lifeOf(request) * 60_000),
      };
      await store.documents.write(document.id, pdf);
    }
    // What follows settles the charge: a caller who has left by now gets no PDF, and pays nothing.
    if (request.signal.aborted) throw request.signal.reason;
    settled = {
      pdf,
      facts: settle(tools, request, holdId, { finishedAt, filename, size: pdf.length, document }),
    };
  } catch (error) {
    await undo(tools, holdId, document);
    throw error;
  } finally {
    deadline.close();
  }
  metrics.charged(amount, settled.pdf.length);
  notices.poke();
  return deliveryOf(output, settled.facts, settled.pdf);
}

/** What fails here, on a full disk, is left for the next start; the caller is told why the request failed. */
async function undo(
  { store, log }: ServerTools,
  holdId: number,
  document: NewDocument | undefined,
): Promise<void> {
  try {
    store.ledger.void(holdId);
    if (document) await store.documents.remove(document.id);
  } catch (error) {
    log.error({ err: error, holdId }, 'a hold could not be given back; the next start does');
  }
}

interface Finished {
  readonly finishedAt: Date;
  readonly filename: string;
  readonly size: number;
  readonly document: NewDocument | undefined;
}

/** One transaction: the charge, the file's row, and the answer for the key. */
function settle(
  tools: ServerTools,
  { output, idempotencyKey: key }: DeliveryRequest,
  holdId: number,
  { finishedAt, filename, size, document }: Finished,
): Facts {
  const link = output === 'url' && document ? address(tools, document) : {};
  const factsOf = (usage: UsageSummary): Facts => ({ success: true, filename, size, usage, ...link });
  const answerOf = (usage: UsageSummary) => ({
    status: 200,
    body: JSON.stringify(factsOf(usage)),
    documentId: document?.id ?? null,
  });
  const usage = tools.store.ledger.post(holdId, {
    at: finishedAt,
    ...(document ? { document } : {}),
    ...(key === undefined ? {} : { idempotency: { key, answerOf } }),
  });
  return factsOf(usage);
}

/** Minutes that the file is kept. */
function lifeOf({ output, url_expiry }: DeliveryRequest): number {
  return output === 'url' ? (url_expiry ?? urlExpiry.default) : keyLimits.keptHours * 60;
}

function address({ urls, publicUrl }: ServerTools, { id, filename, expiresAt }: NewDocument) {
  const seconds = Math.floor(expiresAt.getTime() / 1000);
  return {
    url: `${publicUrl()}${urls.sign(`/documents/${id}/${filename}`, seconds)}`,
    expires_at: isoTime(new Date(seconds * 1000)),
  };
}

function deliveryOf(output: Output, facts: Facts, pdf: Uint8Array): Delivery {
  if (output === 'binary') {
    return {
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        // A file name of ours holds nothing that would need to be quoted or encoded (RFC 6266).
        'content-disposition': `attachment; filename="${facts.filename}"`,
      },
      body: pdf,
    };
  }
  const body = output === 'base64' ? { ...facts, pdf: Buffer.from(pdf).toString('base64') } : facts;
  return json(200, JSON.stringify(body));
}

const json = (status: number, body: string): Delivery => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body,
});

async function replay(
  { store }: ServerTools,
  { output = 'base64' }: DeliveryRequest,
  kept: IdempotentAnswer,
): Promise<Delivery> {
  const body = kept.body ?? '{}';
  const first =
    kept.documentId === null || output === 'url'
      ? json(kept.status, body)
      : deliveryOf(output, JSON.parse(body), await keptDocument(store, kept.documentId));
  return { ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } };
}

/** A restored database or a tidied disk may have lost it. */
async function keptDocument({ documents }: ServerTools['store'], id: string): Promise<Uint8Array> {
  return await documents.read(id).catch((cause) => {
    const message = 'The document of the first answer is gone. Send a new Idempotency-Key.';
    throw new Failure('document_gone', message, { cause });
  });
}

function exhausted(tools: ServerTools, team: Team, usage: UsageSummary): Failure {
  return new Failure('quota_exhausted', 'The monthly quota and the prepaid credits are used up.', {
    facts: { usage, purchase_url: purchaseUrl(tools, team) },
  });
}
