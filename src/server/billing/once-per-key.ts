/** Replays the first response to an `Idempotency-Key`, even if the template, schema or plan has changed since. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isOneLine, oneLineFault } from '#contract/api/one-line-text';
import { Failure } from '#contract/errors';
import { idempotencyKey as limits } from '#contract/limits';
import type { IdempotentResponse, KeyClaim } from '#store/ledger/idempotency';
import type { Team } from '#store/teams';
import type { ServerContext } from '../context.ts';
import { type Delivery, jsonDelivery, pdfDelivery, type StoredFacts, signedDocumentUrl } from './delivery.ts';

interface KeyedRequest {
  readonly team: Team;
  /** The unparsed header. */
  readonly idempotencyKey: string | undefined;
  /** The parts that identify a request: method, path and body. */
  readonly identity: readonly (string | Uint8Array)[];
}

/**
 * Runs a request once per key. `produce` stores the response that the key replays; if it throws without storing one,
 * the key may be used again. Throws `clock_unconfirmed`, `still_running`, `key_reused`, `document_gone` and `documents_unavailable`, and the
 * errors of `produce`.
 */
export async function oncePerKey<Result>(
  context: ServerContext,
  { team, idempotencyKey: key, identity }: KeyedRequest,
  produce: (claim: KeyClaim | undefined) => Promise<Result>,
): Promise<Result | Delivery> {
  // A key that was used before would look as if its time was over.
  const { idempotency, clock } = context.store;
  clock.assertTrusted();
  if (key === undefined) return await produce(undefined);
  const hash = createHash('sha256');
  for (const part of identity) hash.update(part);
  const requestHash = hash.digest('hex');
  // The same is true of a clock that is ahead by a time that a server may have been off.
  const expiresBy = clock.unhurriedTime;
  const state = await idempotency.begin({
    teamId: team.id,
    key,
    requestHash,
    at: context.now(),
    expiresBy,
  });
  if (state.kind === 'running') {
    throw new Failure('still_running', 'A request with this Idempotency-Key is still running.');
  }
  if (state.kind === 'mismatch') {
    const message =
      'The Idempotency-Key was used for another request within the last 24 hours: its method, path or body is not the same, byte for byte.';
    throw new Failure('key_reused', message, { errors: { 'Idempotency-Key': [message] } });
  }
  if (state.kind === 'replay') return await replay(context, state.response);
  try {
    return await produce(state.claim);
  } catch (error) {
    // Has no effect if a response was stored.
    await idempotency.release(state.claim);
    throw error;
  }
}

async function replay(
  context: ServerContext,
  { status, headers, body, documentId }: IdempotentResponse,
): Promise<Delivery> {
  const text = body ?? '{}';
  const first =
    status !== 200 ? jsonDelivery(status, text) : await delivered(context, JSON.parse(text), documentId);
  return { ...first, headers: { ...first.headers, ...headers, 'idempotency-replayed': 'true' } };
}

/**
 * Throws `document_gone`: a restored database or a cleaned-up disk may have lost the file. Throws `documents_unavailable`
 * if it cannot be read at the moment.
 */
async function delivered(context: ServerContext, facts: StoredFacts, id: string | null): Promise<Delivery> {
  const { documents } = context.store;
  // Uploaded: the storage of the caller has it, and this server does not.
  if (id === null) return pdfDelivery(facts, undefined);
  if (facts.output === 'url') {
    if (!(await documents.has(id))) throw gone();
    return pdfDelivery({ ...facts, ...(await livingAddress(context, facts, id)) }, undefined);
  }
  const pdf = await documents.read(id).catch((error) => {
    throw error instanceof Failure && error.code === 'file_unreadable' ? gone(error) : error;
  });
  return pdfDelivery(facts, pdf);
}

/**
 * Returns the first address while it is valid, and otherwise, or after a change of signing keys, a new one to the same
 * file.
 */
async function livingAddress(
  context: ServerContext,
  { url = '', minutes = 0 }: StoredFacts,
  id: string,
): Promise<object> {
  const { store, urls, now } = context;
  const { pathname, search } = new URL(url);
  const time = now().getTime();
  if ((await urls.verify(`${pathname}${search}`, time)) === 'valid') return {};
  const expires = new Date(time + minutes * 60_000);
  await store.documents.keepUntil(id, expires);
  return await signedDocumentUrl(context, pathname, expires);
}

function gone(cause?: unknown): Failure {
  const message = 'The document of the first response no longer exists. Send a new Idempotency-Key.';
  return new Failure('document_gone', message, { cause });
}

/** Reads the `Idempotency-Key` header. Throws `invalid_request`. */
export function readIdempotencyKey({ headersDistinct }: IncomingMessage): string | undefined {
  const [key, ...others] = headersDistinct['idempotency-key'] ?? [];
  if (key === undefined) return undefined;
  // Node would join several headers, and a proxy might forward only one of them.
  if (others.length > 0) throw invalidKey('The Idempotency-Key must be given once.');
  if (key === '' || key.length > limits.maxLength) {
    throw invalidKey(`The Idempotency-Key must have 1 to ${limits.maxLength} characters.`);
  }
  // Node.js reads the bytes of headers as Latin-1, while clients write UTF-8.
  if (!isOneLine(Buffer.from(key, 'latin1').toString()))
    throw invalidKey(`The Idempotency-Key ${oneLineFault}.`);
  return key;
}

const invalidKey = (message: string) =>
  new Failure('invalid_request', message, { errors: { 'Idempotency-Key': [message] } });
