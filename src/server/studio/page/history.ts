/** The versions of a template: opens an earlier one or publishes it again. */
import { element } from '#studio/page/element';
import { server } from './server.ts';
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
    const made = element('button', { type: 'button' }, text);
    made.addEventListener('click', () => {
      resolve({ action, version });
      closeDialog(dialog);
    });
    return made;
  };
  const rows = versions.map(({ version, created_at, published }) =>
    element(
      'tr',
      {},
      element('td', {}, `version ${version}`),
      element('td', {}, new Date(created_at).toLocaleString()),
      element(
        'td',
        {},
        published ? 'published' : '',
        button('Open', 'open', version),
        ...(published ? [] : [button('Publish', 'publish', version)]),
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
