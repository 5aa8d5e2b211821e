/** A name for a template that no other template has. */
import { element } from './failure-card.js';
import { listTemplates } from './server.js';
import { showDialog } from './show-dialog.js';

/** A field for the name of a template, as long as a name may be. */
export const nameField = (value = '') =>
  element('input', { name: 'name', required: true, maxLength: 200, autocomplete: 'off', value });

/** Throws an `Error` for a name that a template of the team has; `ownId` is the id of the one that may have it. */
export async function assertFree(name, ownId) {
  if (name === '') throw new Error('A template needs a name.');
  const other = (await listTemplates()).find((each) => each.name === name && each.id !== ownId);
  if (other) throw new Error(`There is a template of this name (id ${other.id}). Choose another name.`);
}

/**
 * Asks until `onName` takes a name: what it throws is shown in the dialog. Resolves to the name, or to nothing.
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
      dialog.close();
    } catch (error) {
      failure.textContent = error.message;
      failure.hidden = false;
      name.focus();
    }
  });
  cancel.addEventListener('click', () => dialog.close());
  showDialog(dialog, () => resolve(undefined));
  name.select();
  return await promise;
}
