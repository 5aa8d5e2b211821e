/** The versions of a template: opens an earlier one or publishes it again. */
import { describeAuthor } from '#contract/manage/version-author';
import { element } from '#studio/page/element';
import { type Answer, server } from './server.ts';
import { closeDialog, showDialog } from './show-dialog.ts';

type Action = 'open' | 'publish';

interface ChosenVersion {
  readonly action: Action;
  readonly version: number;
}

/** Resolves to undefined if none was chosen. */
export async function askForVersion(id: number): Promise<ChosenVersion | undefined> {
  const { versions } = await server.getTemplate(id);
  const { promise, resolve } = Promise.withResolvers<ChosenVersion | undefined>();
  const dialog = element('dialog', { id: 'history-dialog' });
  const button = (text: string, action: Action, version: number) => {
    const made = element('button', { type: 'button', ariaLabel: `${text} version ${version}` }, text);
    made.addEventListener('click', () => {
      resolve({ action, version });
      closeDialog(dialog);
    });
    return made;
  };
  const rows = versions.map(({ version, published, has_errors: hasErrors, ...told }) =>
    element(
      'tr',
      {},
      element('td', {}, `version ${version}`),
      element(
        'td',
        {},
        ...deed('saved', told.created_at, told.created_by),
        ...deed('published', told.published_at, told.published_by),
      ),
      element(
        'td',
        { className: 'row-actions' },
        published ? 'published' : hasErrors ? 'has errors' : '',
        button('Open', 'open', version),
        ...(published || hasErrors ? [] : [button('Publish', 'publish', version)]),
      ),
    ),
  );
  const close = element('button', { type: 'button' }, 'Close');
  close.addEventListener('click', () => closeDialog(dialog));
  dialog.append(
    element(
      'div',
      { className: 'choice history' },
      element('h2', { className: 'dialog-title' }, 'History'),
      element('table', {}, element('tbody', {}, ...rows)),
      element('div', { className: 'actions' }, close),
    ),
  );
  showDialog(dialog, () => resolve(undefined));
  return await promise;
}

type Version = Answer<'getManagedTemplate'>['versions'][number];

/** `saved 1/31/2026, 10:00:00 AM` with its author below it. Empty if it was never done. */
function deed(
  what: string,
  at: string | null | undefined,
  by: Version['created_by'],
): readonly HTMLElement[] {
  if (!at) return [];
  const who = describeAuthor(by);
  return [
    element(
      'div',
      {},
      `${what} ${new Date(at).toLocaleString()}`,
      ...(who === '' ? [] : [element('span', { className: 'author' }, `by ${who}`)]),
    ),
  ];
}
