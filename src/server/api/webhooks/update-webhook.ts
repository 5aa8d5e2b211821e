/** `PATCH /webhooks/{webhook_id}`: changes the fields that are given. */
import { updateWebhookSchema } from '#contract/manage/webhooks-schema';
import { readRequestBody } from '../../http/body/request-body.ts';
import { assertReachable } from '../../outbound/assert-reachable.ts';
import type { ManageHandler } from '../manage/manage-handler.ts';
import { shownWebhook, subscribedEvents, webhookId } from './webhook-response.ts';

export const updateWebhook: ManageHandler = async ({ context, team, parameters, body, signal }) => {
  const { webhooks } = context.store;
  const { id } = await webhooks.get(team.id, webhookId(parameters));
  const { value } = readRequestBody(updateWebhookSchema, body);
  const { url, description, disabled } = value;
  if (url !== undefined) await assertReachable(context, 'url', url, signal);
  const events = subscribedEvents(value.events);
  return shownWebhook(await webhooks.update(team.id, id, { url, description, disabled, events }));
};
