/** The events about documents that the webhooks of a team get. */
import type { WebhookEvent } from '#store/webhooks/delivery-rows';
import { toFailureResponse } from '../http/failure-response.ts';
import type { DeliveryRequest } from './deliver.ts';

interface FinishedDocument {
  readonly at: Date;
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
  /** The id of the stored document, if it is stored. */
  readonly documentId: string | undefined;
  readonly url?: string | undefined;
  readonly uploaded_to?: string | undefined;
  readonly expires_at?: string | undefined;
}

export function finishedEvent(
  request: DeliveryRequest,
  { at, filename, size, documentId, url, uploaded_to, expires_at }: FinishedDocument,
): WebhookEvent {
  const data = {
    ...requestFacts(request),
    output: request.output ?? 'base64',
    document_id: documentId ?? null,
    filename,
    size,
    url: url ?? uploaded_to ?? null,
    expires_at: expires_at ?? null,
  };
  return { type: 'document.finished', data, at };
}

/** `code` and `message` are those of the response that the caller gets. */
export function failedEvent(request: DeliveryRequest, error: unknown, at: Date): WebhookEvent {
  const { body } = request.signal.aborted
    ? { body: { code: 'interrupted', message: 'The client disconnected.' } }
    : toFailureResponse(error, request.requestId);
  const data = { ...requestFacts(request), code: body.code, message: body.message };
  return { type: 'document.failed', data, at };
}

const requestFacts = ({ requestId, amount, templateId, keyClaim }: DeliveryRequest) => ({
  request_id: requestId,
  amount,
  template_id: templateId ?? null,
  idempotency_key: keyClaim?.key ?? null,
});
