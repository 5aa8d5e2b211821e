/** The data: typed text is rendered immediately and written to `data.json` when saved. */

import { startCodeEditor } from '/studio/code-editor.js';

const at = (id) => document.getElementById(id);

/** Between the last key and the render. Milliseconds. */
const pause = 100;

export function startData() {
  /** The text of schema.json. */
  let declared;
  const textOf = (path) => ({ 'data.json': area.text, 'schema.json': declared })[path];
  const readVariables = async () => {
    const received = await (await fetch('/variables.json')).json();
    declared = received.declared ?? undefined;
    return received.schema ?? undefined;
  };

  const area = startCodeEditor(at('data').querySelector('.editor'), {
    id: 'text',
    label: () => 'Sample data',
    describedBy: 'text-hint',
    hint: 'The template has no data.json. Type its data here.',
    released: at('text-released'),
    template: { paths: () => [], textOf, readVariables },
    onInput: takeText,
  });
  area.open('data.json', '');
  /** The last state of the preview's text that this page knows. */
  let known = { instance: undefined, revision: undefined, isUnsaved: false };
  let latest;
  let timer;
  /** The page has typed text that was not sent to the preview yet. */
  let isAhead = false;
  let isSending = false;
  let isFetching = false;

  /** `failure` is the error in the data, or null. */
  function take(instance, data, failure) {
    latest = { instance, data };
    at('data-title').textContent = data.file;
    at('unsaved').hidden = !data.isUnsaved && !isAhead;
    at('discard').hidden = !data.isUnsaved;
    at('save').disabled = !data.isUnsaved && !isAhead;
    at('conflict').hidden = !data.hasConflict;
    const place = failure?.place;
    area.mark(place ? [{ ...place, message: failure.message, severity: 'error' }] : []);
    catchUp();
  }

  /** Fetches the text if the preview has a newer one, unless it is being edited in this page. */
  async function catchUp() {
    if (isAhead || isSending || isFetching || !latest) return;
    const { instance, data } = latest;
    if (known.instance === instance && known.revision === data.revision) return;
    if (known.instance !== undefined && known.instance !== instance && known.isUnsaved) {
      // A new process does not have this page's text.
      known = { ...known, instance };
      return send();
    }
    isFetching = true;
    try {
      const received = await (await fetch('/data')).json();
      if (isAhead || isSending) return;
      known = { instance, revision: received.revision, isUnsaved: received.isUnsaved };
      area.set(received.text);
    } catch {
      // The connection is lost; the next state triggers another attempt.
    } finally {
      isFetching = false;
    }
    if (latest.data.revision !== known.revision) setTimeout(catchUp, pause);
  }

  async function send(method = 'PUT', path = '/data') {
    clearTimeout(timer);
    if (isSending) {
      // Requests are sent one after the other: the newest text must arrive last.
      timer = setTimeout(() => send(method, path), pause);
      return;
    }
    isSending = true;
    isAhead = false;
    try {
      const body = method === 'DELETE' ? undefined : area.text;
      const response = await fetch(path, { method, body });
      const received = await response.json();
      if (response.ok) known = { ...known, ...(method === 'DELETE' ? {} : received) };
      else if (response.status === 409) at('conflict').hidden = false;
      // The render of the same text shows errors in the data.
      else if (received.code !== 'invalid_data') alert(received.message);
    } catch {
      isAhead = method !== 'DELETE';
    } finally {
      isSending = false;
    }
    catchUp();
  }

  const save = (path = '/data/save') => send('POST', path);

  function takeText() {
    isAhead = true;
    at('unsaved').hidden = false;
    at('save').disabled = false;
    clearTimeout(timer);
    timer = setTimeout(send, pause);
  }

  document.addEventListener('keydown', (event) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    // Beside a design, the shortcut saves the part that has the focus.
    if (document.body.dataset.kind === 'editor' && !at('data').contains(document.activeElement)) return;
    if (!at('save').disabled) save();
  });
  at('save').addEventListener('click', () => save());
  at('overwrite').addEventListener('click', () => save('/data/save?overwrite'));
  for (const id of ['discard', 'load']) at(id).addEventListener('click', () => send('DELETE'));
  if (/Mac|iP/.test(navigator.platform)) at('save').querySelector('kbd').textContent = '⌘ S';
  return {
    take,
    get text() {
      return area.text;
    },
  };
}
