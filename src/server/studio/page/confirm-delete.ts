/** Asks whether a template should be deleted. */
import { element } from '../../../studio/page/element.ts';
import { messageOf } from '../../../studio/page/failure-card.ts';
import { type Answer, hasStatus, server } from './server.ts';
import { closeDialog, showDialog } from './show-dialog.ts';

/** `template` is an item of the list. Resolves to whether it was deleted. */
export async function confirmDelete(template: Answer<'listManagedTemplates'>[number]): Promise<boolean> {
  const { id, name, latest_version, latest_hash, published_version } = template;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const failure = element('p', { className: 'error', hidden: true });
  failure.role = 'alert';
  const cancel = element('button', { type: 'button', autofocus: true }, 'Cancel');
  const confirm = element('button', { type: 'button', className: 'danger' }, 'Delete');
  const versions = latest_version === 1 ? 'its version' : `its ${latest_version} versions`;
  const consequence =
    published_version === null
      ? 'The API does not render it yet.'
      : 'API requests for it will then get a 404.';
  const dialog = element(
    'dialog',
    { id: 'delete-dialog' },
    element(
      'div',
      { className: 'choice' },
      element('h2', { className: 'dialog-title' }, `Delete “${name}”?`),
      element('p', {}, `Template ${id} and ${versions} are deleted. ${consequence} This cannot be undone.`),
      failure,
      element('div', { className: 'actions' }, cancel, confirm),
    ),
  );
  confirm.addEventListener('click', async () => {
    try {
      // A template that another person deleted in the meantime counts as deleted.
      await server.remove(id, latest_hash).catch((error) => {
        if (!hasStatus(error, 404)) throw error;
      });
      resolve(true);
      closeDialog(dialog);
    } catch (error) {
      failure.textContent = messageOf(error);
      failure.hidden = false;
    }
  });
  cancel.addEventListener('click', () => closeDialog(dialog));
  showDialog(dialog, () => resolve(false));
  return await promise;
}
