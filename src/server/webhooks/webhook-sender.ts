/**
 * Sends the deliveries that the store has queued. Each stays in the database until its receiver has accepted it or three
 * days have passed.
 */

import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '#store/store';
import type { WebhookDelivery } from '#store/webhooks/delivery-rows';
import type { Webhook } from '#store/webhooks/webhooks';
import type { Metrics } from '../operations/metrics.ts';
import { oneAtATime } from '../operations/one-at-a-time.ts';
import type { Outbound } from '../outbound/outbound.ts';

export interface WebhookSender {
  /** Checks for new deliveries immediately instead of at the next round. */
  poke(): void;
  /** Waits for what is being sent for up to 5 s; the rest is given back to be sent by the next server. */
  close(): Promise<void>;
}

export interface WebhookSenderOptions {
  readonly store: Pick<Store, 'webhooks' | 'deliveries'>;
  readonly outbound: Outbound;
  readonly metrics: Pick<Metrics, 'webhookAttempts'>;
  readonly version: string;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** Milliseconds that a receiver may take. Default: 15,000. */
  readonly timeoutMs?: number | undefined;
}

/** Milliseconds between two database checks, for retries and for events that other processes queue. */
const roundMs = 5_000;
const defaultTimeoutMs = 15_000;
/** Milliseconds for which a shutdown waits. */
const graceMs = 5_000;

/**
 * The most deliveries that one node sends at the same time. A team whose receivers hang takes its own places and no
 * others, and one receiver is not flooded.
 */
const places = { all: 64, perTeam: 4, perWebhook: 2 } as const;

interface Turn {
  /** The id of the webhook. */
  readonly id: number;
  readonly teamId: number;
}

export function startWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { store, now, log } = options;
  const { deliveries } = store;
  const closing = new AbortController();
  const running = new Map<Promise<void>, Turn>();
  let isClosed = false;
  /** The webhook that was served last. The next round begins behind it, so that each gets its turn. */
  let latest = 0;

  const hasPlace = (turn: Turn): boolean => {
    const busy = [...running.values()];
    return (
      busy.length < places.all &&
      busy.filter(({ teamId }) => teamId === turn.teamId).length < places.perTeam &&
      busy.filter(({ id }) => id === turn.id).length < places.perWebhook
    );
  };
  const start = (turn: Turn, delivery: WebhookDelivery) => {
    const sending = sendOne(options, turn.id, delivery, closing.signal)
      .catch((error) => log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be stored'))
      .finally(() => {
        running.delete(sending);
        poke();
      });
    running.set(sending, turn);
  };
  const sendAll = async () => {
    const due = await deliveries.due(now());
    let waiting = [...due.filter(({ id }) => id > latest), ...due.filter(({ id }) => id <= latest)];
    // One delivery of each webhook, then a second one of each, and so on.
    while (waiting.length > 0) {
      const served: Turn[] = [];
      for (const turn of waiting) {
        // A place that becomes free begins a new round.
        if (!hasPlace(turn)) continue;
        const delivery = isClosed ? undefined : await deliveries.claim(turn.id, now());
        if (!delivery) continue;
        latest = turn.id;
        start(turn, delivery);
        served.push(turn);
      }
      waiting = served;
    }
  };
  const { run: poke, stop } = oneAtATime(() =>
    sendAll().catch((error) => log.error({ err: error }, 'deliveries could not be read')),
  );
  const timer = setInterval(poke, roundMs);
  timer.unref();
  poke();
  return {
    poke,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await stop();
      const sent = new AbortController();
      const ended = Promise.all(running.keys()).finally(() => sent.abort());
      await delay(graceMs, undefined, { signal: sent.signal }).catch(() => {});
      closing.abort();
      await ended;
    },
  };
}

/** Sends a claimed delivery and stores the result. */
async function sendOne(
  options: WebhookSenderOptions,
  webhookId: number,
  delivery: WebhookDelivery,
  closing: AbortSignal,
): Promise<void> {
  const { store, outbound, metrics, version, now, log, timeoutMs = defaultTimeoutMs } = options;
  const { webhooks, deliveries } = store;
  const webhook = await webhooks.byId(webhookId);
  // Deleted or disabled since the delivery was claimed, which is stored already.
  if (!webhook || webhook.disabledAt) return;
  const facts = { deliveryId: delivery.id, webhookId, team: webhook.teamId, type: delivery.type };
  const timeout = AbortSignal.timeout(timeoutMs);
  let status: number | null = null;
  let error: string;
  try {
    const signal = AbortSignal.any([timeout, closing]);
    ({ status } = await outbound.send(toRequest(webhook, delivery, { at: now(), version, signal })));
    if (status >= 200 && status < 300) {
      await deliveries.markDelivered(delivery.id, status, now());
      metrics.webhookAttempts.inc({ outcome: 'delivered' });
      log.debug({ ...facts, status }, 'webhook delivered');
      return;
    }
    error = `The receiver responded with ${status}.`;
  } catch (cause) {
    if (status !== null) throw cause;
    if (closing.aborted) return await deliveries.release(delivery.id);
    error = timeout.aborted ? `No response within ${timeoutMs / 1000} s.` : (cause as Error).message;
  }
  metrics.webhookAttempts.inc({ outcome: 'failed' });
  log.info({ ...facts, status, attempts: delivery.attempts + 1, error }, 'webhook not delivered');
  const isGone = status === 410;
  await deliveries.markFailed(delivery.id, { status, error, at: now(), isRetried: !isGone });
  if (!isGone) return;
  await webhooks.disable(webhookId);
  log.warn(facts, 'webhook disabled: its receiver responded with 410');
}

function toRequest(
  webhook: Webhook,
  delivery: WebhookDelivery,
  { at, version, signal }: { readonly at: Date; readonly version: string; readonly signal: AbortSignal },
) {
  return {
    method: 'POST' as const,
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': `pdfapi/${version}`,
      ...webhookHeaders(webhook, delivery, at),
    },
    body: Buffer.from(delivery.payload),
    signal,
  };
}

/**
 * Returns the headers of one attempt, signed by the specification Standard Webhooks, https://www.standardwebhooks.com.
 * After a rotation there are two signatures, until the old secret's time is over.
 */
function webhookHeaders(
  { secret, previousSecret, previousUntil }: Webhook,
  { id, payload }: Pick<WebhookDelivery, 'id' | 'payload'>,
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const secrets = [secret];
  if (previousSecret !== null && previousUntil !== null && previousUntil > at) secrets.push(previousSecret);
  const signed = `${id}.${timestamp}.${payload}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((each) => `v1,${sign(each, signed)}`).join(' '),
  };
}

function sign(secret: string, text: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(text).digest('base64');
}
