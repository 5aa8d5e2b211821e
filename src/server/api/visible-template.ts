/** Finds the template that a request names: it is visible only to the team that owns it. */
import { Failure } from '#contract/errors';
import type { Store } from '#store/store';
import type { Team } from '#store/teams';
import type { TemplateRecord } from '#store/template-records';

/** Throws `template_not_found` (404) and `foreign_template` (403). `text` is the id as the caller wrote it. */
export async function visibleTemplate(store: Store, team: Team, text: string): Promise<TemplateRecord> {
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
  const template = id === undefined ? undefined : await store.templates.get(id);
  if (!template) throw new Failure('template_not_found', `Template ${text.slice(0, 40)} not found.`);
  if (template.teamId !== team.id) {
    throw new Failure('foreign_template', `Template ${template.id} belongs to another account.`);
  }
  return template;
}

/** Returns the number of the published version. Throws `not_published` for a template that has drafts only. */
export function publishedVersion({ id, publishedVersion }: TemplateRecord): number {
  if (publishedVersion !== null) return publishedVersion;
  const message = `Template ${id} has no published version.`;
  throw new Failure('not_published', message, { errors: { template_id: [message] } });
}
