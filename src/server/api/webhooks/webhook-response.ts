/** Webhooks and deliveries as the management API shows them, and how a request names one. */
import { Failure } from '#contract/errors';
import type { ShownDelivery, ShownWebhook } from '#contract/manage/webhooks-schema';
import { allEvents, type EventName } from '#contract/webhooks';
import type { WebhookDelivery } from '#store/webhooks/delivery-rows';
import type { Webhook, WebhookEvents } from '#store/webhooks/webhooks';
import { isoTime } from '../../http/iso-time.ts';

const optionalTime = (date: Date | null): string | null => date && isoTime(date);

export const shownWebhook = (webhook: Webhook): ShownWebhook => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events === '*' ? [allEvents] : [...webhook.events],
  description: webhook.description,
  created_at: isoTime(webhook.createdAt),
  disabled_at: optionalTime(webhook.disabledAt),
  previous_secret_until: optionalTime(webhook.previousUntil),
});

export const shownSecret = ({ id, secret, previousUntil }: Webhook) => ({
  id,
  secret,
  previous_secret_until: optionalTime(previousUntil),
});

export const shownDelivery = (delivery: WebhookDelivery): ShownDelivery => ({
  id: delivery.id,
  type: delivery.type,
  state: delivery.state,
  attempts: delivery.attempts,
  created_at: isoTime(delivery.createdAt),
  next_attempt_at: delivery.state === 'pending' ? isoTime(delivery.nextAttemptAt) : null,
  delivered_at: optionalTime(delivery.deliveredAt),
  last_status: delivery.lastStatus,
  last_error: delivery.lastError,
  payload: JSON.parse(delivery.payload),
});

/** Throws `webhook_not_found` for a text that is not an id. */
export function webhookId(parameters: Readonly<Record<string, string>>): number {
  const text = parameters.webhook_id ?? '';
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new Failure('webhook_not_found', `Webhook ${text.slice(0, 40)} not found.`);
}

/** Returns undefined if the request does not name events. */
export function subscribedEvents(names: readonly EventName[] | undefined): WebhookEvents | undefined {
  if (names === undefined) return undefined;
  const types = names.filter((name) => name !== allEvents);
  return types.length < names.length ? '*' : [...new Set(types)];
}
