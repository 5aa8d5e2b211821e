/** The list of the team's templates. */
import { askForName, assertFree } from './ask-for-name.js';
import { confirmDelete } from './confirm-delete.js';
import { element } from './failure-card.js';
import { listTemplates, rename } from './server.js';
import { startThumbnails } from './thumbnails.js';

const at = (id) => document.getElementById(id);

const thumbnails = startThumbnails();

/** Called when another page is shown: what is drawn for the list is needed no more. */
export const leaveList = () => thumbnails.clear();

export async function showList() {
  const templates = await listTemplates();
  thumbnails.clear();
  document.querySelector('#templates tbody').replaceChildren(...templates.map(createRow));
  at('templates').hidden = templates.length === 0;
  at('no-templates').hidden = templates.length > 0;
}

function createRow(template) {
  const { id, name, type, published_version, latest_version, updated_at } = template;
  const isDraft = published_version !== latest_version;
  // The heading labels the cell on narrow pages, where the cells are stacked.
  const cell = (heading, text, className = '') => {
    const made = element('td', { className }, text);
    made.dataset.heading = heading;
    return made;
  };
  return element(
    'tr',
    {},
    element('td', { className: 'picture-cell' }, thumbnails.create(template)),
    cell('', element('a', { href: `#/templates/${id}` }, name), 'name'),
    cell('Id', String(id)),
    cell('Type', type),
    cell('Published', published_version === null ? '–' : `version ${published_version}`),
    cell('Latest', `version ${latest_version}`, isDraft ? 'draft' : ''),
    cell('Changed', new Date(updated_at).toLocaleString()),
    element(
      'td',
      { className: 'row-actions' },
      action('Rename…', `Rename ${name}`, async () => {
        const title = `Rename “${name}”`;
        const onName = async (wanted) => {
          await assertFree(wanted, id);
          await rename(id, wanted);
        };
        if ((await askForName({ title, value: name, action: 'Rename', onName })) === undefined) return;
        await showList();
        document.querySelector(`#templates a[href="#/templates/${id}"]`)?.focus();
      }),
      action('Delete…', `Delete ${name}`, async () => {
        if (!(await confirmDelete(template))) return;
        await showList();
        at('list-title').focus();
      }),
    ),
  );
}

function action(text, label, onClick) {
  const button = element('button', { type: 'button', ariaLabel: label }, text);
  button.addEventListener('click', () => onClick().catch((error) => alert(error.message)));
  return button;
}
