/** `POST /webhooks/{webhook_id}/rotate-secret`: makes a new secret; the old one signs too for a day. */
import type { ManageHandler } from '../manage/manage-handler.ts';
import { shownSecret, webhookId } from './webhook-response.ts';

export const rotateWebhookSecret: ManageHandler = async ({ context: { store }, team, parameters }) =>
  shownSecret(await store.webhooks.rotateSecret(team.id, webhookId(parameters)));
