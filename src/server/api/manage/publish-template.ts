/** `PUT /templates/{template_id}/published`: makes this version the one that the API renders. */
import { Failure } from '#contract/errors';
import { publishSchema } from '#contract/manage/manage-schema';
import { readRequestBody } from '../../http/body/request-body.ts';
import { visibleTemplate } from '../visible-template.ts';
import type { ManageHandler } from './manage-handler.ts';

export const publishTemplate: ManageHandler = async ({ context: { store }, team, parameters, body }) => {
  const { id, name, latestVersion } = await visibleTemplate(store, team, parameters.template_id ?? '');
  const { value } = readRequestBody(publishSchema, body);
  const { version = latestVersion, dry_run = false } = value;
  if (version > latestVersion) {
    const message = `Template ${id} has no version ${version}: its latest is ${latestVersion}.`;
    throw new Failure('invalid_request', message, { errors: { version: [message] } });
  }
  if (!dry_run) await store.templates.publish(team.id, id, version);
  return { id, name, version, published: true, dry_run };
};
