/** Compares a template folder with the same template on a server: which side has changed since they were equal. */

import { isEqualName } from '#contract/templates';
import { type FolderRecord, readFolderRecord } from './folder-record.ts';
import type { LocalTemplate } from './local-template.ts';
import type { ManagedEntry, TemplateRepository } from './template-repository.ts';

/**
 * `conflict`: changed on both sides, or their last common state is unknown. `unpublished_draft`: equal, but the API
 * renders another version. `renamed_on_server`, `deleted_on_server`: the template that the folder was pushed to or
 * pulled from has another name, or no longer exists.
 */
export type State =
  | 'unchanged'
  | 'changed_here'
  | 'changed_on_server'
  | 'conflict'
  | 'not_on_server'
  | 'renamed_on_server'
  | 'deleted_on_server'
  | 'unpublished_draft';

export interface FolderState {
  readonly local: LocalTemplate;
  readonly state: State;
  /** The template of this name on the server. */
  readonly entry: ManagedEntry | undefined;
  /** The last state that the folder and the template had in common. */
  readonly record: FolderRecord | undefined;
  /** Set for `renamed_on_server`: the template that the folder was pushed to, as it is now. */
  readonly renamed?: ManagedEntry | undefined;
  /** Set for `deleted_on_server`: the id of the template that the folder was pushed to. */
  readonly deletedId?: number | undefined;
}

export async function folderState(
  repository: TemplateRepository,
  entries: readonly ManagedEntry[],
  local: LocalTemplate,
): Promise<FolderState> {
  const remembered = await readFolderRecord(local.path, repository.address);
  const entry = entries.find(({ name }) => isEqualName(name, local.name));
  if (remembered && remembered.id !== entry?.id && isEqualName(remembered.name ?? local.name, local.name)) {
    const former = entries.find(({ id }) => id === remembered.id);
    if (former && (await isSame(repository, former, remembered))) {
      return { local, entry, record: undefined, renamed: former, state: 'renamed_on_server' };
    }
    if (!former && entry?.latestHash !== local.hash) {
      return { local, entry, record: undefined, deletedId: remembered.id, state: 'deleted_on_server' };
    }
  }
  // A folder whose name has changed is another template.
  const record = remembered?.id === entry?.id ? remembered : undefined;
  return {
    local,
    entry,
    record,
    state: entry ? await findState(repository, entry, local, record) : 'not_on_server',
  };
}

/** A server that was reset reuses the ids for other templates. */
const isSame = async (
  repository: TemplateRepository,
  { id }: ManagedEntry,
  { version, hash }: FolderRecord,
) => (await repository.versions(id)).some((each) => each.version === version && each.hash === hash);

async function findState(
  repository: TemplateRepository,
  entry: ManagedEntry,
  { hash }: LocalTemplate,
  record: FolderRecord | undefined,
): Promise<State> {
  const { id, latestHash, latestVersion, publishedVersion } = entry;
  if (hash === latestHash) return latestVersion === publishedVersion ? 'unchanged' : 'unpublished_draft';
  if (record) {
    if (hash === record.hash) return 'changed_on_server';
    return latestHash === record.hash ? 'changed_here' : 'conflict';
  }
  // Content that the server once had is an older state, wherever the folder got it from.
  if ((await repository.versions(id)).some((version) => version.hash === hash)) return 'changed_on_server';
  // No record is kept for a data directory, which keeps every version.
  return repository.address === undefined ? 'changed_here' : 'conflict';
}
