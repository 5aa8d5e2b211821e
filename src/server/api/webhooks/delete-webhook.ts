/** `DELETE /webhooks/{webhook_id}`: removes a webhook with its deliveries. */
import type { ManageHandler } from '../manage/manage-handler.ts';
import { webhookId } from './webhook-response.ts';

export const deleteWebhook: ManageHandler = async ({ context: { store }, team, parameters }) => {
  const id = webhookId(parameters);
  await store.webhooks.delete(team.id, id);
  return { id, deleted: true };
};
