/** Asks for the address of a webhook, its events and its description. */
import { element } from '../failure-card.js';
import { createWebhook, updateWebhook, webhookOptions } from '../server.js';
import { ask } from './ask.js';

/** `webhook`: one that is changed, or nothing for a new one. Resolves to the webhook, or to undefined. */
export async function askForWebhook(webhook) {
  const { events: types } = await webhookOptions();
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
  const single = types.map((type) => checkbox(type, chosen.includes('*') || chosen.includes(type)));
  const followAll = () => {
    for (const each of single) {
      each.disabled = all.checked;
      if (all.checked) each.checked = true;
    }
  };
  all.addEventListener('change', followAll);
  followAll();
  return await ask({
    title: webhook ? `Change webhook ${webhook.id}` : 'New webhook',
    children: [
      element('label', {}, 'Address', url),
      element('label', {}, 'Description', description),
      element(
        'fieldset',
        { className: 'events' },
        element('legend', {}, 'Events'),
        element('label', {}, all, 'All, also those of later releases'),
        ...single.map((each) => element('label', {}, each, each.value)),
      ),
    ],
    action: webhook ? 'Save' : 'Create',
    async onSubmit() {
      const events = all.checked ? ['*'] : single.filter((each) => each.checked).map(({ value }) => value);
      if (events.length === 0) throw new Error('Choose at least one event.');
      const fields = { url: url.value.trim(), events };
      const text = description.value.trim();
      if (!webhook) return await createWebhook(text === '' ? fields : { ...fields, description: text });
      return await updateWebhook(webhook.id, { ...fields, description: text === '' ? null : text });
    },
  });
}

const checkbox = (value, checked) => element('input', { type: 'checkbox', name: 'events', value, checked });
