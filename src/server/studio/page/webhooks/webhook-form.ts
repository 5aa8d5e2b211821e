/** Asks for the address of a webhook, its events and its description. */
import type { ShownWebhook } from '#contract/manage/webhooks-schema';
import type { EventName } from '#contract/webhooks';
import { element } from '#studio/page/element';
import { askInDialog } from '../ask.ts';
import { type Answer, server } from '../server.ts';

/** Resolves to undefined if none is wanted. */
export const askForNewWebhook = (): Promise<Answer<'createWebhook'> | undefined> =>
  askForWebhook(undefined, ({ description, ...fields }) =>
    server.createWebhook(description === null ? fields : { ...fields, description }),
  );

/** Resolves to the changed webhook, or to undefined. */
export const askForChanges = (webhook: ShownWebhook): Promise<Answer<'updateWebhook'> | undefined> =>
  askForWebhook(webhook, (fields) => server.updateWebhook(webhook.id, fields));

interface WebhookFields {
  readonly url: string;
  readonly events: EventName[];
  readonly description: string | null;
}

async function askForWebhook<Result>(
  webhook: ShownWebhook | undefined,
  onSubmit: (fields: WebhookFields) => Promise<Result>,
): Promise<Result | undefined> {
  const { events: types } = await server.webhookOptions();
  const url = element('input', {
    name: 'url',
    type: 'url',
    required: true,
    maxLength: 2000,
    autocomplete: 'off',
    placeholder: 'https://example.com/hook',
    value: webhook?.url ?? '',
  });
  const description = element('input', {
    name: 'description',
    maxLength: 200,
    autocomplete: 'off',
    value: webhook?.description ?? '',
  });
  const chosen = webhook?.events ?? ['*'];
  const all = checkbox('*', chosen.includes('*'));
  const single = types.map((type) => ({
    type,
    box: checkbox(type, chosen.includes('*') || chosen.includes(type)),
  }));
  const followAll = () => {
    for (const { box } of single) {
      box.disabled = all.checked;
      if (all.checked) box.checked = true;
    }
  };
  all.addEventListener('change', followAll);
  followAll();
  return await askInDialog({
    look: { className: 'webhook-dialog' },
    title: webhook ? `Change webhook ${webhook.id}` : 'New webhook',
    children: [
      element('label', {}, 'Address', url),
      element('label', {}, 'Description', description),
      element(
        'fieldset',
        { className: 'events' },
        element('legend', {}, 'Events'),
        element('label', {}, all, 'All, also those of later releases'),
        ...single.map(({ type, box }) => element('label', {}, box, type)),
      ),
    ],
    action: webhook ? 'Save' : 'Create',
    async onSubmit() {
      const events: EventName[] = all.checked
        ? ['*']
        : single.filter(({ box }) => box.checked).map(({ type }) => type);
      if (events.length === 0) throw new Error('Choose at least one event.');
      return await onSubmit({
        url: url.value.trim(),
        events,
        description: description.value.trim() || null,
      });
    },
  });
}

const checkbox = (value: string, checked: boolean): HTMLInputElement =>
  element('input', { type: 'checkbox', name: 'events', value, checked });
