/** `GET /webhooks/{webhook_id}/deliveries`: what was sent and what is still to be sent, newest first. */
import { listDeliveriesSchema } from '#contract/manage/webhooks-schema';
import { validate } from '../../http/body/request-body.ts';
import type { ManageHandler } from '../manage/manage-handler.ts';
import { shownDelivery, webhookId } from './webhook-response.ts';

const defaultLimit = 50;

export const listDeliveries: ManageHandler = async ({ context: { store }, team, parameters, query }) => {
  const { id } = await store.webhooks.get(team.id, webhookId(parameters));
  const { before, limit = defaultLimit } = validate(listDeliveriesSchema, query);
  // One more than is shown, to know whether another page follows.
  const found = await store.deliveries.list(id, { before, limit: limit + 1 });
  const shown = found.slice(0, limit);
  return {
    deliveries: shown.map(shownDelivery),
    next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
};
