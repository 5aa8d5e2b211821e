/**
 * The bar for a save that met something else on the server: a version of another person, another template of this name,
 * or none at all. Neither side is lost without a question.
 */
import { describeAuthor } from '#contract/manage/version-author';
import { at, element } from '#studio/page/element';
import { askInDialog } from './ask.ts';
import { server } from './server.ts';

/** The latest version of a template on the server. */
interface LatestVersion {
  readonly id: number;
  readonly hash: string | null;
}

interface ConflictOptions {
  /** Returns the paths of the files that are not saved. */
  readonly changedPaths: () => readonly string[];
  /** Opens the other version, and discards what is not saved. */
  readonly onLoad: (id: number) => void;
  /** Saves a version that follows the other one, which has this hash. */
  readonly onSaveOver: (hash: string | null) => void;
  /** Asks for another name, and saves under it. */
  readonly onSaveAs: (isPublishing: boolean) => void;
}

export interface ConflictBar {
  readonly isShown: boolean;
  /** Another person has saved a version. Resolves when the bar says who and when. */
  showVersion(other: LatestVersion): Promise<void>;
  /** Another template has this name. `isPublishing`: the save was to publish. */
  showName(id: number, isPublishing: boolean): void;
  /** The template was deleted on the server. */
  showDeletion(isPublishing: boolean): void;
  hide(): void;
}

export function startConflict({ changedPaths, onLoad, onSaveOver, onSaveAs }: ConflictOptions): ConflictBar {
  const bar = at('conflict');
  /** The version of another person. */
  let theirs: LatestVersion | undefined;
  /** The save that met the conflict was to publish. */
  let isPublishing = false;

  function show(words: string, other?: LatestVersion) {
    theirs = other;
    at('conflict-text').textContent = words;
    at('load').hidden = !theirs;
    at('overwrite').hidden = !theirs;
    at('save-as').hidden = theirs !== undefined;
    bar.hidden = false;
  }

  at('load').addEventListener('click', async () => {
    const wanted = theirs;
    if (wanted && (await mayDiscard(changedPaths())) && theirs === wanted) onLoad(wanted.id);
  });
  at('overwrite').addEventListener('click', () => {
    if (theirs) onSaveOver(theirs.hash);
  });
  at('save-as').addEventListener('click', () => onSaveAs(isPublishing));

  return {
    get isShown() {
      return !bar.hidden;
    },
    async showVersion(other) {
      theirs = other;
      const words = await describeLatest(other.id).catch(() => undefined);
      if (theirs === other) show(words ?? 'Someone else has saved a version since you started.', other);
    },
    showName(id, isForPublication) {
      isPublishing = isForPublication;
      show(`There is already a template with this name (id ${id}).`);
    },
    showDeletion(isForPublication) {
      isPublishing = isForPublication;
      show('This template was deleted on the server.');
    },
    hide() {
      theirs = undefined;
      isPublishing = false;
      bar.hidden = true;
    },
  };
}

/** `Version 3 was saved by laptop (token 2) on 1/31/2026, 10:00:00 AM, after you had started.` */
async function describeLatest(id: number): Promise<string | undefined> {
  const { latest_version: latest, versions } = await server.getTemplate(id);
  const told = versions.find(({ version }) => version === latest);
  if (!told) return undefined;
  const who = describeAuthor(told.created_by) || 'someone else';
  return `Version ${latest} was saved by ${who} on ${new Date(told.created_at).toLocaleString()}, after you had started.`;
}

/** Asks whether changes may be lost that are nowhere else. */
async function mayDiscard(paths: readonly string[]): Promise<boolean> {
  if (paths.length === 0) return true;
  const answer = await askInDialog({
    look: { id: 'discard-dialog' },
    title: 'Discard your changes?',
    children: [
      element('p', {}, `They are only in this page: ${paths.join(', ')}.`),
      element(
        'p',
        {},
        '“Save mine as the next version” keeps both: the version of the other person stays in the history.',
      ),
    ],
    action: 'Discard and load',
    isDangerous: true,
    onSubmit: async () => true,
  });
  return answer === true;
}
