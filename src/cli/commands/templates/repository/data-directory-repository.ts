/** Templates in the data directory of a server on this machine, whether it runs or not. */

import type { TemplateRecord } from '#server/data-directory';
import { templateType } from '#template/model/template-files';
import { findTeam, openDirectoryStore } from '../../../connection/data-directory.ts';
import type { Session } from '../../../session.ts';
import type { ManagedEntry, TemplateRepository, TemplateRepositoryOptions } from './template-repository.ts';

export async function openDataDirectoryRepository(
  session: Session,
  options: TemplateRepositoryOptions,
): Promise<TemplateRepository> {
  const { templates, ...store } = await openDirectoryStore(session, options);
  const teamId = (await findTeam({ templates, ...store }, options.team)).id;
  const entryOf = async (record: TemplateRecord): Promise<ManagedEntry> => ({
    id: record.id,
    name: record.name,
    type: record.type,
    hasBasePdf: record.hasBasePdf,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    latestVersion: record.latestVersion,
    latestHash: await templates.hash(record.id, record.latestVersion),
    publishedVersion: record.publishedVersion,
  });
  const list = async () => {
    const { items } = await templates.list(teamId, 1, Number.MAX_SAFE_INTEGER);
    return await Promise.all(items.map(entryOf));
  };
  return {
    address: undefined,
    entries: list,
    list,
    async versions(id) {
      const versions = await templates.versions(id);
      return versions.map(({ createdAt, publishedAt, ...version }) => ({
        ...version,
        createdAt: createdAt.toISOString(),
        publishedAt: publishedAt?.toISOString() ?? null,
      }));
    },
    async files(id, version) {
      return await templates.files(id, version);
    },
    async push({ name, files, publish, hasErrors, base, dryRun }) {
      const pushed = {
        teamId,
        name,
        type: templateType(files),
        hasBasePdf: files.has('base.pdf'),
        files,
        publish,
        hasErrors,
        base,
      } as const;
      if (!dryRun) return await templates.push(pushed);
      const { id = null, ...result } = await templates.tryPush(pushed);
      return { ...result, id };
    },
    async publish(id, version, dryRun) {
      if (await templates.hasErrors(id, version)) {
        const { checkTemplateFiles } = await import('#template/check/check-template-files');
        const [first] = await checkTemplateFiles(await templates.files(id, version));
        if (first) throw first;
      }
      if (!dryRun) await templates.publish(teamId, id, version);
    },
    async rename(id, name, dryRun) {
      return await templates.rename({ teamId, id, dryRun }, name);
    },
    async delete({ id, latestHash: base }, dryRun) {
      await templates.delete({ teamId, id, base, dryRun });
    },
  };
}
