/** Finds the template that a request refers to by id or name: it is visible only to the team that owns it. */
import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { maxTemplateId } from '#contract/limits';
import { digitsHint, maxReferenceLength, readTemplateReference } from '#contract/templates';
import type { Store } from '#store/store';
import type { Team } from '#store/teams';
import type { TemplateRecord } from '#store/template-records';

/** Names that are compared with a misspelt one. */
const maxCompared = 200;
/** Longer ones are not compared: the time that takes grows with the square of the length. */
const maxComparedLength = 60;

/**
 * `given` is the id or the name as the caller wrote it. Names are compared exactly, and those of other teams do not exist.
 *
 * Throws `template_not_found` (404), with the nearest name of this team, or that of these digits, as `hint`, and `foreign_template` (403) for an
 * id of another team.
 */
export async function visibleTemplate(
  { templates }: Pick<Store, 'templates'>,
  team: Pick<Team, 'id'>,
  given: string | number,
): Promise<TemplateRecord> {
  const text = String(given);
  const reference = readTemplateReference(text);
  const template =
    reference.kind === 'name'
      ? await templates.byName(team.id, reference.name)
      : isId(text)
        ? await templates.get(reference.id)
        : undefined;
  if (template?.teamId === team.id) return template;
  if (template) throw new Failure('foreign_template', `Template ${template.id} belongs to another account.`);
  const hint =
    reference.kind === 'name'
      ? await similarTemplate(templates, team, reference.name)
      : (await templates.byName(team.id, text)) && digitsHint(text);
  throw new Failure('template_not_found', `Template ${text.slice(0, maxReferenceLength)} not found.`, {
    hint,
    facts: { hint },
  });
}

/** `007` and more digits than an id can have refer to no template. */
const isId = (text: string): boolean => !text.startsWith('0') && Number(text) <= maxTemplateId;

/** Returns `Did you mean "invoice"?` if a template of the team has a name like this one. */
export async function similarTemplate(
  templates: Store['templates'],
  { id }: Pick<Team, 'id'>,
  name: string,
): Promise<string | undefined> {
  if (name.length > maxComparedLength) return undefined;
  const { items } = await templates.list(id, 1, maxCompared);
  const suggestion = didYouMean(
    name,
    items.map((each) => each.name),
  );
  return suggestion.trim() || undefined;
}

/** Returns the number of the published version. Throws `not_published` for a template that has drafts only. */
export function publishedVersion({ id, publishedVersion }: TemplateRecord): number {
  if (publishedVersion !== null) return publishedVersion;
  const message = `Template ${id} has no published version.`;
  throw new Failure('not_published', message, { errors: { template_id: [message] } });
}
