/** `PATCH /templates/{template_id}`: renames the template, which keeps its id and its versions. */
import { renameSchema } from '#contract/manage/manage-schema';
import { readRequestBody } from '../../http/body/request-body.ts';
import { visibleTemplate } from '../visible-template.ts';
import type { ManageHandler } from './manage-handler.ts';

export const renameTemplate: ManageHandler = async ({ context: { store }, team, parameters, body }) => {
  const { id } = await visibleTemplate(store, team, parameters.template_id ?? '');
  const { value } = readRequestBody(renameSchema, body);
  const { name, base, dry_run = false } = value;
  const renamed = await store.templates.rename({ teamId: team.id, id, base, dryRun: dry_run }, name);
  return { id, name, previous_name: renamed.previousName, unchanged: renamed.unchanged, dry_run };
};
