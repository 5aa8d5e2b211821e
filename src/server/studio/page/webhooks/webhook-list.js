/** The list of the team's webhooks. */
import { element } from '../failure-card.js';
import { listWebhooks, webhookOptions } from '../server.js';
import { showSecret } from './show-secret.js';
import { askForWebhook } from './webhook-form.js';
import { tableCell, whenClicked } from './webhook-table.js';

const at = (id) => document.getElementById(id);

export async function showWebhooks() {
  const { command } = await webhookOptions();
  const webhooks = command === undefined ? await listWebhooks() : undefined;
  at('webhooks-rejected').hidden = command === undefined;
  at('webhooks-command').textContent = command ?? '';
  at('new-webhook').disabled = command !== undefined;
  at('no-webhooks').hidden = webhooks?.length !== 0;
  at('webhook-rows').hidden = !webhooks || webhooks.length === 0;
  document.querySelector('#webhook-rows tbody').replaceChildren(...(webhooks ?? []).map(createRow));
}

function createRow({ id, url, events, description, disabled_at, created_at }) {
  return element(
    'tr',
    {},
    tableCell('', element('a', { href: `#/webhooks/${id}` }, url), 'name'),
    tableCell('Id', String(id)),
    tableCell('Events', events.includes('*') ? 'all' : events.join(', ')),
    tableCell('State', disabled_at === null ? 'enabled' : 'disabled', disabled_at === null ? '' : 'draft'),
    tableCell('Description', description ?? ''),
    tableCell('Created', new Date(created_at).toLocaleString()),
  );
}

whenClicked(at('new-webhook'), async () => {
  const created = await askForWebhook();
  if (!created) return;
  await showSecret(created);
  location.hash = `#/webhooks/${created.id}`;
});
