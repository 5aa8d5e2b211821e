/** `GET /templates/{template_id}`: returns the template with all its versions. */
import { visibleTemplate } from '../visible-template.ts';
import type { ManageHandler } from './manage-handler.ts';
import { managedTemplate } from './managed-template-response.ts';
import { shownVersion } from './version-response.ts';

export const getManagedTemplate: ManageHandler = async ({ context: { store }, team, parameters }) => {
  const template = visibleTemplate(store, team, parameters.template_id ?? '');
  return {
    ...managedTemplate(store, template),
    versions: store.templates.versions(template.id).map(shownVersion),
  };
};
