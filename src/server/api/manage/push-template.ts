/** `PUT /templates`: stores files as a version of the template of this name, if they are a valid template. */
import { hashContent } from '#contract/content-hash';
import { Failure } from '#contract/errors';
import { templateType } from '#template/model/template-files';
import { assertValidTemplate } from './assert-valid-template.ts';
import type { ManageHandler } from './manage-handler.ts';
import { pushedFiles } from './pushed-files.ts';

export const pushTemplate: ManageHandler = async ({ context, checker, team, body, signal }) => {
  const { store, bodies } = context;
  const { value } = await bodies.read('push', body, { team: team.id, signal });
  const { name, type, base, force = false, publish = false, dry_run = false } = value;
  const files = await pushedFiles(store, (await store.templates.byName(team.id, name))?.id, value.files);
  assertValidTemplate(await checker.check(files, name, team.id, signal));
  const made = templateType(files);
  if (type !== undefined && type !== made) {
    const message = `The type must be ${made}: the template has ${made === 'editor' ? 'an editor.json' : 'no editor.json'}.`;
    throw new Failure('invalid_request', message, { errors: { type: [message] } });
  }
  const version = {
    teamId: team.id,
    name,
    type: made,
    hasBasePdf: files.has('base.pdf'),
    files,
    publish,
    base: force ? undefined : base,
  };
  const result = dry_run ? await store.templates.tryPush(version) : await store.templates.push(version);
  return {
    ...result,
    id: result.id ?? null,
    name,
    hash: hashContent(files).hash.toString('hex'),
    dry_run,
  };
};
