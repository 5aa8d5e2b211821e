/** Templates in the data directory of a server on this machine, whether it runs or not. */

import { templateType } from '../../../../core/template/model/template-files.ts';
import type { TemplateRecord } from '../../../../server/data-directory.ts';
import { findTeam, openDirectoryStore } from '../../../connection/data-directory.ts';
import type { Session } from '../../../session.ts';
import type { ManagedEntry, TemplateRepository, TemplateRepositoryOptions } from './template-repository.ts';

export async function openDataDirectoryRepository(
  session: Session,
  options: TemplateRepositoryOptions,
): Promise<TemplateRepository> {
  const { templates, ...store } = await openDirectoryStore(session, options);
  const teamId = findTeam({ templates, ...store }, options.team).id;
  const entryOf = (record: TemplateRecord): ManagedEntry => ({
    id: record.id,
    name: record.name,
    type: record.type,
    hasBasePdf: record.hasBasePdf,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    latestVersion: record.latestVersion,
    latestHash: templates.hash(record.id, record.latestVersion),
    publishedVersion: record.publishedVersion,
  });
  const list = async () => templates.list(teamId, 1, Number.MAX_SAFE_INTEGER).items.map(entryOf);
  return {
    address: undefined,
    entries: list,
    list,
    async versions(id) {
      return templates
        .versions(id)
        .map(({ createdAt, ...version }) => ({ ...version, createdAt: createdAt.toISOString() }));
    },
    async files(id, version) {
      return templates.files(id, version);
    },
    async push({ name, files, publish, base, dryRun }) {
      const pushed = {
        teamId,
        name,
        type: templateType(files),
        hasBasePdf: files.has('base.pdf'),
        files,
        publish,
        base,
      } as const;
      if (!dryRun) return templates.push(pushed);
      const { id = null, ...result } = templates.tryPush(pushed);
      return { ...result, id };
    },
    async publish(id, version, dryRun) {
      if (!dryRun) templates.publish(teamId, id, version);
    },
    async rename(id, name, dryRun) {
      return templates.rename({ teamId, id, dryRun }, name);
    },
    async delete({ id, latestHash: base }, dryRun) {
      templates.delete({ teamId, id, base, dryRun });
    },
  };
}
