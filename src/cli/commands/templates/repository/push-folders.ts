/** Pushes template folders as new versions: checks and compares all of them first, and sends only what changed. */
import { Failure } from '#contract/errors';
import { isFolder } from './find-template.ts';
import { type FolderState, folderState, type State } from './folder-state.ts';
import type { LocalTemplate } from './local-template.ts';
import type { PushedVersion, TemplateRepository } from './template-repository.ts';

export interface PushOptions {
  readonly publish: boolean;
  readonly dryRun: boolean;
  /** Creates a version on top of changes that others have made. */
  readonly force: boolean;
}

/** Throws `template_conflict` before anything is stored if the server has changes that a folder lacks. */
export async function comparePush(
  repository: TemplateRepository,
  folders: readonly LocalTemplate[],
  { force }: PushOptions,
): Promise<readonly FolderState[]> {
  assertDistinctNames(folders);
  const entries = await repository.list();
  const states: FolderState[] = [];
  for (const local of folders) states.push(await folderState(repository, entries, local));
  if (!force && repository.address !== undefined) assertNoConflicts(states);
  return states;
}

/** Throws `template_conflict` if another push came first, and whatever the server rejects. */
export async function pushFolder(
  repository: TemplateRepository,
  { local, entry, record }: FolderState,
  { publish, dryRun, force }: PushOptions,
): Promise<PushedVersion> {
  if (entry?.latestHash === local.hash) {
    const { id, latestVersion: version, publishedVersion } = entry;
    const published = version === publishedVersion;
    if (published || !publish) return { id, version, published, unchanged: true };
  }
  const base = force || repository.address === undefined ? undefined : (record?.hash ?? null);
  return await repository.push({ ...local, publish, known: entry, base, dryRun }).catch((error) => {
    if (!(error instanceof Failure) || error.code !== 'template_conflict') throw error;
    throw new Failure('template_conflict', error.message, { hint: hintFor(local.path), cause: error });
  });
}

function assertDistinctNames(folders: readonly LocalTemplate[]): void {
  const paths = new Map<string, string>();
  for (const { name, path } of folders) {
    const other = paths.get(name);
    if (other !== undefined) {
      throw new Failure('usage', `${other} and ${path} are the same template: both are called "${name}".`, {
        hint: 'The name comes from template.json, or else from the folder.',
      });
    }
    paths.set(name, path);
  }
}

function assertNoConflicts(states: readonly FolderState[]): void {
  const conflicts = states.filter(({ state }) => inTheWay.has(state));
  const [first] = conflicts;
  if (!first) return;
  if (conflicts.length === 1) {
    throw new Failure('template_conflict', describe(first), { hint: getHint(first) });
  }
  throw new Failure('template_conflict', `${conflicts.length} folders are in conflict with the server.`, {
    errors: Object.fromEntries(conflicts.map((each) => [each.local.path, [describe(each)]])),
    hint: hintFor('<folder>'),
  });
}

const inTheWay: ReadonlySet<State> = new Set([
  'conflict',
  'changed_on_server',
  'renamed_on_server',
  'deleted_on_server',
]);

function describe({ local: { path, name }, state, entry, record, renamed, deletedId }: FolderState): string {
  if (renamed) {
    return `${path} is called "${name}", but template ${renamed.id}, which it was pushed to, is called "${renamed.name}" on the server.`;
  }
  if (deletedId !== undefined) {
    const other = entry ? ` Template ${entry.id} is now called "${name}" and has different content.` : '';
    return `${path} was pushed to template ${deletedId}, which is no longer on the server.${other}`;
  }
  const latest = `its latest version is ${entry?.latestVersion}`;
  if (state === 'changed_on_server') {
    return `${path} has not changed since ${record ? `version ${record.version}` : 'an earlier version'}, but the server has: ${latest}.`;
  }
  if (record) return `${path} has changed since version ${record.version}, and so has the server: ${latest}.`;
  return `${path} and the server’s "${name}" differ, and there is no record since when: ${latest}.`;
}

function getHint({ local: { path, name }, renamed, deletedId, entry }: FolderState): string {
  const onTop = entry ? `As a new version of template ${entry.id}` : 'As a new template';
  const force = `${onTop}: pdfapi templates push ${folderArgument(path)} --force`;
  if (renamed) {
    return `To follow it, set "name" to ${JSON.stringify(renamed.name)} in template.json. To undo it: pdfapi templates rename ${renamed.id} ${JSON.stringify(name)}. ${force}`;
  }
  return deletedId === undefined ? hintFor(path) : force;
}

/** With a bare name, `pull` would look for a template of that name. */
const folderArgument = (path: string): string =>
  isFolder(path) || path.startsWith('<') ? path : `./${path}`;

function hintFor(path: string): string {
  const folder = folderArgument(path);
  return `See: pdfapi templates diff ${folder}. To take theirs: pdfapi templates pull ${folder} --force. To keep yours: pdfapi templates push ${folder} --force`;
}
