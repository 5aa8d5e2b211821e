/** The files of a template as tabs, the most important first. */
import { element } from './failure-card.js';
import { closeDialog, showDialog } from './show-dialog.js';

const first = [
  'editor.json',
  'template.html',
  'template.md',
  'header.html',
  'footer.html',
  'styles.css',
  'data.json',
  'schema.json',
  'template.json',
];

export const isText = (path) => /\.(?:html?|css|m?js|json|txt|md|svg|xml|csv|twig)$/i.test(path);
export const isPicture = (path) => /\.(?:png|jpe?g|gif|webp|avif)$/i.test(path);

const rank = (path) => (first.includes(path) ? first.indexOf(path) : first.length);

export const sortedPaths = (files) => [...files.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));

export function showTabs(container, { files, active, isChanged, onSelect }) {
  const tabs = sortedPaths(files).map((path) => {
    const tab = element(
      'button',
      { type: 'button', title: path, className: isChanged(path) ? 'changed' : '' },
      path === 'editor.json' ? 'Design' : path,
    );
    tab.role = 'tab';
    tab.ariaSelected = String(path === active);
    // All tabs are a single tab stop; the arrow keys move between them.
    tab.tabIndex = path === active ? 0 : -1;
    tab.dataset.path = path;
    tab.addEventListener('click', () => onSelect(path));
    return tab;
  });
  const hadFocus = container.contains(document.activeElement);
  container.replaceChildren(...tabs);
  if (hadFocus) container.querySelector('[aria-selected=true]')?.focus();
  container.onkeydown = (event) => {
    const index = tabs.indexOf(document.activeElement);
    const steps = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 };
    if (index < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const next = tabs.at(steps[event.key] % tabs.length);
    next.focus();
    onSelect(next.dataset.path);
  };
  container.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Resolves to { path, bytes }, or to undefined. */
export async function askForFile(files) {
  const { promise, resolve } = Promise.withResolvers();
  const isDesign = files.has('editor.json');
  const names = [
    'template.json',
    'data.json',
    'schema.json',
    ...(isDesign
      ? []
      : ['header.html', 'footer.html', 'header-first.html', 'footer-first.html', 'styles.css']),
  ].filter((name) => !files.has(name));
  const path = element('input', { name: 'path', placeholder: 'partials/row.html', autocomplete: 'off' });
  const list = element(
    'datalist',
    { id: 'file-names' },
    ...names.map((name) => element('option', { value: name })),
  );
  path.setAttribute('list', 'file-names');
  const upload = element('input', { name: 'upload', type: 'file' });
  const cancel = element('button', { type: 'button' }, 'Cancel');
  const form = element(
    'form',
    { className: 'choice' },
    element('h2', { className: 'dialog-title' }, 'Add a file'),
    element('label', {}, 'From this computer', upload),
    element('label', {}, 'Path in the template', path),
    list,
    element(
      'p',
      { className: 'faint' },
      'Put images into assets/, fonts into fonts/, included texts into partials/ and translations into translations/.',
    ),
    element('div', { className: 'actions' }, cancel, element('button', { className: 'primary' }, 'Add')),
  );
  const dialog = element('dialog', { id: 'file-dialog' }, form);
  upload.addEventListener('change', () => {
    const [file] = upload.files;
    if (!file) return;
    const folder = /\.(?:ttf|otf|woff2?)$/i.test(file.name) ? 'fonts/' : 'assets/';
    path.value = file.name === 'base.pdf' ? file.name : `${folder}${file.name}`;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const wanted = path.value.trim();
    if (wanted === '') return path.focus();
    const [file] = upload.files;
    const empty = /\.json$/.test(wanted) ? '{}\n' : '';
    const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(empty);
    resolve({ path: wanted, bytes });
    closeDialog(dialog);
  });
  cancel.addEventListener('click', () => closeDialog(dialog));
  showDialog(dialog, () => resolve(undefined));
  return await promise;
}
