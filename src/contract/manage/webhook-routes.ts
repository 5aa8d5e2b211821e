/** The management routes for webhooks, one row per route. */
import { errorSchema, validationErrorSchema } from '../responses-schema.ts';
import { rotationHours } from '../webhooks.ts';
import type { ManageRoute } from './manage-route.ts';
import {
  createdWebhookResponseSchema,
  createWebhookSchema,
  deletedWebhookResponseSchema,
  deliveriesResponseSchema,
  deliveryResponseSchema,
  listDeliveriesSchema,
  secretResponseSchema,
  updateWebhookSchema,
  webhookResponseSchema,
  webhooksResponseSchema,
} from './webhooks-schema.ts';

const scope = 'webhooks:write';
const body = { 413: errorSchema, 415: errorSchema, 422: validationErrorSchema };
const found = { 404: errorSchema };
const stored = { 503: errorSchema };

export const webhookRoutes = {
  listWebhooks: {
    scope,
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks',
    description: 'All webhooks of the token’s team, oldest first, without their secrets.',
    response: webhooksResponseSchema,
    failures: {},
  },
  createWebhook: {
    scope,
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook',
    description:
      'From now on, events are sent to the address, signed by the specification Standard Webhooks. The response has the secret.',
    body: createWebhookSchema,
    response: createdWebhookResponseSchema,
    failures: { ...body, ...stored, 409: errorSchema },
  },
  getWebhook: {
    scope,
    method: 'GET',
    path: '/webhooks/{webhook_id}',
    summary: 'Get a webhook',
    description: 'One webhook of the token’s team, without its secret.',
    response: webhookResponseSchema,
    failures: found,
  },
  updateWebhook: {
    scope,
    method: 'PATCH',
    path: '/webhooks/{webhook_id}',
    summary: 'Change a webhook',
    description: 'Changes the fields that are given. What is still to be sent goes to the new address.',
    body: updateWebhookSchema,
    response: webhookResponseSchema,
    failures: { ...body, ...found, ...stored },
  },
  deleteWebhook: {
    scope,
    method: 'DELETE',
    path: '/webhooks/{webhook_id}',
    summary: 'Delete a webhook',
    description: 'Removes it with all its deliveries, including those that were still to be sent.',
    response: deletedWebhookResponseSchema,
    failures: { ...found, ...stored },
  },
  getWebhookSecret: {
    scope,
    method: 'GET',
    path: '/webhooks/{webhook_id}/secret',
    summary: 'Get the secret of a webhook',
    description: 'The secret that signs now.',
    response: secretResponseSchema,
    failures: found,
  },
  rotateWebhookSecret: {
    scope,
    method: 'POST',
    path: '/webhooks/{webhook_id}/rotate-secret',
    summary: 'Rotate the secret of a webhook',
    description: `Makes a new secret. For ${rotationHours} hours, each delivery has a signature of the old one too.`,
    response: secretResponseSchema,
    failures: { ...found, ...stored },
  },
  testWebhook: {
    scope,
    method: 'POST',
    path: '/webhooks/{webhook_id}/test',
    summary: 'Send a test event',
    description: 'Sends an event of the type `webhook.test`, whatever the webhook subscribes to.',
    response: deliveryResponseSchema,
    failures: { ...found, ...stored, 409: errorSchema },
  },
  listDeliveries: {
    scope,
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries',
    summary: 'List the deliveries of a webhook',
    description: 'What was sent in the last 30 days and what is still to be sent, newest first.',
    query: listDeliveriesSchema,
    response: deliveriesResponseSchema,
    failures: { ...found, 422: validationErrorSchema },
  },
  redeliver: {
    scope,
    method: 'POST',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    summary: 'Send a delivery again',
    description: 'Sends it from its first attempt, with the same id, whether or not it was delivered before.',
    response: deliveryResponseSchema,
    failures: { ...found, ...stored, 409: errorSchema },
  },
} as const satisfies Record<string, ManageRoute>;
