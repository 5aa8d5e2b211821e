/** The Designer in its place, fetched when it is needed first, and the form for the paper. */
import { element } from './failure-card.js';

/** Millimetres. */
const papers = {
  A4: [210, 297],
  A5: [148, 210],
  A3: [297, 420],
  A6: [105, 148],
  Letter: [215.9, 279.4],
  Legal: [215.9, 355.6],
};

/** `load` throws where the files are no editor template. `dataText` returns the sample data as JSON, if there is any. */
export function startDesignPane(container, { onChange, dataText }) {
  let starting;
  let pane;
  return {
    async load(files) {
      starting ??= import('./designer.js').then(({ startDesigner }) =>
        startDesigner(container, { onChange, dataText }),
      );
      const started = await starting;
      await started.load(files);
      pane = started;
      container.dataset.ready = 'true';
    },
    get isLoaded() {
      return pane !== undefined;
    },
    changes: () => pane.changes(),
    async editPage() {
      if (!pane) return;
      const wanted = await askForPage(pane.pageSetting());
      if (wanted) pane.setPage(wanted);
    },
  };
}

/** What is being typed counts when it is left, and in the Designer's panel a moment later. */
export function whenTyped(action) {
  document.activeElement?.blur?.();
  // Its panel waits for 100.
  setTimeout(action, 150);
}

/** Resolves to another setting, or to nothing. */
function askForPage(setting) {
  const { promise, resolve } = Promise.withResolvers();
  const number = (name, label, value, least = 0) => {
    const input = element('input', {
      name,
      type: 'number',
      step: '0.1',
      min: String(least),
      max: '5080',
      required: true,
      value: String(value),
    });
    return element('label', {}, label, input);
  };
  const [top, right, bottom, left] = setting.padding;
  const names = Object.entries(papers).flatMap(([name, [width, height]]) => [
    element('option', { value: `${width} ${height}` }, name),
    element('option', { value: `${height} ${width}` }, `${name} landscape`),
  ]);
  const paper = element('select', { name: 'paper' }, element('option', { value: '' }, 'Other'), ...names);
  const form = element(
    'form',
    { method: 'dialog', className: 'page-form' },
    element('h2', { className: 'dialog-title' }, 'Page'),
    element('label', { className: 'wide' }, 'Paper', paper),
    number('width', 'Width (mm)', setting.width, 1),
    number('height', 'Height (mm)', setting.height, 1),
    number('top', 'Top margin', top),
    number('bottom', 'Bottom margin', bottom),
    number('left', 'Left margin', left),
    number('right', 'Right margin', right),
    element(
      'p',
      { className: 'wide faint' },
      'Content that grows past the bottom margin continues on the next page.',
    ),
    element(
      'div',
      { className: 'wide actions' },
      element('button', { type: 'button', name: 'cancel' }, 'Cancel'),
      element('button', { className: 'primary', value: 'apply' }, 'Apply'),
    ),
  );
  const dialog = element('dialog', {}, form);
  const field = (name) => form.elements.namedItem(name);
  const showPaper = () => {
    paper.value = `${field('width').value} ${field('height').value}`;
    if (paper.selectedIndex < 0) paper.value = '';
  };
  paper.addEventListener('change', () => {
    if (paper.value) [field('width').value, field('height').value] = paper.value.split(' ');
  });
  for (const name of ['width', 'height']) field(name).addEventListener('input', showPaper);
  field('cancel').addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (dialog.returnValue !== 'apply') return resolve(undefined);
    const value = (name) => Number(field(name).value);
    resolve({
      width: value('width'),
      height: value('height'),
      padding: ['top', 'right', 'bottom', 'left'].map(value),
    });
  });
  document.body.append(dialog);
  showPaper();
  dialog.showModal();
  return promise;
}
