/** What a change to a template says if another one came first. */
import { Failure } from '#contract/errors';
import type { TemplateRecord, TemplateVersionRow } from './template-records.ts';

/** Throws `template_conflict` if the latest version is another one than the change is based on. */
export function assertNoConflict(
  { name, base }: { readonly name: string; readonly base?: string | null | undefined },
  id: number | undefined,
  latest: TemplateVersionRow | undefined,
): void {
  const hash = latest?.hash.toString('hex') ?? null;
  if (base === undefined || base === hash) return;
  const message = !latest
    ? `There is no template "${name}" any more.`
    : base === null
      ? `There is a template "${name}" already (id ${id}), with other content.`
      : `The template "${name}" has changed since: its latest version is ${latest.version}.`;
  throw templateConflict(message, { id, version: latest?.version, hash });
}

/** The facts describe the template that causes the conflict. */
function templateConflict(
  message: string,
  there: { id: number | undefined; version: number | undefined; hash: string | null },
): Failure {
  return new Failure('template_conflict', message, {
    facts: {
      template_id: there.id ?? null,
      latest_version: there.version ?? null,
      latest_hash: there.hash,
    },
  });
}

/** Another template has the name. */
export const nameTaken = ({ id, name, latestVersion }: TemplateRecord, hash: string): Failure =>
  templateConflict(`There is a template "${name}" already (id ${id}).`, { id, version: latestVersion, hash });
