/** Signs deliveries by the specification Standard Webhooks, https://www.standardwebhooks.com. */
import { createHmac } from 'node:crypto';
import type { WebhookDelivery } from '#store/webhooks/delivery-rows';
import type { Webhook } from '#store/webhooks/webhooks';

/** Returns the headers of one attempt. After a rotation there are two signatures, until the old secret's time is over. */
export function webhookHeaders(
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
