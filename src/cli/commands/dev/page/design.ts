/** The design of an editor template: changes are rendered immediately and written when saved. */
import { startDesignPane, whenTyped } from '#studio/page/design-pane';
import { at, isEnabled, listenForPress, setEnabled } from '#studio/page/element';
import { messageOf, showFailure } from '#studio/page/failure-card';
import { type PageFiles, packFile, unpackFiles } from '#studio/page/files';
import { listenForSaveKey } from '#studio/page/save-key';
import type { sentDesign } from '../design-exchange.ts';
import type { FailureView } from '../failure-view.ts';
import type { DesignState } from '../preview-state.ts';

export interface DesignPanel {
  take(instance: string, state: DesignState | null): void;
}

/** The last state of the preview's design that this page knows. */
type KnownDesign = { readonly [Key in 'revision' | 'base' | 'isUnsaved']?: DesignState[Key] | undefined } & {
  /** The process that it is of. */
  readonly instance?: string;
};

type Method = 'PUT' | 'POST' | 'DELETE';

/** Between the last change and the render. Milliseconds. */
const pause = 150;

/** `dataText` returns the sample data as JSON. */
export function startDesign({ dataText }: { readonly dataText: () => string }): DesignPanel {
  const saveButton = at('design-save', HTMLButtonElement);
  let known: KnownDesign = {};
  let latest: { readonly instance: string; state: DesignState | null } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
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
      timer = setTimeout(() => send(), pause);
    },
  });

  function take(instance: string, state: DesignState | null) {
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
    setEnabled(saveButton, isUnsaved);
    at('page', HTMLButtonElement).disabled = !pane.isLoaded;
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
      const received: Awaited<ReturnType<typeof sentDesign>> = await (await fetch('/design')).json();
      if (isAhead || isSending) return;
      const { revision, base, isUnsaved, files } = received;
      known = { instance, revision, base, isUnsaved };
      await show(unpackFiles(files));
    } catch {
      // The connection is lost; the next state triggers another attempt.
    } finally {
      isFetching = false;
      showButtons();
    }
    if (latest.state && latest.state.revision !== known.revision) setTimeout(catchUp, pause);
  }

  async function show(files: PageFiles) {
    const card = at('design-failure');
    try {
      await pane.load(files);
      showFailure(card, null);
      at('designer').inert = false;
    } catch (error) {
      const hint = 'Fix it in a text editor; the design appears again once it is valid.';
      showFailure(card, { message: `The design cannot be shown: ${messageOf(error)}`, hint });
      at('designer').inert = true;
    }
  }

  /** The next request: a save supersedes a preview, and a discard supersedes both. */
  let next: { readonly method: Method; readonly path: string } | undefined;
  const weight: Readonly<Record<Method, number>> = { PUT: 1, POST: 2, DELETE: 3 };

  function send(method: Method = 'PUT', path = '/design') {
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

  async function exchange(method: Method, path: string) {
    const files = () => [...pane.changes()].map(([path, bytes]) => packFile(path, bytes));
    const response = await fetch(path, {
      method,
      ...(method !== 'DELETE' && { body: JSON.stringify({ base: known.base, files: files() }) }),
    });
    if (response.ok) {
      const received: DesignState = await response.json();
      // This state is newer than the last event of the preview.
      if (latest) latest.state = received;
      const { revision, base, isUnsaved } = received;
      if (method !== 'DELETE') known = { ...known, revision, base, isUnsaved };
    } else if (response.status === 409) at('design-conflict').hidden = false;
    else {
      const { message }: FailureView = await response.json();
      alert(message);
    }
  }

  const save = (path = '/design/save') => send('POST', path);

  const saveNow = () => {
    if (isEnabled(saveButton)) save();
  };
  listenForSaveKey(saveButton, (event) => {
    if (!latest?.state || at('data').contains(document.activeElement)) return;
    event.preventDefault();
    whenTyped(saveNow);
  });
  listenForPress(saveButton, () => save());
  at('design-overwrite').addEventListener('click', () => save('/design/save?overwrite'));
  for (const id of ['design-discard', 'design-load']) at(id).addEventListener('click', () => send('DELETE'));
  at('page').addEventListener('click', () => pane.editPage());
  return { take };
}
