/** `GET /templates/{template_id}`: returns the template with all its versions. */
import { visibleTemplate } from '../visible-template.ts';
import type { ManageHandler } from './manage-handler.ts';
import { managedTemplate } from './managed-template-response.ts';
import { shownVersion } from './version-response.ts';

export const getManagedTemplate: ManageHandler = async ({ context: { store }, team, parameters }) => {
  const template = await visibleTemplate(store, team, parameters.template_id ?? '');
  return {
    ...(await managedTemplate(store, template)),
    versions: (await store.templates.versions(template.id)).map(shownVersion),
  };
};
