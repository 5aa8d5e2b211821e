/**
 * The editor of one template: its files beside the PDF that they produce. Changes are lost unless saved as a version.
 */
import { startCodeEditor } from '#studio/page/code-editor';
import { startDesignPane, whenTyped } from '#studio/page/design-pane';
import { at, element, isEnabled, listenForPress, setEnabled } from '#studio/page/element';
import { messageOf } from '#studio/page/failure-card';
import { isSameFile, type PageFiles } from '#studio/page/files';
import { listenForSaveKey } from '#studio/page/save-key';
import { startSplitter } from '#studio/page/splitter';
import { askForName, assertFree } from './ask-for-name.ts';
import { startConflict } from './conflict.ts';
import { isDataFile, startDataChoice } from './data-choice.ts';
import { askForFile, isPictureFile, isTextFile, showTabs, sortedPaths } from './file-tabs.ts';
import { askForVersion } from './history.ts';
import {
  describeVersions,
  nothingSaved,
  type OpenTemplate,
  readStored,
  type SavedFiles,
  toSentFiles,
} from './open-template.ts';
import { startPreviewPane } from './preview-pane.ts';
import { errorDetails, hasStatus, namesUnknownContent, server, type UnsavedTemplate } from './server.ts';
import { startTemplateVariables } from './template-variables.ts';

export interface TemplateEditor {
  /** Undefined if no template is open, or one that is not on the server yet. */
  readonly id: number | undefined;
  readonly isOpen: boolean;
  open(id: number, version?: number): Promise<void>;
  begin(name: string, files: PageFiles): Promise<void>;
  /** Returns whether another template may replace this one without losing changes. */
  isOver(id: string | undefined): boolean;
  close(): void;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Milliseconds between the last change and the preview. */
const pause = 500;

export function startEdit(): TemplateEditor {
  const saveButton = at('save', HTMLButtonElement);
  const publishButton = at('publish', HTMLButtonElement);
  const pageButton = at('page', HTMLButtonElement);
  const textOf = (path: string) => (files.has(path) ? decoder.decode(files.get(path)) : undefined);
  const variables = startTemplateVariables(() => template && unsaved(template));
  const area = startCodeEditor(at('code'), {
    id: 'text',
    label: (path) => `Text of ${path === '' ? 'the file' : path}`,
    describedBy: 'text-hint',
    released: at('text-released'),
    isData: isDataFile,
    template: { paths: () => [...files.keys()], textOf, readVariables: variables.read },
    onInput: takeText,
  });
  startSplitter(at('splitter'), {
    property: '--files-width',
    remembered: 'pdfapi-studio-files-width',
    least: 30,
    most: 85,
  });
  const pane = startDesignPane(at('designer'), {
    onChange: takeDesign,
    dataText: () => textOf('data.json'),
  });
  const data = startDataChoice(textOf, () => changed(0));
  const conflict = startConflict({
    changedPaths: () => changedPaths(),
    onLoad: (id) => open(id),
    onSaveOver(hash) {
      if (!template) return;
      template.base = hash;
      save();
    },
    onSaveAs: saveAs,
  });
  const shown = startPreviewPane({
    textOf,
    locate: data.locate,
    onFindings: markLines,
    async onStale() {
      const found = await followServer();
      if (found) changed(0);
      return found !== undefined;
    },
    onGo(file, line, column) {
      if (!files.has(file)) return;
      select(file);
      if (!at('code').hidden) area.goTo(line, column);
    },
  });

  /** Undefined if no template is open. */
  let template: OpenTemplate | undefined;
  let files = new Map<string, Uint8Array<ArrayBuffer>>();
  /** The files of the latest version. */
  let saved = nothingSaved;
  let active: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaving = false;
  /** Pictures that the Designer has created since the last version. */
  let made = new Set<string>();

  const isChanged = (path: string) => !isSameFile(files.get(path), saved.files.get(path));
  const changedPaths = () => [...new Set([...files.keys(), ...saved.files.keys()])].filter(isChanged);
  const isUnsaved = () => template !== undefined && (template.id === undefined || changedPaths().length > 0);

  async function show(next: OpenTemplate, found: PageFiles, known: SavedFiles) {
    // The pages of another version stay until this one is rendered, or cannot be.
    if (next.id === undefined || next.id !== template?.id) shown.clear();
    template = next;
    files = new Map(found);
    saved = known;
    made = new Set();
    area.clear();
    variables.clear();
    data.open(next.id);
    document.body.dataset.kind = files.has('editor.json') ? 'editor' : 'html';
    conflict.hide();
    at('name').textContent = next.name;
    document.title = `${next.name} · Studio`;
    // The editor is made visible before it is filled, because the Designer measures the space that it has.
    select(sortedPaths(files)[0]);
    await loadDesign();
    select(active);
    changed(0);
  }

  async function open(id: number, version?: number) {
    const { template: next, found, known } = await readStored(id, version);
    await show(next, found, known);
  }

  const begin = (name: string, found: PageFiles) =>
    show({ id: undefined, name, latest: null, published: null, base: null }, found, nothingSaved);

  async function loadDesign() {
    if (!files.has('editor.json')) return;
    try {
      await pane.load(files);
      at('designer').inert = false;
    } catch (error) {
      at('designer').inert = true;
      alert(`The design cannot be shown: ${messageOf(error)}`);
    }
  }

  function takeDesign() {
    const changes = pane.changes();
    for (const path of made) if (!changes.has(path)) files.delete(path);
    made = new Set([...changes.keys()].filter((path) => path !== 'editor.json'));
    for (const [path, bytes] of changes) files.set(path, bytes);
    changed();
  }

  function select(path: string | undefined) {
    active = path;
    const bytes = path === undefined ? undefined : files.get(path);
    const isDesign = path === 'editor.json';
    at('designer').hidden = !isDesign;
    at('code').hidden = isDesign || !isTextFile(path ?? '');
    at('picture').hidden = isDesign || isTextFile(path ?? '');
    pageButton.hidden = !isDesign;
    pageButton.disabled = !pane.isLoaded;
    at('remove-file').hidden =
      path === undefined || ['editor.json', 'template.html', 'template.md'].includes(path);
    if (path !== undefined && !at('code').hidden)
      area.open(path, decoder.decode(bytes).replaceAll('\r\n', '\n'));
    if (path !== undefined && !at('picture').hidden) showOther(path, bytes);
    markLines();
    tabs();
  }

  function showOther(path: string, bytes: Uint8Array<ArrayBuffer> | undefined) {
    const facts = element('p', { className: 'faint' }, `${path}, ${bytes?.length ?? 0} bytes`);
    if (!bytes || !isPictureFile(path)) return at('picture').replaceChildren(facts);
    const image = element('img', { alt: path, src: URL.createObjectURL(new Blob([bytes])) });
    image.addEventListener('load', () => URL.revokeObjectURL(image.src));
    at('picture').replaceChildren(image, facts);
  }

  const tabs = () => showTabs(at('tabs'), { files, active, isChanged, onSelect: select });

  function markLines() {
    area.mark(shown.marksOf(active));
  }

  function changed(ms = pause) {
    variables.changed();
    data.offer(files);
    showButtons();
    tabs();
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (template) shown.render(unsaved(template, data.fill(files)));
    }, ms);
  }

  function showButtons() {
    if (!template) return;
    const isNew = isUnsaved();
    setEnabled(saveButton, isNew && !isSaving);
    const isPublished = template.published !== null && template.published === template.latest;
    setEnabled(publishButton, !isSaving && (isNew || !isPublished));
    at('history').hidden = template.id === undefined;
    at('facts').replaceChildren(...describeVersions(template, isNew));
  }

  function unsaved({ name }: OpenTemplate, all: PageFiles = files): UnsavedTemplate {
    return { name, files: toSentFiles(all, saved) };
  }

  async function save({ isPublished = false } = {}) {
    const mine = template;
    if (isSaving || !mine) return;
    isSaving = true;
    showButtons();
    const current = new Map(files);
    try {
      const { id, version, hash, published } = await server.push({
        ...unsaved(mine),
        base: mine.base,
        publish: isPublished,
      });
      if (template !== mine || id === null) return;
      const { files: list } = await server.getFiles(id, version);
      saved = { files: current, hashes: new Map(list.map((each) => [each.path, each.hash])) };
      made = new Set();
      Object.assign(mine, { id, latest: version, base: hash, opened: undefined });
      data.keep(id);
      if (published) mine.published = version;
      conflict.hide();
      if (location.hash !== `#/templates/${id}`) {
        history.replaceState(null, '', `#/templates/${id}`);
        dispatchEvent(new HashChangeEvent('hashchange'));
      }
    } catch (error) {
      if (template !== mine || hasStatus(error, 401)) return;
      isSaving = false;
      const { template_id: other, latest_hash: hash = null } = errorDetails(error);
      if (hasStatus(error, 409) && other !== undefined) {
        await tellConflict(mine, other === null ? undefined : { id: other, hash }, isPublished);
      } else if (namesUnknownContent(error) && (await followServer()) === 'renamed') {
        await save({ isPublished });
      } else if (template === mine && !conflict.isShown) {
        shown.showFailure(isPublished ? 'Not published' : 'Not saved', error);
      }
    } finally {
      isSaving = false;
      if (template === mine) {
        showButtons();
        tabs();
      }
    }
  }

  /** The conflict is a version of another person, another template of this name, or a deleted template. */
  async function tellConflict(
    mine: OpenTemplate,
    other: { readonly id: number; readonly hash: string | null } | undefined,
    isPublished: boolean,
  ) {
    if (mine.id !== undefined && other?.id !== mine.id) {
      const found = await followServer({ isPublished });
      if (template !== mine) return;
      if (found === 'renamed') return await save({ isPublished });
    }
    if (!other) return;
    if (other.id === mine.id) await conflict.showVersion(other);
    else conflict.showName(other.id, isPublished);
  }

  /**
   * Resolves to `renamed` or `deleted` if that happened to the template on the server since it was opened, and
   * otherwise to undefined.
   */
  async function followServer({ isPublished = false } = {}): Promise<'renamed' | 'deleted' | undefined> {
    const mine = template;
    if (mine?.id === undefined) return undefined;
    const told = await server.getTemplate(mine.id).catch((error) => {
      if (hasStatus(error, 404)) return undefined;
      throw error;
    });
    if (template !== mine) return undefined;
    if (told && told.name === mine.name) return undefined;
    if (told) {
      mine.name = told.name;
      at('name').textContent = told.name;
      document.title = `${told.name} · Studio`;
      return 'renamed';
    }
    // This page now holds the only copy of the template.
    Object.assign(mine, { id: undefined, base: null, latest: null, published: null });
    saved = nothingSaved;
    showButtons();
    tabs();
    conflict.showDeletion(isPublished);
    return 'deleted';
  }

  async function saveAs(isPublished: boolean) {
    const mine = template;
    if (!mine) return;
    const name = await askForName({
      title: 'Save as a new template',
      value: mine.name,
      action: 'Save',
      onName: (wanted) => assertFree(wanted),
    });
    if (name === undefined || template !== mine) return;
    mine.name = name;
    at('name').textContent = name;
    document.title = `${name} · Studio`;
    await save({ isPublished });
  }

  function takeText(text: string) {
    if (active === undefined) return;
    // The editor normalizes line endings.
    const before = saved.files.get(active);
    const isWindows = before !== undefined && decoder.decode(before).includes('\r\n');
    files.set(active, encoder.encode(isWindows ? text.replaceAll('\n', '\r\n') : text));
    changed();
  }

  const saveNow = () => {
    if (isEnabled(saveButton)) save();
  };
  listenForSaveKey(saveButton, (event) => {
    if (document.body.dataset.view !== 'edit') return;
    event.preventDefault();
    if (active === 'editor.json') whenTyped(saveNow);
    else saveNow();
  });
  listenForPress(saveButton, () => save());
  listenForPress(publishButton, () => save({ isPublished: true }));
  pageButton.addEventListener('click', () => pane.editPage());
  at('add-file').addEventListener('click', async () => {
    const added = await askForFile(files);
    if (!added) return;
    files.set(added.path, added.bytes);
    await loadDesign();
    select(added.path);
    changed();
  });
  at('remove-file').addEventListener('click', async () => {
    if (active === undefined || !confirm(`Delete ${active} from the template?`)) return;
    files.delete(active);
    await loadDesign();
    select(sortedPaths(files)[0]);
    changed();
  });
  at('history').addEventListener('click', async () => {
    const mine = template;
    if (mine?.id === undefined) return;
    const chosen = await askForVersion(mine.id);
    if (!chosen) return;
    const { action, version } = chosen;
    if (action === 'publish') {
      try {
        await server.publish(mine.id, version);
        mine.published = version;
        showButtons();
      } catch (error) {
        shown.showFailure('Not published', error);
      }
    } else if (!isUnsaved() || confirm('Discard the changes?')) await open(mine.id, version);
  });
  addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault();
  });

  return {
    open,
    begin,
    isOver: (id) => !isUnsaved() || (template?.id !== undefined && String(template.id) === id),
    get isOpen() {
      return template !== undefined;
    },
    get id() {
      return template?.id;
    },
    close() {
      clearTimeout(timer);
      shown.clear();
      template = undefined;
      files = new Map();
      saved = nothingSaved;
    },
  };
}
