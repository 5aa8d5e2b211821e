/** The events of webhooks: the types that a team can subscribe to, and the envelope that each is sent in. */

export const webhookEventTypes = [
  'document.finished',
  'document.failed',
  'quota.reached',
  'job.finished',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** In place of a type: every one, also those that later releases add. */
export const allEvents = '*';
export const eventNames = [...webhookEventTypes, allEvents] as const;
export type EventName = (typeof eventNames)[number];

/** Sent by the route `test` only, whatever the webhook subscribes to. */
export const testEventType = 'webhook.test' as const;

export const maxWebhooksPerTeam = 20;
export const maxWebhookUrlLength = 2_000;

/** Hours for which the secret before the latest rotation still signs. */
export const rotationHours = 24;

/** Days for which deliveries are kept. */
export const deliveryDays = 30;
