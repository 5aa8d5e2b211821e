/** The list of the team's webhooks. */
import { at, element, within } from '#studio/page/element';
import { type Answer, server } from '../server.ts';
import { labelledCell, whenClicked } from '../table.ts';
import { showSecret } from './show-secret.ts';
import { askForNewWebhook } from './webhook-form.ts';

export async function showWebhooks(): Promise<void> {
  const { command } = await server.webhookOptions();
  const webhooks = command === undefined ? await server.listWebhooks() : undefined;
  at('webhooks-rejected').hidden = command === undefined;
  at('webhooks-command').textContent = command ?? '';
  at('new-webhook', HTMLButtonElement).disabled = command !== undefined;
  at('no-webhooks').hidden = webhooks?.length !== 0;
  at('webhook-rows').hidden = !webhooks || webhooks.length === 0;
  within(at('webhook-rows'), 'tbody').replaceChildren(...(webhooks ?? []).map(createRow));
}

function createRow(webhook: Answer<'listWebhooks'>[number]): HTMLElement {
  const { id, url, events, description, disabled_at, created_at } = webhook;
  return element(
    'tr',
    {},
    labelledCell('', element('a', { href: `#/webhooks/${id}` }, url), 'name'),
    labelledCell('Id', String(id)),
    labelledCell('Events', events.includes('*') ? 'all' : events.join(', ')),
    labelledCell('State', disabled_at === null ? 'enabled' : 'disabled', disabled_at === null ? '' : 'draft'),
    labelledCell('Description', description ?? ''),
    labelledCell('Created', new Date(created_at).toLocaleString()),
  );
}

whenClicked(at('new-webhook'), async () => {
  const created = await askForNewWebhook();
  if (!created) return;
  await showSecret(created);
  location.hash = `#/webhooks/${created.id}`;
});
