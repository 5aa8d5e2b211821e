/** The list of the team's templates. */

import { at, element, within } from '#studio/page/element';
import { messageOf } from '#studio/page/failure-card';
import { askInDialog } from './ask.ts';
import { askForName, assertFree } from './ask-for-name.ts';
import { type Answer, hasStatus, server } from './server.ts';
import { labelledCell } from './table.ts';
import { startThumbnails } from './thumbnails.ts';

const thumbnails = startThumbnails();

/** Called when another page is shown: what is drawn for the list is needed no more. */
export const leaveList = (): void => thumbnails.clear();

export async function showList(): Promise<void> {
  const templates = await server.listTemplates();
  thumbnails.clear();
  within(at('templates'), 'tbody').replaceChildren(...templates.map(createRow));
  at('templates').hidden = templates.length === 0;
  at('no-templates').hidden = templates.length > 0;
}

function createRow(template: Answer<'listManagedTemplates'>[number]): HTMLElement {
  const { id, name, type, published_version, latest_version, updated_at } = template;
  const isDraft = published_version !== latest_version;
  return element(
    'tr',
    {},
    element('td', { className: 'picture-cell' }, thumbnails.create(template)),
    labelledCell('', element('a', { href: `#/templates/${id}` }, name), 'name'),
    labelledCell('Id', String(id)),
    labelledCell('Type', type),
    labelledCell('Published', published_version === null ? '–' : `version ${published_version}`),
    labelledCell('Latest', `version ${latest_version}`, isDraft ? 'draft' : ''),
    labelledCell('Changed', new Date(updated_at).toLocaleString()),
    element(
      'td',
      { className: 'row-actions' },
      action('Rename…', `Rename ${name}`, async () => {
        const title = `Rename “${name}”`;
        const onName = async (wanted: string) => {
          await assertFree(wanted, id);
          await server.rename(id, wanted);
        };
        if ((await askForName({ title, value: name, action: 'Rename', onName })) === undefined) return;
        await showList();
        document.querySelector<HTMLElement>(`#templates a[href="#/templates/${id}"]`)?.focus();
      }),
      action('Delete…', `Delete ${name}`, async () => {
        if (!(await confirmDelete(template))) return;
        await showList();
        at('list-title').focus();
      }),
    ),
  );
}

function action(text: string, label: string, onClick: () => Promise<void>): HTMLElement {
  const button = element('button', { type: 'button', ariaLabel: label }, text);
  button.addEventListener('click', () => onClick().catch((error) => alert(messageOf(error))));
  return button;
}

/** Asks whether a template should be deleted. Resolves to whether it was. */
async function confirmDelete(template: Answer<'listManagedTemplates'>[number]): Promise<boolean> {
  const { id, name, latest_version, latest_hash, published_version } = template;
  const versions = latest_version === 1 ? 'its version' : `its ${latest_version} versions`;
  const consequence =
    published_version === null
      ? 'The API does not render it yet.'
      : 'API requests for it will then get a 404.';
  const isDeleted = await askInDialog({
    look: { id: 'delete-dialog' },
    title: `Delete “${name}”?`,
    children: [
      element('p', {}, `Template ${id} and ${versions} are deleted. ${consequence} This cannot be undone.`),
    ],
    action: 'Delete',
    isDangerous: true,
    async onSubmit() {
      // A template that another person deleted in the meantime counts as deleted.
      await server.remove(id, latest_hash).catch((error) => {
        if (!hasStatus(error, 404)) throw error;
      });
      return true;
    },
  });
  return isDeleted === true;
}
