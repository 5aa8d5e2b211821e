/** The versions of a template: opens an earlier one or publishes it again. */
import { element } from './failure-card.js';
import { getTemplate } from './server.js';
import { closeDialog, showDialog } from './show-dialog.js';

/** Resolves to { action: 'open' | 'publish', version }, or to undefined. */
export async function askForVersion(id) {
  const { versions } = await getTemplate(id);
  const { promise, resolve } = Promise.withResolvers();
  const dialog = element('dialog', { id: 'history-dialog' });
  const choose = (action, version) => {
    resolve({ action, version });
    closeDialog(dialog);
  };
  const button = (text, action, version) => {
    const made = element('button', { type: 'button' }, text);
    made.addEventListener('click', () => choose(action, version));
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
