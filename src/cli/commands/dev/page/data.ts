/** The data: typed text is rendered immediately and written to `data.json` when saved. */

import { startCodeEditor } from '#studio/page/code-editor';
import { at } from '#studio/page/element';
import { listenForSaveKey } from '#studio/page/save-key';
import type { DataSchemaJson } from '#template/schema/data-schema-json';
import type { FailureView } from '../failure-view.ts';
import type { DataState } from '../preview-state.ts';

/** The text of schema.json, and what the template reads from its data. */
interface SentVariables {
  readonly schema: DataSchemaJson | null;
  readonly declared: string | null;
}

export interface DataPanel {
  readonly text: string;
  /** `failure` is the error in the data. */
  take(instance: string, data: DataState, failure: FailureView | null): void;
}

/** Between the last key and the render. Milliseconds. */
const pause = 100;

export function startData(): DataPanel {
  const saveButton = at('save', HTMLButtonElement);
  /** The text of schema.json. */
  let declared: string | undefined;
  const textOf = (path: string) => (path === 'data.json' ? area.text : declared);
  const readVariables = async () => {
    const received: SentVariables = await (await fetch('/variables.json')).json();
    declared = received.declared ?? undefined;
    return received.schema ?? undefined;
  };

  const area = startCodeEditor(at('data-editor'), {
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
  let known: Partial<DataState> & { readonly instance?: string } = {};
  let latest: { readonly instance: string; readonly data: DataState } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The page has typed text that was not sent to the preview yet. */
  let isAhead = false;
  let isSending = false;
  let isFetching = false;

  function take(instance: string, data: DataState, failure: FailureView | null) {
    latest = { instance, data };
    at('data-title').textContent = data.file;
    at('unsaved').hidden = !data.isUnsaved && !isAhead;
    at('discard').hidden = !data.isUnsaved;
    saveButton.disabled = !data.isUnsaved && !isAhead;
    at('conflict').hidden = !data.hasConflict;
    const place = failure?.place;
    area.mark(failure && place ? [{ ...place, message: failure.message, severity: 'error' }] : []);
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
      const received: DataState & { readonly text: string } = await (await fetch('/data')).json();
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

  async function send(method: 'PUT' | 'POST' | 'DELETE' = 'PUT', path = '/data') {
    clearTimeout(timer);
    if (isSending) {
      // Requests are sent one after the other: the newest text must arrive last.
      timer = setTimeout(() => send(method, path), pause);
      return;
    }
    isSending = true;
    isAhead = false;
    try {
      const response = await fetch(path, { method, ...(method !== 'DELETE' && { body: area.text }) });
      if (response.ok) {
        const received: DataState = await response.json();
        if (method !== 'DELETE') known = { ...known, ...received };
      } else if (response.status === 409) at('conflict').hidden = false;
      else {
        const { code, message }: FailureView = await response.json();
        // The render of the same text shows errors in the data.
        if (code !== 'invalid_data') alert(message);
      }
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
    saveButton.disabled = false;
    clearTimeout(timer);
    timer = setTimeout(() => send(), pause);
  }

  listenForSaveKey(saveButton, (event) => {
    event.preventDefault();
    // Beside a design, the shortcut saves the part that has the focus.
    if (document.body.dataset.kind === 'editor' && !at('data').contains(document.activeElement)) return;
    if (!saveButton.disabled) save();
  });
  saveButton.addEventListener('click', () => save());
  at('overwrite').addEventListener('click', () => save('/data/save?overwrite'));
  for (const id of ['discard', 'load']) at(id).addEventListener('click', () => send('DELETE'));
  return {
    take,
    get text() {
      return area.text;
    },
  };
}
