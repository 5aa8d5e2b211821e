/** The templates of the team. */
import { element } from './failure-card.js';
import { listTemplates } from './server.js';

export async function showList() {
  const templates = await listTemplates();
  const rows = templates.map(({ id, name, type, published_version, latest_version, updated_at }) => {
    const isDraft = published_version !== latest_version;
    const latest = element('td', isDraft ? { className: 'draft' } : {}, `version ${latest_version}`);
    return element(
      'tr',
      {},
      element('td', {}, element('a', { href: `#/templates/${id}` }, name)),
      element('td', {}, String(id)),
      element('td', {}, type),
      element('td', {}, published_version === null ? '–' : `version ${published_version}`),
      latest,
      element('td', {}, new Date(updated_at).toLocaleString()),
    );
  });
  document.querySelector('#templates tbody').replaceChildren(...rows);
  document.getElementById('templates').hidden = rows.length === 0;
  document.getElementById('no-templates').hidden = rows.length > 0;
}
