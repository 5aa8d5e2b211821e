/** `GET /webhooks/{webhook_id}/secret`: the only response with the secret after the webhook was created. */
import type { ManageHandler } from '../manage/manage-handler.ts';
import { shownSecret, webhookId } from './webhook-response.ts';

export const getWebhookSecret: ManageHandler = async ({ context: { store }, team, parameters }) =>
  shownSecret(await store.webhooks.get(team.id, webhookId(parameters)));
