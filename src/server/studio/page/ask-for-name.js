/** Asks for a template name that no other template has. */
import { element } from './failure-card.js';
import { listTemplates } from './server.js';
import { closeDialog, showDialog } from './show-dialog.js';

/** Creates a field for the name of a template, limited to the maximum length of a name. */
export const nameField = (value = '') =>
  element('input', { name: 'name', required: true, maxLength: 200, autocomplete: 'off', value });

/** Throws an `Error` if the team has a template with this name; `ownId` is the id of the template that may have it. */
export async function assertFree(name, ownId) {
  if (name === '') throw new Error('A template needs a name.');
  const other = (await listTemplates()).find((each) => each.name === name && each.id !== ownId);
  if (other)
    throw new Error(`There is already a template with this name (id ${other.id}). Choose another name.`);
}

/**
 * Asks until `onName` accepts a name; the dialog shows the errors that it throws. Resolves to the name, or to
 * undefined.
 */
export async function askForName({ title, value, action, onName }) {
  const { promise, resolve } = Promise.withResolvers();
  const name = nameField(value);
  const failure = element('p', { className: 'error', hidden: true });
  failure.role = 'alert';
  const cancel = element('button', { type: 'button' }, 'Cancel');
  const form = element(
    'form',
    { className: 'choice' },
    element('h2', { className: 'dialog-title' }, title),
    element('label', {}, 'Name', name),
    failure,
    element('div', { className: 'actions' }, cancel, element('button', { className: 'primary' }, action)),
  );
  const dialog = element('dialog', { id: 'name-dialog' }, form);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const wanted = name.value.trim();
      await onName(wanted);
      resolve(wanted);
      closeDialog(dialog);
    } catch (error) {
      failure.textContent = error.message;
      failure.hidden = false;
      name.focus();
    }
  });
  cancel.addEventListener('click', () => closeDialog(dialog));
  showDialog(dialog, () => resolve(undefined));
  name.select();
  return await promise;
}
