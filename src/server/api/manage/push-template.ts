/**
 * `PUT /templates`: stores files as a version of the template of this name. A draft may have errors, which the response
 * lists; what is published has none.
 */
import { hashContent } from '#contract/content-hash';
import { Failure } from '#contract/errors';
import { mayBeDraft, templateType } from '#template/model/template-files';
import { assertValidTemplate, templateFindings } from './assert-valid-template.ts';
import type { ManageCall, ManageHandler } from './manage-handler.ts';
import { pushedFiles } from './pushed-files.ts';

export const pushTemplate: ManageHandler = (call) => storeVersion(call, { acceptsErrors: true });

/** Throws `invalid_template` for errors that are not accepted: all of them if the version is to be published. */
export async function storeVersion(
  { context, checker, team, tokenId, body, signal }: ManageCall,
  { acceptsErrors }: { readonly acceptsErrors: boolean },
) {
  const { store, bodies } = context;
  const { value } = await bodies.read('push', body, { team: team.id, signal });
  const { name, type, base, force = false, publish = false, dry_run = false } = value;
  const files = await pushedFiles(store, (await store.templates.byName(team.id, name))?.id, value.files);
  const faults = await checker.check(files, name, team.id, signal);
  const hasErrors = faults.length > 0;
  if (hasErrors && (publish || !acceptsErrors || !mayBeDraft(files))) assertValidTemplate(faults);
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
    by: tokenId,
    hasErrors,
    base: force ? undefined : base,
  };
  const result = dry_run ? await store.templates.tryPush(version) : await store.templates.push(version);
  return {
    ...result,
    id: result.id ?? null,
    name,
    hash: hashContent(files).hash.toString('hex'),
    dry_run,
    has_errors: hasErrors,
    ...(hasErrors && { findings: templateFindings(faults) }),
  };
}
