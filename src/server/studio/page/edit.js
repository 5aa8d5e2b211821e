/**
 * The editor of one template: its files beside the PDF that they produce. Changes are lost unless saved as a version.
 */
import { askForName, assertFree } from './ask-for-name.js';
import { startCodeEditor } from './code-editor.js';
import { startDesignPane, whenTyped } from './design-pane.js';
import { element } from './failure-card.js';
import { askForFile, isPicture, isText, showTabs, sortedPaths } from './file-tabs.js';
import { decodeFiles, encodeFiles } from './files.js';
import { askForVersion } from './history.js';
import { startPreviewPane } from './preview-pane.js';
import { getFiles, getTemplate, namesUnknownContent, publish, push } from './server.js';
import { startSplitter } from './splitter.js';
import { startTemplateVariables } from './template-variables.js';

const at = (id) => document.getElementById(id);
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Milliseconds between the last change and the preview. */
const pause = 500;

export function startEdit() {
  const textOf = (path) => (files.has(path) ? decoder.decode(files.get(path)) : undefined);
  const variables = startTemplateVariables(() => template && { name: template.name, files: sent() });
  const area = startCodeEditor(at('code'), {
    id: 'text',
    label: (path) => `Text of ${path === '' ? 'the file' : path}`,
    describedBy: 'text-hint',
    released: at('text-released'),
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
  const shown = startPreviewPane({
    textOf,
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

  /** Undefined if no template is open. `id` is undefined for a template that is not on the server yet. */
  let template;
  let files = new Map();
  /** The files of the latest version: path → bytes, and path → hash. */
  let saved = { files: new Map(), hashes: new Map() };
  let active;
  let timer;
  let isSaving = false;
  /** Pictures that the Designer has created since the last version. */
  let made = new Set();

  const isChanged = (path) => !sameBytes(files.get(path), saved.files.get(path));
  const changedPaths = () => [...new Set([...files.keys(), ...saved.files.keys()])].filter(isChanged);
  const isUnsaved = () => template !== undefined && (template.id === undefined || changedPaths().length > 0);

  async function show(next, found, known) {
    template = next;
    files = new Map(found);
    saved = known;
    made = new Set();
    area.clear();
    variables.clear();
    document.body.dataset.kind = files.has('editor.json') ? 'editor' : 'html';
    at('conflict').hidden = true;
    at('name').textContent = next.name;
    document.title = `${next.name} · Studio`;
    shown.clear();
    // The editor is made visible before it is filled, because the Designer measures the space that it has.
    select(sortedPaths(files)[0]);
    await loadDesign();
    select(active);
    changed(0);
  }

  async function open(id, version) {
    const told = await getTemplate(id);
    const { latest_version: latest, latest_hash: base } = told;
    const { files: list } = await getFiles(id, latest);
    const known = {
      files: decodeFiles(list),
      hashes: new Map(list.map(({ path, hash }) => [path, hash])),
    };
    const wanted =
      version === undefined || version === latest
        ? known.files
        : decodeFiles((await getFiles(id, version)).files);
    const { name, published_version: published } = told;
    await show({ id, name, latest, published, base }, wanted, known);
  }

  const begin = (name, found) =>
    show({ id: undefined, name, latest: null, published: null, base: null }, found, {
      files: new Map(),
      hashes: new Map(),
    });

  async function loadDesign() {
    if (!files.has('editor.json')) return;
    try {
      await pane.load(files);
      at('designer').inert = false;
    } catch (error) {
      at('designer').inert = true;
      alert(`The design cannot be shown: ${error.message}`);
    }
  }

  function takeDesign() {
    const changes = pane.changes();
    for (const path of made) if (!changes.has(path)) files.delete(path);
    made = new Set([...changes.keys()].filter((path) => path !== 'editor.json'));
    for (const [path, bytes] of changes) files.set(path, bytes);
    changed();
  }

  function select(path) {
    active = path;
    const bytes = path === undefined ? undefined : files.get(path);
    const isDesign = path === 'editor.json';
    at('designer').hidden = !isDesign;
    at('code').hidden = isDesign || !isText(path ?? '');
    at('picture').hidden = isDesign || isText(path ?? '');
    at('page').hidden = !isDesign;
    at('page').disabled = !pane.isLoaded;
    at('remove-file').hidden = ['editor.json', 'template.html', 'template.md', undefined].includes(path);
    if (!at('code').hidden) area.open(path, decoder.decode(bytes).replaceAll('\r\n', '\n'));
    if (!at('picture').hidden) showOther(path, bytes);
    markLines();
    tabs();
  }

  function showOther(path, bytes) {
    const facts = element('p', { className: 'faint' }, `${path}, ${bytes?.length ?? 0} bytes`);
    if (!bytes || !isPicture(path)) return at('picture').replaceChildren(facts);
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
    showButtons();
    tabs();
    clearTimeout(timer);
    timer = setTimeout(() => shown.render({ name: template.name, files: sent() }), ms);
  }

  function showButtons() {
    const isNew = isUnsaved();
    at('save').disabled = !isNew || isSaving;
    const isPublished = template.published !== null && template.published === template.latest;
    at('publish').disabled = isSaving || (isPublished && !isNew);
    at('history').hidden = template.id === undefined;
    const version = template.latest === null ? 'new' : `version ${template.latest}`;
    const published =
      template.published === null ? 'not published' : `version ${template.published} published`;
    const state = isNew ? (template.latest === null ? 'not saved' : `${version}, changed`) : version;
    at('facts').textContent = `${state} · ${published}`;
  }

  /** Files that the server already has are sent as their hash only. */
  function sent() {
    return [...files].map(([path, bytes]) => {
      const hash = saved.hashes.get(path);
      if (hash !== undefined && sameBytes(bytes, saved.files.get(path))) return { path, hash };
      return encodeFiles([[path, bytes]])[0];
    });
  }

  async function save({ isPublished = false } = {}) {
    if (isSaving) return;
    isSaving = true;
    showButtons();
    const mine = template;
    const current = new Map(files);
    try {
      const { id, version, hash, published } = await push({
        name: mine.name,
        base: mine.base,
        files: sent(),
        publish: isPublished,
      });
      if (template !== mine) return;
      const { files: list } = await getFiles(id, version);
      saved = { files: current, hashes: new Map(list.map((each) => [each.path, each.hash])) };
      made = new Set();
      Object.assign(mine, { id, latest: version, base: hash });
      if (published) mine.published = version;
      at('conflict').hidden = true;
      if (location.hash !== `#/templates/${id}`) {
        history.replaceState(null, '', `#/templates/${id}`);
        dispatchEvent(new HashChangeEvent('hashchange'));
      }
    } catch (error) {
      if (template !== mine || error.status === 401) return;
      isSaving = false;
      if (error.status === 409 && error.details.template_id !== undefined) {
        await tellConflict(error, { isPublished });
      } else if (namesUnknownContent(error) && (await followServer()) === 'renamed') {
        await save({ isPublished });
      } else if (template === mine && at('conflict').hidden) {
        shown.showFailure('Not saved', error);
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
  async function tellConflict(error, saving) {
    const mine = template;
    const { template_id: id } = error.details;
    if (mine.id !== undefined && id !== mine.id) {
      const found = await followServer();
      if (template !== mine) return;
      if (found === 'renamed') return await save(saving);
    }
    const isTheirs = mine.id !== undefined && id === mine.id;
    mine.theirs = isTheirs ? error.details : undefined;
    mine.isPublishing = saving.isPublished === true;
    if (isTheirs) showConflict('Someone else has saved a version since you started.', { isTheirs });
    else if (id !== null)
      showConflict(`There is already a template with this name (id ${id}).`, { isTheirs });
  }

  function showConflict(words, { isTheirs }) {
    at('conflict-text').textContent = words;
    at('load').hidden = !isTheirs;
    at('overwrite').hidden = !isTheirs;
    at('save-as').hidden = isTheirs;
    at('conflict').hidden = false;
  }

  /**
   * Resolves to `renamed` or `deleted` if that happened to the template on the server since it was opened, and
   * otherwise to undefined.
   */
  async function followServer() {
    const mine = template;
    if (mine?.id === undefined) return undefined;
    const told = await getTemplate(mine.id).catch((error) => {
      if (error.status === 404) return undefined;
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
    saved = { files: new Map(), hashes: new Map() };
    showButtons();
    tabs();
    showConflict('This template was deleted on the server.', { isTheirs: false });
    return 'deleted';
  }

  function takeText(text) {
    // The editor normalizes line endings.
    const before = saved.files.get(active);
    const isWindows = before !== undefined && decoder.decode(before).includes('\r\n');
    files.set(active, encoder.encode(isWindows ? text.replaceAll('\n', '\r\n') : text));
    changed();
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (document.body.dataset.view !== 'edit') return;
    event.preventDefault();
    const saveNow = () => {
      if (!at('save').disabled) save();
    };
    if (active === 'editor.json') whenTyped(saveNow);
    else saveNow();
  });
  at('save').addEventListener('click', () => save());
  at('publish').addEventListener('click', () => save({ isPublished: true }));
  at('page').addEventListener('click', () => pane.editPage());
  at('load').addEventListener('click', () => open(template.theirs.template_id));
  at('overwrite').addEventListener('click', () => {
    template.base = template.theirs.latest_hash;
    save();
  });
  at('save-as').addEventListener('click', async () => {
    const mine = template;
    const name = await askForName({
      title: 'Save as a new template',
      value: mine.name,
      action: 'Save',
      onName: assertFree,
    });
    if (name === undefined || template !== mine) return;
    mine.name = name;
    at('name').textContent = name;
    document.title = `${name} · Studio`;
    await save({ isPublished: mine.isPublishing });
  });
  at('add-file').addEventListener('click', async () => {
    const added = await askForFile(files);
    if (!added) return;
    files.set(added.path, added.bytes);
    await loadDesign();
    select(added.path);
    changed();
  });
  at('remove-file').addEventListener('click', async () => {
    if (!confirm(`Delete ${active} from the template?`)) return;
    files.delete(active);
    await loadDesign();
    select(sortedPaths(files)[0]);
    changed();
  });
  at('history').addEventListener('click', async () => {
    const chosen = await askForVersion(template.id);
    if (!chosen) return;
    const { action, version } = chosen;
    if (action === 'publish') {
      await publish(template.id, version);
      template.published = version;
      showButtons();
    } else if (!isUnsaved() || confirm('Discard the changes?')) await open(template.id, version);
  });
  addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault();
  });
  if (/Mac|iP/.test(navigator.platform)) at('save').querySelector('kbd').textContent = '⌘ S';

  return {
    open,
    begin,
    /** Returns whether another template may replace this one without losing changes. */
    isOver: (id) => !isUnsaved() || (template.id !== undefined && String(template.id) === id),
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
      saved = { files: new Map(), hashes: new Map() };
    },
  };
}

function sameBytes(a, b) {
  if (a === b) return true;
  return (
    a !== undefined && b !== undefined && a.length === b.length && a.every((byte, index) => byte === b[index])
  );
}
