/** The first answer to an `Idempotency-Key` again, whatever has changed since: template, schema or plan. */
import { createHash } from 'node:crypto';
import { Failure } from '../contract/errors.ts';
import type { IdempotentAnswer } from '../store/idempotency.ts';
import type { Team } from '../store/teams.ts';
import { type Delivery, documentAddress, jsonDelivery, type KeptFacts, pdfDelivery } from './delivery.ts';
import type { ServerTools } from './tools.ts';

interface KeyedRequest {
  readonly team: Team;
  /** The header as it came. */
  readonly idempotencyKey: string | undefined;
  /** All that makes two requests the same, in parts: method, path and body. */
  readonly identity: readonly (string | Uint8Array)[];
}

/**
 * Runs a request once for its key. `produce` stores what the key gives again; where it throws without that, the key
 * may be used again. Throws `still_running`, `key_reused` and `document_gone`, and what `produce` throws.
 */
export async function oncePerKey<Answer>(
  tools: ServerTools,
  { team, idempotencyKey: key, identity }: KeyedRequest,
  produce: () => Promise<Answer>,
): Promise<Answer | Delivery> {
  if (key === undefined) return await produce();
  const { idempotency } = tools.store;
  const hash = createHash('sha256');
  for (const part of identity) hash.update(part);
  const requestHash = hash.digest('hex');
  const begun = idempotency.begin({ teamId: team.id, key, requestHash, at: tools.now() });
  if (begun.kind === 'running') {
    throw new Failure('still_running', 'A request with this Idempotency-Key is still running.');
  }
  if (begun.kind === 'mismatch') {
    const message = 'The Idempotency-Key was used for another request within the last 24 hours.';
    throw new Failure('key_reused', message, { errors: { 'Idempotency-Key': [message] } });
  }
  if (begun.kind === 'replay') return await replay(tools, begun.answer);
  try {
    return await produce();
  } catch (error) {
    // Without effect where an answer was stored.
    idempotency.release(team.id, key);
    throw error;
  }
}

async function replay(tools: ServerTools, { status, body, documentId }: IdempotentAnswer): Promise<Delivery> {
  const text = body ?? '{}';
  const first =
    documentId === null ? jsonDelivery(status, text) : await delivered(tools, JSON.parse(text), documentId);
  return { ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } };
}

/** Throws `document_gone`: a restored database or a tidied disk may have lost it. */
async function delivered(tools: ServerTools, facts: KeptFacts, id: string): Promise<Delivery> {
  const { documents } = tools.store;
  if (facts.output === 'url') {
    if (!(await documents.has(id))) throw gone();
    return pdfDelivery({ ...facts, ...livingAddress(tools, facts, id) }, undefined);
  }
  const pdf = await documents.read(id).catch((cause) => {
    throw gone(cause);
  });
  return pdfDelivery(facts, pdf);
}

/** The first address while it is valid; after that, or after a change of signing keys, a new one to the same file. */
function livingAddress(tools: ServerTools, { url = '', minutes = 0 }: KeptFacts, id: string): object {
  const { store, urls, now } = tools;
  const { pathname, search } = new URL(url);
  const time = now().getTime();
  if (urls.verify(`${pathname}${search}`, time) === 'valid') return {};
  const expires = new Date(time + minutes * 60_000);
  store.documents.keepUntil(id, expires);
  return documentAddress(tools, pathname, expires);
}

function gone(cause?: unknown): Failure {
  const message = 'The document of the first answer is gone. Send a new Idempotency-Key.';
  return new Failure('document_gone', message, { cause });
}
