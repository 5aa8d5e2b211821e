/** Finds templates of the team by name or id, and their files. Those of other teams do not exist for it. */
import { Failure } from '#contract/errors';
import type { TemplateRecord } from '#store/template-records';
import { assertValidTemplate } from '../api/manage/assert-valid-template.ts';
import { publishedVersion, similarTemplate } from '../api/visible-template.ts';
import { canWrite, type TeamCall } from './team-call.ts';

/** Throws `template_not_found`. */
export async function findTeamTemplate(call: TeamCall, named: string): Promise<TemplateRecord> {
  const found = await findIfAny(call, named);
  if (found) return found;
  const { context, caller } = call;
  const similar = await similarTemplate(context.store.templates, caller.team, named);
  const message = [`There is no template ${JSON.stringify(named)}.`, similar].join(' ').trimEnd();
  throw new Failure('template_not_found', message, { hint: 'See: list_templates' });
}

/** Like `findTeamTemplate`, but returns undefined if there is none. */
export async function findIfAny(
  { context, caller }: TeamCall,
  named: string,
): Promise<TemplateRecord | undefined> {
  const { templates } = context.store;
  const byName = await templates.byName(caller.team.id, named);
  if (byName || !/^[1-9]\d{0,14}$/.test(named)) return byName;
  const byId = await templates.get(Number(named));
  return byId?.teamId === caller.team.id ? byId : undefined;
}

/**
 * Returns the version that the assistant works on: the latest if its token may write templates, else the published one.
 *
 * Throws `scope_required` for a draft without that scope, `not_published` and `version_not_found`.
 */
export async function workingVersion(
  call: TeamCall,
  template: TemplateRecord,
  wanted?: number | undefined,
): Promise<number> {
  const { name, latestVersion, publishedVersion: published } = template;
  if (wanted === undefined) return canWrite(call) ? latestVersion : publishedVersion(template);
  if (wanted === published) return wanted;
  if (!canWrite(call)) {
    throw new Failure(
      'scope_required',
      'Other versions than the published one require a token with the scope templates:write.',
      {
        facts: { required_scope: 'templates:write' },
      },
    );
  }
  if (wanted <= latestVersion) return wanted;
  const message = `Template ${JSON.stringify(name)} has no version ${wanted}: its latest is ${latestVersion}.`;
  throw new Failure('version_not_found', message);
}

/** Throws the errors of a draft that was stored with some: only what was checked in a thread with limits is rendered. */
export async function assertRenderable(
  { context, checker, caller, signal }: TeamCall,
  { id, name }: TemplateRecord,
  version: number,
): Promise<void> {
  const { templates } = context.store;
  if (!(await templates.hasErrors(id, version))) return;
  assertValidTemplate(await checker.check(await templates.files(id, version), name, caller.team.id, signal));
}

/** Returns a file of a version as text; undefined if there is none, or if it is larger than `maxBytes`. */
export async function textOfVersion(
  { context }: TeamCall,
  id: number,
  version: number,
  path: string,
  maxBytes: number,
): Promise<string | undefined> {
  const { templates } = context.store;
  const digest = (await templates.digests(id, version)).get(path);
  if (!digest || digest.size > maxBytes) return undefined;
  // Removes the byte order mark.
  return new TextDecoder().decode(await templates.content(id, digest.hash, digest.size));
}
