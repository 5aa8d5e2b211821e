/** The Designer in its place, fetched when it is needed first, and the form for the paper. */
import type { PageSetting } from '../page-setting.ts';
import type { StartedDesigner } from './designer.ts';
import { element } from './element.ts';
import type { PageFiles } from './files.ts';

export interface DesignPane {
  /** Throws where the files are no editor template. */
  load(files: PageFiles): Promise<void>;
  readonly isLoaded: boolean;
  /** Path → bytes of what differs from the files that were loaded. */
  changes(): PageFiles;
  editPage(): Promise<void>;
}

export interface DesignerOptions {
  /** Called after every change by the user. */
  readonly onChange: () => void;
  /** Returns the sample data as JSON, if there is any. */
  readonly dataText: () => string | undefined;
}

/** Millimetres. */
const papers: Readonly<Record<string, readonly [width: number, height: number]>> = {
  A4: [210, 297],
  A5: [148, 210],
  A3: [297, 420],
  A6: [105, 148],
  Letter: [215.9, 279.4],
  Legal: [215.9, 355.6],
};

export function startDesignPane(container: HTMLElement, options: DesignerOptions): DesignPane {
  let starting: Promise<StartedDesigner> | undefined;
  let pane: StartedDesigner | undefined;
  return {
    async load(files) {
      starting ??= import('./designer.ts').then(({ startDesigner }) => startDesigner(container, options));
      const started = await starting;
      await started.load(files);
      pane = started;
      container.dataset.ready = 'true';
    },
    get isLoaded() {
      return pane !== undefined;
    },
    changes() {
      if (!pane) throw new Error('No design is shown.');
      return pane.changes();
    },
    async editPage() {
      if (!pane) return;
      const wanted = await askForPage(pane.pageSetting());
      if (wanted) pane.setPage(wanted);
    },
  };
}

/** Runs the action once text that is being typed counts: when its field is left, in the Designer a moment later. */
export function whenTyped(action: () => void): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  // Its panel waits for 100.
  setTimeout(action, 150);
}

/** Resolves to another setting, or to nothing. */
function askForPage(setting: PageSetting): Promise<PageSetting | undefined> {
  const { promise, resolve } = Promise.withResolvers<PageSetting | undefined>();
  const [top = 0, right = 0, bottom = 0, left = 0] = setting.padding;
  const number = (name: string, value: number, least = 0) =>
    element('input', {
      name,
      type: 'number',
      step: '0.1',
      min: String(least),
      max: '5080',
      required: true,
      value: String(value),
    });
  const fields = {
    width: number('width', setting.width, 1),
    height: number('height', setting.height, 1),
    top: number('top', top),
    bottom: number('bottom', bottom),
    left: number('left', left),
    right: number('right', right),
  };
  const names = Object.entries(papers).flatMap(([name, [width, height]]) => [
    element('option', { value: `${width} ${height}` }, name),
    element('option', { value: `${height} ${width}` }, `${name} landscape`),
  ]);
  const paper = element('select', { name: 'paper' }, element('option', { value: '' }, 'Other'), ...names);
  const cancel = element('button', { type: 'button', name: 'cancel' }, 'Cancel');
  const form = element(
    'form',
    { method: 'dialog', className: 'page-form' },
    element('h2', { className: 'dialog-title' }, 'Page'),
    element('label', { className: 'wide' }, 'Paper', paper),
    element('label', {}, 'Width (mm)', fields.width),
    element('label', {}, 'Height (mm)', fields.height),
    element('label', {}, 'Top margin', fields.top),
    element('label', {}, 'Bottom margin', fields.bottom),
    element('label', {}, 'Left margin', fields.left),
    element('label', {}, 'Right margin', fields.right),
    element(
      'p',
      { className: 'wide faint' },
      'Content that grows past the bottom margin continues on the next page.',
    ),
    element(
      'div',
      { className: 'wide actions' },
      cancel,
      element('button', { className: 'primary', value: 'apply' }, 'Apply'),
    ),
  );
  const dialog = element('dialog', {}, form);
  const showPaper = () => {
    paper.value = `${fields.width.value} ${fields.height.value}`;
    if (paper.selectedIndex < 0) paper.value = '';
  };
  paper.addEventListener('change', () => {
    const [width, height] = paper.value.split(' ');
    if (!width || !height) return;
    fields.width.value = width;
    fields.height.value = height;
  });
  for (const field of [fields.width, fields.height]) field.addEventListener('input', showPaper);
  cancel.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (dialog.returnValue !== 'apply') return resolve(undefined);
    resolve({
      width: Number(fields.width.value),
      height: Number(fields.height.value),
      padding: [fields.top, fields.right, fields.bottom, fields.left].map(({ value }) => Number(value)),
    });
  });
  document.body.append(dialog);
  showPaper();
  dialog.showModal();
  return promise;
}
