/** Asks for the name of a new template and its starting point. */
import { element } from '#studio/page/element';
import { jsonFile, type PageFiles, textFile, unpackFiles } from '#studio/page/files';
import { readPdf } from '#studio/page/read-pdf';
import { askInDialog } from './ask.ts';
import { assertFree, nameField } from './ask-for-name.ts';
import { server } from './server.ts';

/** A template that was started in this page and is not on the server yet. */
export interface BegunTemplate {
  readonly name: string;
  readonly files: PageFiles;
}

const blankDesign = (): PageFiles =>
  new Map([
    [
      'editor.json',
      jsonFile({ schemas: [[]], basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] } }),
    ],
    ['data.json', jsonFile({})],
  ]);

const blankHtml = (): PageFiles =>
  new Map([
    [
      'template.html',
      textFile(
        '<!doctype html>\n<html lang="en">\n<head>\n  <meta charset="utf-8">\n  <title>{{ title }}</title>\n</head>\n' +
          '<body>\n  <h1>{{ title }}</h1>\n  <p>Dear {{ recipient.name }},</p>\n</body>\n</html>\n',
      ),
    ],
    ['styles.css', textFile('body {\n  font-family: sans-serif;\n  line-height: 1.5;\n}\n')],
    ['data.json', jsonFile({ title: 'A first document', recipient: { name: 'Ada' } })],
    ['template.json', jsonFile({ format: 'A4' })],
  ]);

const blankMarkdown = (): PageFiles =>
  new Map([
    ['template.md', textFile('---\ntitle: A first document\nlang: en\n---\n\nDear {{ recipient.name }},\n')],
    ['data.json', jsonFile({ recipient: { name: 'Ada' } })],
    ['template.json', jsonFile({ format: 'A4' })],
  ]);

/** Resolves to undefined if none is wanted. */
export async function askForNewTemplate(): Promise<BegunTemplate | undefined> {
  const examples = await server.listExamples();
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
  start.addEventListener('change', () => {
    fileLabel.hidden = start.value !== 'pdfme';
    file.required = start.value === 'pdfme';
  });
  return await askInDialog({
    look: { id: 'new-dialog' },
    title: 'New template',
    children: [element('label', {}, 'Name', name), element('label', {}, 'Start from', start), fileLabel],
    action: 'Create',
    async onSubmit() {
      const wanted = name.value.trim();
      // The name is checked before any work is done.
      await assertFree(wanted);
      return { name: wanted, files: await filesFor(start.value, file.files?.[0]) };
    },
  });
}

async function filesFor(start: string, file: File | undefined): Promise<PageFiles> {
  if (start === 'design') return blankDesign();
  if (start === 'html') return blankHtml();
  if (start === 'markdown') return blankMarkdown();
  if (start === 'pdfme') return await importPdfme((await file?.text()) ?? '');
  const { files } = await server.getExample(start.replace(/^example /, ''));
  const found = unpackFiles(files);
  const manifest = found.get('template.json');
  if (manifest) {
    // The user chooses the name, so the example's own is dropped.
    const { name: _, ...settings } = JSON.parse(new TextDecoder().decode(manifest));
    found.set('template.json', jsonFile(settings));
  }
  return found;
}

/** Converts a template saved by pdfme's own Designer. Throws an `Error` if the text is not a pdfme template. */
async function importPdfme(text: string): Promise<PageFiles> {
  const { fromPdfme } = await import('#studio/page/designer');
  const { design, data, basePdf } = fromPdfme(text);
  const files = new Map([['data.json', jsonFile(data)]]);
  if (basePdf) files.set('base.pdf', new Uint8Array(basePdf));
  const page = basePdf ? { basePdf: { ...(await firstPage(basePdf)), padding: [0, 0, 0, 0] } } : {};
  files.set('editor.json', jsonFile({ ...design, ...page }));
  return files;
}

/** Returns the page size in millimetres. */
const firstPage = (bytes: Uint8Array) =>
  readPdf(bytes, async (pdf) => {
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    const millimetres = (points: number) => Math.round((points / 72) * 2540) / 100;
    return { width: millimetres(width), height: millimetres(height) };
  });
