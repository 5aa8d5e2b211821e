/** `GET /templates`: all templates of the team in one response, so that one request compares a folder of templates. */
import type { ManageHandler } from './manage-handler.ts';
import { managedTemplate } from './managed-template-response.ts';

export const listManagedTemplates: ManageHandler = async ({ context: { store }, team }) => {
  const { items } = await store.templates.list(team.id, 1, Number.MAX_SAFE_INTEGER);
  return await Promise.all(items.map((template) => managedTemplate(store, template)));
};
