/** Finds the version that the path of a request names. */
import { Failure } from '#contract/errors';
import { visibleTemplate } from '../visible-template.ts';
import type { ManageCall } from './manage-handler.ts';
import { shownVersion } from './version-response.ts';

export interface NamedVersion {
  readonly id: number;
  readonly version: number;
  /** The version as the response shows it. */
  readonly shown: ReturnType<typeof shownVersion>;
}

/** Throws `template_not_found`, `foreign_template` and `version_not_found`. */
export async function namedVersion({
  context: { store },
  team,
  parameters,
}: ManageCall): Promise<NamedVersion> {
  const { template_id = '', version = '' } = parameters;
  const { id, latestVersion } = await visibleTemplate(store, team, template_id);
  const found = (await store.templates.versions(id)).find((each) => String(each.version) === version);
  if (found) return { id, version: found.version, shown: shownVersion(found) };
  throw new Failure('version_not_found', `Template ${id} has no version ${version.slice(0, 40)}.`, {
    facts: { latest_version: latestVersion },
  });
}
