/** `DELETE /templates/{template_id}`: deletes the template and frees its name. */
import { deleteQuerySchema } from '#contract/manage/manage-schema';
import { validate } from '../../http/body/request-body.ts';
import { visibleTemplate } from '../visible-template.ts';
import type { ManageHandler } from './manage-handler.ts';

export const deleteTemplate: ManageHandler = async ({ context: { store }, team, parameters, query }) => {
  const { id, name } = await visibleTemplate(store, team, parameters.template_id ?? '');
  const { base, dry_run } = validate(deleteQuerySchema, query);
  const dryRun = dry_run === 'true';
  await store.templates.delete({ teamId: team.id, id, base, dryRun });
  return { id, name, deleted: !dryRun, dry_run: dryRun };
};
