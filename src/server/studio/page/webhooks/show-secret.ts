/** Shows a new secret. The studio does not show it a second time. */
import { element } from '#studio/page/element';
import { showInDialog } from '../ask.ts';
import type { Answer } from '../server.ts';

export async function showSecret(made: Answer<'rotateWebhookSecret'>): Promise<void> {
  const { id, secret, previous_secret_until } = made;
  const field = element('input', { name: 'secret', readOnly: true, value: secret, autocomplete: 'off' });
  field.addEventListener('focus', () => field.select());
  const children = [
    element('label', {}, 'Secret', field),
    element('p', {}, 'Your receiver verifies each delivery with it. The studio shows it only once.'),
  ];
  if (previous_secret_until !== null) {
    const until = new Date(previous_secret_until).toLocaleString();
    children.push(element('p', {}, `The old secret signs too until ${until}.`));
  }
  // A browser has a clipboard for pages of https and of this machine only.
  if (navigator.clipboard) {
    const copy = element('button', { type: 'button' }, 'Copy');
    const copied = element('span', { className: 'faint' });
    copied.role = 'status';
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(secret).then(
        () => {
          copied.textContent = 'Copied.';
        },
        () => field.focus(),
      );
    });
    children.push(element('p', {}, copy, ' ', copied));
  }
  await showInDialog({ look: { className: 'webhook-dialog' }, title: `Secret of webhook ${id}`, children });
}
