/** The design of an editor template: changes are rendered immediately and written when saved. */
import { startDesignPane, whenTyped } from '/studio/design-pane.js';
import { showFailure } from '/studio/failure-card.js';
import { decodeFiles, encodeFiles } from '/studio/files.js';

const at = (id) => document.getElementById(id);

/** Between the last change and the render. Milliseconds. */
const pause = 150;

/** `dataText` returns the sample data as JSON. */
export function startDesign({ dataText }) {
  /** The last state of the preview's design that this page knows. */
  let known = { instance: undefined, revision: undefined, base: undefined, isUnsaved: false };
  let latest;
  let timer;
  /** The page has changes that were not sent to the preview yet. */
  let isAhead = false;
  let isSending = false;
  let isFetching = false;

  const pane = startDesignPane(at('designer'), {
    dataText,
    onChange() {
      isAhead = true;
      showButtons();
      clearTimeout(timer);
      timer = setTimeout(send, pause);
    },
  });

  function take(instance, state) {
    latest = { instance, state };
    if (!state) return;
    at('design-title').textContent = state.file;
    at('design-conflict').hidden = !state.hasConflict;
    showButtons();
    catchUp();
  }

  function showButtons() {
    const isUnsaved = isAhead || isSending || latest?.state?.isUnsaved === true;
    at('design-unsaved').hidden = !isUnsaved;
    at('design-discard').hidden = !isUnsaved;
    at('design-save').disabled = !isUnsaved;
    at('page').disabled = !pane.isLoaded;
  }

  /** Fetches the design if the preview has a newer one, unless it is being edited in this page. */
  async function catchUp() {
    if (isAhead || isSending || isFetching || !latest?.state) return;
    const { instance, state } = latest;
    if (known.instance === instance && known.revision === state.revision) return;
    if (known.instance !== undefined && known.instance !== instance && known.isUnsaved) {
      // A new process does not have this page's changes.
      known = { ...known, instance };
      return send();
    }
    isFetching = true;
    try {
      const received = await (await fetch('/design')).json();
      if (isAhead || isSending) return;
      const { revision, base, isUnsaved, files } = received;
      known = { instance, revision, base, isUnsaved };
      await show(decodeFiles(files));
    } catch {
      // The connection is lost; the next state triggers another attempt.
    } finally {
      isFetching = false;
      showButtons();
    }
    if (latest.state && latest.state.revision !== known.revision) setTimeout(catchUp, pause);
  }

  async function show(files) {
    const card = at('design-failure');
    try {
      await pane.load(files);
      showFailure(card, null);
      at('designer').inert = false;
    } catch (error) {
      const hint = 'Fix it in a text editor; the design appears again once it is valid.';
      showFailure(card, { message: `The design cannot be shown: ${error.message}`, hint });
      at('designer').inert = true;
    }
  }

  /** The next request: a save supersedes a preview, and a discard supersedes both. */
  let next;
  const weight = { PUT: 1, POST: 2, DELETE: 3 };

  function send(method = 'PUT', path = '/design') {
    clearTimeout(timer);
    if (!next || weight[method] >= weight[next.method]) next = { method, path };
    // Requests are sent one after the other: the newest design must arrive last.
    if (!isSending) pump();
  }

  async function pump() {
    isSending = true;
    while (next) {
      const { method, path } = next;
      next = undefined;
      isAhead = false;
      try {
        await exchange(method, path);
      } catch {
        isAhead = method !== 'DELETE';
      }
    }
    isSending = false;
    showButtons();
    catchUp();
  }

  async function exchange(method, path) {
    const body =
      method === 'DELETE'
        ? undefined
        : JSON.stringify({ base: known.base, files: encodeFiles(pane.changes()) });
    const response = await fetch(path, { method, body });
    const received = await response.json();
    // This state is newer than the last event of the preview.
    if (response.ok && latest) latest.state = received;
    if (response.ok && method !== 'DELETE') {
      const { revision, base, isUnsaved } = received;
      known = { ...known, revision, base, isUnsaved };
    } else if (response.status === 409) at('design-conflict').hidden = false;
    else if (!response.ok) alert(received.message);
  }

  const save = (path = '/design/save') => send('POST', path);

  document.addEventListener('keydown', (event) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (!latest?.state || at('data').contains(document.activeElement)) return;
    event.preventDefault();
    whenTyped(() => {
      if (!at('design-save').disabled) save();
    });
  });
  at('design-save').addEventListener('click', () => save());
  at('design-overwrite').addEventListener('click', () => save('/design/save?overwrite'));
  for (const id of ['design-discard', 'design-load']) at(id).addEventListener('click', () => send('DELETE'));
  at('page').addEventListener('click', () => pane.editPage());
  return { take };
}
