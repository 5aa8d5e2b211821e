/** Asks for a template name that no other template has. */
import { element } from '#studio/page/element';
import { askInDialog } from './ask.ts';
import { server } from './server.ts';

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
  const field = nameField(value);
  const answer = askInDialog({
    look: { id: 'name-dialog' },
    title,
    children: [element('label', {}, 'Name', field)],
    action,
    async onSubmit() {
      const wanted = field.value.trim();
      await onName(wanted).catch((error) => {
        field.focus();
        throw error;
      });
      return wanted;
    },
  });
  field.select();
  return await answer;
}
