/** Asks for the name of a new template and its starting point. */
import { assertFree, nameField } from './ask-for-name.js';
import { element } from './failure-card.js';
import { decodeFiles } from './files.js';
import { importPdfme } from './import-pdfme.js';
import { getExample, listExamples } from './server.js';
import { closeDialog, showDialog } from './show-dialog.js';

const encode = (text) => new TextEncoder().encode(text);
const json = (value) => encode(`${JSON.stringify(value, null, 2)}\n`);

const blankDesign = () =>
  new Map([
    ['editor.json', json({ schemas: [[]], basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] } })],
    ['data.json', json({})],
  ]);

const blankHtml = () =>
  new Map([
    [
      'template.html',
      encode(
        '<!doctype html>\n<html lang="en">\n<head>\n  <meta charset="utf-8">\n  <title>{{ title }}</title>\n</head>\n' +
          '<body>\n  <h1>{{ title }}</h1>\n  <p>Dear {{ recipient.name }},</p>\n</body>\n</html>\n',
      ),
    ],
    ['styles.css', encode('body {\n  font-family: sans-serif;\n  line-height: 1.5;\n}\n')],
    ['data.json', json({ title: 'A first document', recipient: { name: 'Ada' } })],
    ['template.json', json({ format: 'A4' })],
  ]);

const blankMarkdown = () =>
  new Map([
    ['template.md', encode('---\ntitle: A first document\nlang: en\n---\n\nDear {{ recipient.name }},\n')],
    ['data.json', json({ recipient: { name: 'Ada' } })],
    ['template.json', json({ format: 'A4' })],
  ]);

/** Resolves to { name, files }, or to undefined. */
export async function askForNewTemplate() {
  const examples = await listExamples();
  const { promise, resolve } = Promise.withResolvers();
  const name = nameField();
  const start = element(
    'select',
    { name: 'start' },
    element('option', { value: 'design' }, 'An empty page to design'),
    element('option', { value: 'html' }, 'HTML with Twig'),
    element('option', { value: 'markdown' }, 'Markdown with Twig'),
    element('option', { value: 'pdfme' }, 'A pdfme template (JSON file)'),
    ...examples.map((each) =>
      element('option', { value: `example ${each.name}` }, `Example: ${each.name} (${each.type})`),
    ),
  );
  const file = element('input', { name: 'file', type: 'file', accept: '.json,application/json' });
  const fileLabel = element('label', { hidden: true }, 'File', file);
  const failure = element('p', { className: 'error', hidden: true });
  const cancel = element('button', { type: 'button' }, 'Cancel');
  const form = element(
    'form',
    { className: 'choice' },
    element('h2', { className: 'dialog-title' }, 'New template'),
    element('label', {}, 'Name', name),
    element('label', {}, 'Start from', start),
    fileLabel,
    failure,
    element('div', { className: 'actions' }, cancel, element('button', { className: 'primary' }, 'Create')),
  );
  failure.role = 'alert';
  const dialog = element('dialog', { id: 'new-dialog' }, form);
  start.addEventListener('change', () => {
    fileLabel.hidden = start.value !== 'pdfme';
    file.required = start.value === 'pdfme';
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const wanted = name.value.trim();
      // The name is checked before any work is done.
      await assertFree(wanted);
      const made = { name: wanted, files: await filesFor(start.value, file.files[0]) };
      closeDialog(dialog);
      resolve(made);
    } catch (error) {
      failure.textContent = error.message;
      failure.hidden = false;
    }
  });
  cancel.addEventListener('click', () => closeDialog(dialog));
  showDialog(dialog, () => resolve(undefined));
  return await promise;
}

async function filesFor(start, file) {
  if (start === 'design') return blankDesign();
  if (start === 'html') return blankHtml();
  if (start === 'markdown') return blankMarkdown();
  if (start === 'pdfme') return await importPdfme(await file.text());
  const { files } = await getExample(start.replace(/^example /, ''));
  const found = decodeFiles(files);
  const manifest = found.get('template.json');
  if (manifest) {
    // The user chooses the name, so the example's own is dropped.
    const { name: _, ...settings } = JSON.parse(new TextDecoder().decode(manifest));
    found.set('template.json', json(settings));
  }
  return found;
}
