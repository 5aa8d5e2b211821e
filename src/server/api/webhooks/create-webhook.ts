/** `POST /webhooks`: creates a webhook and returns its secret. */
import { createWebhookSchema } from '#contract/manage/webhooks-schema';
import { readRequestBody } from '../../http/body/request-body.ts';
import { assertReachable } from '../../outbound/assert-reachable.ts';
import type { ManageHandler } from '../manage/manage-handler.ts';
import { shownWebhook, subscribedEvents } from './webhook-response.ts';

export const createWebhook: ManageHandler = async ({ context, team, body, signal }) => {
  const { value } = readRequestBody(createWebhookSchema, body);
  const { url, description } = value;
  await assertReachable(context, 'url', url, signal);
  const events = subscribedEvents(value.events);
  const webhook = await context.store.webhooks.create({ teamId: team.id, url, events, description });
  return { ...shownWebhook(webhook), secret: webhook.secret };
};
