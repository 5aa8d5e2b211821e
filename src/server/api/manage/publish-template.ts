/**
 * `PUT /templates/{template_id}/published`: makes this version the one that the API renders. A draft that was stored with
 * errors is checked again.
 */
import { Failure } from '#contract/errors';
import { publishSchema } from '#contract/manage/manage-schema';
import { readRequestBody } from '../../http/body/request-body.ts';
import { visibleTemplate } from '../visible-template.ts';
import { assertValidTemplate } from './assert-valid-template.ts';
import type { ManageHandler } from './manage-handler.ts';

export const publishTemplate: ManageHandler = async (call) => {
  const { context, checker, team, tokenId, parameters, body, signal } = call;
  const { store } = context;
  const { id, name, latestVersion } = await visibleTemplate(store, team, parameters.template_id ?? '');
  const { value } = readRequestBody(publishSchema, body);
  const { version = latestVersion, dry_run = false } = value;
  if (version > latestVersion) {
    const message = `Template ${id} has no version ${version}: its latest is ${latestVersion}.`;
    throw new Failure('invalid_request', message, { errors: { version: [message] } });
  }
  if (await store.templates.hasErrors(id, version)) {
    const files = await store.templates.files(id, version);
    assertValidTemplate(await checker.check(files, name, team.id, signal));
  }
  if (!dry_run) await store.templates.publish(team.id, id, version, tokenId);
  return { id, name, version, published: true, dry_run };
};
