/** Asks for a template name that no other template has. */
import { element } from '../../../studio/page/element.ts';
import { messageOf } from '../../../studio/page/failure-card.ts';
import { server } from './server.ts';
import { closeDialog, showDialog } from './show-dialog.ts';

interface NameQuestion {
  readonly title: string;
  readonly value: string;
  /** The text of the button. */
  readonly action: string;
  readonly onName: (name: string) => Promise<void>;
}

/** Creates a field for the name of a template, limited to the maximum length of a name. */
export const nameField = (value = ''): HTMLInputElement =>
  element('input', { name: 'name', required: true, maxLength: 200, autocomplete: 'off', value });

/** Throws an `Error` if the team has a template with this name; `ownId` is the id of the template that may have it. */
export async function assertFree(name: string, ownId?: number): Promise<void> {
  if (name === '') throw new Error('A template needs a name.');
  const other = (await server.listTemplates()).find((each) => each.name === name && each.id !== ownId);
  if (other)
    throw new Error(`There is already a template with this name (id ${other.id}). Choose another name.`);
}

/**
 * Asks until `onName` accepts a name; the dialog shows the errors that it throws. Resolves to the name, or to
 * undefined.
 */
export async function askForName({
  title,
  value,
  action,
  onName,
}: NameQuestion): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
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
      failure.textContent = messageOf(error);
      failure.hidden = false;
      name.focus();
    }
  });
  cancel.addEventListener('click', () => closeDialog(dialog));
  showDialog(dialog, () => resolve(undefined));
  name.select();
  return await promise;
}
