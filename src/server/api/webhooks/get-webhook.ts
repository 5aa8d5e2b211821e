/** `GET /webhooks/{webhook_id}`: one webhook, without its secret. */
import type { ManageHandler } from '../manage/manage-handler.ts';
import { shownWebhook, webhookId } from './webhook-response.ts';

export const getWebhook: ManageHandler = async ({ context: { store }, team, parameters }) =>
  shownWebhook(await store.webhooks.get(team.id, webhookId(parameters)));
