/** The files of a template as tabs, the most important first. */
import { element } from '#studio/page/element';
import { jsonFile, type PageFiles, textFile } from '#studio/page/files';
import { closeDialog, showDialog } from './show-dialog.ts';

interface TabsOptions {
  readonly files: PageFiles;
  readonly active: string | undefined;
  readonly isChanged: (path: string) => boolean;
  readonly onSelect: (path: string) => void;
}

interface AddedFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

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

export const isTextFile = (path: string): boolean =>
  /\.(?:html?|css|m?js|json|txt|md|svg|xml|csv|twig)$/i.test(path);
export const isPictureFile = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|avif)$/i.test(path);

const rank = (path: string): number => (first.includes(path) ? first.indexOf(path) : first.length);

export const sortedPaths = (files: PageFiles): string[] =>
  [...files.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));

export function showTabs(container: HTMLElement, { files, active, isChanged, onSelect }: TabsOptions): void {
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
  const selected = container.querySelector<HTMLElement>('[aria-selected=true]');
  if (hadFocus) selected?.focus();
  container.onkeydown = (event) => {
    const focused = document.activeElement;
    const index = focused instanceof HTMLButtonElement ? tabs.indexOf(focused) : -1;
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const step = steps[event.key];
    if (index < 0 || step === undefined) return;
    event.preventDefault();
    const next = tabs.at(step % tabs.length);
    next?.focus();
    onSelect(next?.dataset.path ?? '');
  };
  selected?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Resolves to undefined if none is wanted. */
export async function askForFile(files: PageFiles): Promise<AddedFile | undefined> {
  const { promise, resolve } = Promise.withResolvers<AddedFile | undefined>();
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
    const file = upload.files?.[0];
    if (!file) return;
    const folder = /\.(?:ttf|otf|woff2?)$/i.test(file.name) ? 'fonts/' : 'assets/';
    path.value = file.name === 'base.pdf' ? file.name : `${folder}${file.name}`;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const wanted = path.value.trim();
    if (wanted === '') return path.focus();
    const file = upload.files?.[0];
    const empty = /\.json$/.test(wanted) ? jsonFile({}) : textFile('');
    const bytes = file ? new Uint8Array(await file.arrayBuffer()) : empty;
    resolve({ path: wanted, bytes });
    closeDialog(dialog);
  });
  cancel.addEventListener('click', () => closeDialog(dialog));
  showDialog(dialog, () => resolve(undefined));
  return await promise;
}
