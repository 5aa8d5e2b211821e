/** One webhook: its settings, and its deliveries. */
import { at, element, within } from '#studio/page/element';
import { askInDialog, showInDialog } from '../ask.ts';
import { type Answer, server } from '../server.ts';
import { labelledCell, whenClicked } from '../table.ts';
import { showSecret } from './show-secret.ts';
import { askForChanges } from './webhook-form.ts';

type Webhook = Answer<'getWebhook'>;
type Deliveries = Answer<'listDeliveries'>;
type Delivery = Deliveries['deliveries'][number];

const rows = () => within(at('deliveries'), 'tbody');

/** The one that is shown. */
let webhook: Webhook;
/** The `before` of the next page of deliveries; null if there is none. */
let next: string | null = null;

/** Counts what was asked for, so that a response that arrives late does not replace a newer one. */
let turn = 0;

export async function showWebhook(id: number): Promise<void> {
  turn += 1;
  const own = turn;
  const [found, page] = await Promise.all([server.getWebhook(id), server.listDeliveries(id)]);
  if (own !== turn) return;
  webhook = found;
  const { url, events, description, disabled_at } = webhook;
  at('webhook-url').textContent = url;
  const facts = [
    `Webhook ${id}`,
    disabled_at === null ? 'enabled' : `disabled since ${new Date(disabled_at).toLocaleString()}`,
    `events: ${events.includes('*') ? 'all' : events.join(', ')}`,
    ...(description ? [description] : []),
  ];
  at('webhook-facts').textContent = facts.join(' · ');
  at('test-webhook', HTMLButtonElement).disabled = disabled_at !== null;
  at('switch-webhook').textContent = disabled_at === null ? 'Disable…' : 'Enable';
  rows().replaceChildren();
  addDeliveries(page);
  at('no-deliveries').hidden = page.deliveries.length > 0;
  at('deliveries').hidden = page.deliveries.length === 0;
}

function addDeliveries(page: Deliveries): void {
  rows().append(...page.deliveries.map(createRow));
  next = page.next;
  at('older').hidden = next === null;
}

function createRow(delivery: Delivery): HTMLElement {
  const { id, type, state, attempts, created_at, next_attempt_at, last_status, last_error } = delivery;
  const response = [last_status, state === 'delivered' ? null : last_error].filter((each) => each !== null);
  const button = (text: string, onClick: () => Promise<void>, isDisabled = false) => {
    const made = element('button', { type: 'button', disabled: isDisabled }, text);
    made.ariaLabel = `${text} ${id}`;
    return whenClicked(made, onClick);
  };
  return element(
    'tr',
    { id },
    labelledCell('', type, 'name'),
    labelledCell('Created', new Date(created_at).toLocaleString()),
    labelledCell('State', state, state),
    labelledCell('Attempts', String(attempts)),
    labelledCell('Response', response.join(': ') || '–'),
    labelledCell('Next try', next_attempt_at === null ? '–' : new Date(next_attempt_at).toLocaleString()),
    element(
      'td',
      { className: 'row-actions' },
      button('Content…', () => showContent(delivery)),
      button(
        'Redeliver',
        async () => {
          const changed = createRow(await server.redeliver(webhook.id, id));
          at(id).replaceWith(changed);
          changed.querySelector<HTMLElement>('button:last-of-type')?.focus();
        },
        webhook.disabled_at !== null,
      ),
    ),
  );
}

function showContent({ id, payload }: Delivery): Promise<void> {
  // It scrolls, also with the keyboard.
  const text = element('pre', { tabIndex: 0 }, JSON.stringify(payload, null, 2));
  return showInDialog({ look: { className: 'webhook-dialog' }, title: `Delivery ${id}`, children: [text] });
}

const again = () => showWebhook(webhook.id);

whenClicked(at('refresh'), again);
whenClicked(at('older'), async () => {
  turn += 1;
  const own = turn;
  const page = await server.listDeliveries(webhook.id, next ?? undefined);
  if (own === turn) addDeliveries(page);
});
whenClicked(at('test-webhook'), async () => {
  await server.testWebhook(webhook.id);
  await again();
});
whenClicked(at('change-webhook'), async () => {
  if (await askForChanges(webhook)) await again();
});
whenClicked(at('switch-webhook'), async () => {
  const { id, disabled_at } = webhook;
  if (disabled_at !== null) await server.updateWebhook(id, { disabled: false });
  else {
    const answer = await askInDialog({
      look: { className: 'webhook-dialog' },
      title: `Disable webhook ${id}?`,
      children: [
        element('p', {}, 'Nothing is sent to it until it is enabled. What is still to be sent fails.'),
      ],
      action: 'Disable',
      isDangerous: true,
      onSubmit: () => server.updateWebhook(id, { disabled: true }),
    });
    if (!answer) return;
  }
  await again();
});
whenClicked(at('rotate-secret'), async () => {
  const made = await askInDialog({
    look: { className: 'webhook-dialog' },
    title: `Replace the secret of webhook ${webhook.id}?`,
    children: [element('p', {}, 'For 24 hours, each delivery is signed with both secrets.')],
    action: 'Replace',
    onSubmit: () => server.rotateSecret(webhook.id),
  });
  if (made) await showSecret(made);
});
whenClicked(at('delete-webhook'), async () => {
  const { id } = webhook;
  const deleted = await askInDialog({
    look: { className: 'webhook-dialog' },
    title: `Delete webhook ${id}?`,
    children: [
      element(
        'p',
        {},
        'It is deleted with its deliveries, also those still to be sent. This cannot be undone.',
      ),
    ],
    action: 'Delete',
    isDangerous: true,
    onSubmit: () => server.deleteWebhook(id),
  });
  if (deleted) location.hash = '#/webhooks';
});
