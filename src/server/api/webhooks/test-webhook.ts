/** `POST /webhooks/{webhook_id}/test`: sends an event that reports nothing. */
import { testEventType } from '#contract/webhooks';
import type { ManageHandler } from '../manage/manage-handler.ts';
import { shownDelivery, webhookId } from './webhook-response.ts';

export const testWebhook: ManageHandler = async ({ context, team, parameters }) => {
  const { store, webhooks, now } = context;
  const id = webhookId(parameters);
  const event = { type: testEventType, data: { webhook_id: id }, at: now() };
  const delivery = await store.deliveries.send(team.id, id, event);
  webhooks.poke();
  return shownDelivery(delivery);
};
