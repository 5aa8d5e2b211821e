/** The data: typed text is rendered immediately and written to `data.json` when saved. */

import { startCodeEditor } from '#studio/page/code-editor';
import { at, element, isEnabled, listenForPress, setEnabled } from '#studio/page/element';
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
  const textOf = (path: string) => (path === 'schema.json' ? declared : area.text);
  const readVariables = async () => {
    const received: SentVariables = await (await fetch('/variables.json')).json();
    declared = received.declared ?? undefined;
    return received.schema ?? undefined;
  };

  const area = startCodeEditor(at('data-editor'), {
    id: 'text',
    label: () => 'Data of the preview',
    describedBy: 'text-hint',
    hint: 'Type or paste the data here, as JSON.',
    isData: () => true,
    released: at('text-released'),
    template: { paths: () => [], textOf, readVariables },
    onInput: takeText,
  });
  area.open('data.json', '');
  const sourceSelect = at('source', HTMLSelectElement);
  /** The data that is in the editor. */
  let source = 'data.json';
  /** The data that was chosen to be pasted: the cursor goes there. */
  let awaited: string | undefined;
  /** The last state of the preview's text that this page knows. */
  let known: Partial<DataState> & { readonly instance?: string } = {};
  let latest: { readonly instance: string; readonly data: DataState } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The page has typed text that was not sent to the preview yet. */
  let isAhead = false;
  let isSending = false;
  let isFetching = false;
  let isChoosing = false;

  function take(instance: string, data: DataState, failure: FailureView | null) {
    latest = { instance, data };
    at('data-title').textContent = data.file;
    showSources(data);
    at('unsaved').hidden = data.isPasted || (!data.isUnsaved && !isAhead);
    at('discard').hidden = data.isPasted || !data.isUnsaved;
    saveButton.hidden = data.isPasted;
    setEnabled(saveButton, data.isUnsaved || isAhead);
    at('conflict').hidden = !data.hasConflict;
    const place = failure?.place?.file === data.file ? failure.place : undefined;
    area.mark(failure && place ? [{ ...place, message: failure.message, severity: 'error' }] : []);
    catchUp();
  }

  function showSources({ sources, source: chosen }: DataState) {
    const options = sources.map(({ id, name }) => element('option', { value: id }, name));
    const isSame =
      options.length === sourceSelect.options.length &&
      options.every((each, index) => each.isEqualNode(sourceSelect.options[index] ?? null));
    if (!isSame) sourceSelect.replaceChildren(...options);
    if (!isChoosing) sourceSelect.value = chosen;
  }

  /** What was typed belongs to the data before. */
  async function choose(id: string) {
    isChoosing = true;
    try {
      if (isAhead) await send();
      const response = await fetch('/data/source', { method: 'PUT', body: id });
      const { isPasted, source }: DataState = await response.json();
      awaited = isPasted ? source : undefined;
      focusAwaited();
    } finally {
      isChoosing = false;
    }
  }

  /** Before its text is shown, what is typed would go into the data before. */
  function focusAwaited() {
    if (source !== awaited) return;
    awaited = undefined;
    at('text').focus();
  }

  /** Fetches the text if the preview has a newer one, unless it is being edited in this page. */
  async function catchUp() {
    if (isAhead || isSending || isFetching || !latest) return;
    const { instance, data } = latest;
    if (known.instance === instance && known.source === data.source && known.revision === data.revision) {
      return;
    }
    if (known.instance !== undefined && known.instance !== instance && known.isUnsaved) {
      // A new process does not have this page's text.
      known = { ...known, instance };
      return send();
    }
    isFetching = true;
    try {
      const received: DataState & { readonly text: string } = await (await fetch('/data')).json();
      if (isAhead || isSending) return;
      known = { instance, ...received };
      if (received.source === source) area.set(received.text);
      else area.open(received.source, received.text);
      source = received.source;
      focusAwaited();
    } catch {
      // The connection is lost; the next state triggers another attempt.
    } finally {
      isFetching = false;
    }
    const { data: newest } = latest;
    if (newest.source !== known.source || newest.revision !== known.revision) setTimeout(catchUp, pause);
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
      const address = `${path}${path.includes('?') ? '&' : '?'}source=${encodeURIComponent(source)}`;
      const response = await fetch(address, { method, ...(method !== 'DELETE' && { body: area.text }) });
      if (response.ok) {
        const received: DataState = await response.json();
        if (method !== 'DELETE' && received.source === source) known = { ...known, ...received };
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
    at('unsaved').hidden = latest?.data.isPasted === true;
    setEnabled(saveButton, true);
    clearTimeout(timer);
    timer = setTimeout(() => send(), pause);
  }

  const saveNow = () => {
    if (isEnabled(saveButton)) save();
  };
  listenForSaveKey(saveButton, (event) => {
    event.preventDefault();
    // Beside a design, the shortcut saves the part that has the focus.
    if (document.body.dataset.kind === 'editor' && !at('data').contains(document.activeElement)) return;
    saveNow();
  });
  sourceSelect.addEventListener('change', () => choose(sourceSelect.value));
  listenForPress(saveButton, () => save());
  at('overwrite').addEventListener('click', () => save('/data/save?overwrite'));
  for (const id of ['discard', 'load']) at(id).addEventListener('click', () => send('DELETE'));
  return {
    take,
    get text() {
      return area.text;
    },
  };
}
