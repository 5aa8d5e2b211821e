/** `GET /webhooks`: all webhooks of the team. */
import type { ManageHandler } from '../manage/manage-handler.ts';
import { shownWebhook } from './webhook-response.ts';

export const listWebhooks: ManageHandler = async ({ context: { store }, team }) =>
  (await store.webhooks.list(team.id)).map(shownWebhook);
