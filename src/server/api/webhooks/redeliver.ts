/** `POST /webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver`: sends a delivery again. */
import type { ManageHandler } from '../manage/manage-handler.ts';
import { shownDelivery, webhookId } from './webhook-response.ts';

export const redeliver: ManageHandler = async ({ context, team, parameters }) => {
  const { store, webhooks, now } = context;
  const { delivery_id = '' } = parameters;
  const delivery = await store.deliveries.redeliver(team.id, webhookId(parameters), delivery_id, now());
  webhooks.poke();
  return shownDelivery(delivery);
};
