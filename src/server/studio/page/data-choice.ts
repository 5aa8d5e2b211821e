/** Which data the preview is filled with: `data.json`, a file of `cases`, or JSON that was pasted. It survives a reload. */
import { JsonSyntaxError, parseJson } from '#contract/parse-json';
import { isCaseFile } from '#contract/templates';
import { at, element } from '#studio/page/element';
import type { PageFiles } from '#studio/page/files';
import { askInDialog } from './ask.ts';
import type { ShownFinding } from './findings.ts';

export interface DataChoice {
  /** Begins with what was chosen for this template before. `id` is undefined for one that is not on the server. */
  open(id: number | undefined): void;
  /** Keeps what is chosen for a template that has got its id. */
  keep(id: number): void;
  /** Offers the cases among the files. */
  offer(files: PageFiles): void;
  /** Returns the files with the chosen data as their `data.json`. */
  fill(files: PageFiles): PageFiles;
  /** Returns a finding with the file that its place is in. */
  locate<Finding extends Partial<ShownFinding>>(finding: Finding): Finding;
}

const sample = 'data.json';
const pasted = 'pasted';

/** Whether a file holds data of a template. */
export const isDataFile = (path: string): boolean => path === sample || isCaseFile(path);

interface Chosen {
  readonly source: string;
  /** What was pasted last. */
  readonly text?: string | undefined;
}

const nothingChosen: Chosen = { source: sample };

/** `textOf` returns the text of a file, and `onChange` is called when other data is chosen. */
export function startDataChoice(
  textOf: (path: string) => string | undefined,
  onChange: () => void,
): DataChoice {
  const select = at('data-source', HTMLSelectElement);
  const editButton = at('edit-pasted', HTMLButtonElement);
  let template: number | undefined;
  let chosen = nothingChosen;
  let cases: readonly string[] = [];

  const source = () => (isCaseFile(chosen.source) && !cases.includes(chosen.source) ? sample : chosen.source);

  function draw() {
    const options = [
      ['Sample data', sample],
      ...cases.map((path) => [path.slice('cases/'.length, -'.json'.length), path]),
      ['Pasted…', pasted],
    ];
    select.replaceChildren(...options.map(([name = '', value = '']) => element('option', { value }, name)));
    select.value = source();
    editButton.hidden = source() !== pasted;
  }

  function choose(next: Chosen) {
    chosen = next;
    draw();
    if (template !== undefined) remember(template, chosen);
    onChange();
  }

  async function paste() {
    const text = await askForData(chosen.text ?? textOf(sample) ?? '{}');
    if (text === undefined) draw();
    else choose({ source: pasted, text });
  }

  select.addEventListener('change', () => {
    if (select.value === pasted) paste();
    else choose({ ...chosen, source: select.value });
  });
  editButton.addEventListener('click', paste);

  return {
    open(id) {
      template = id;
      chosen = id === undefined ? nothingChosen : recall(id);
    },
    keep(id) {
      if (template === undefined) remember(id, chosen);
      template = id;
    },
    offer(files) {
      cases = [...files.keys()].filter(isCaseFile).sort();
      draw();
    },
    fill(files) {
      const from = source();
      if (from === sample) return files;
      const bytes = from === pasted ? new TextEncoder().encode(chosen.text) : files.get(from);
      return bytes ? new Map([...files, [sample, bytes]]) : files;
    },
    locate(finding) {
      const from = source();
      if (finding.file !== sample || from === sample) return finding;
      return { ...finding, file: from === pasted ? 'pasted data' : from };
    },
  };
}

const keyOf = (template: number | ''): string => `pdfapi-studio-data-${template}`;

function remember(template: number, chosen: Chosen): void {
  try {
    sessionStorage.setItem(keyOf(template), JSON.stringify(chosen));
  } catch {
    // The browser stores no more: the choice lasts until the page is left.
  }
}

/** Forgets what was chosen and pasted for all templates: another person may sign in next. */
export function forgetChosenData(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(keyOf(''))) sessionStorage.removeItem(key);
}

function recall(template: number): Chosen {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(template)) ?? '') as Chosen;
  } catch {
    return nothingChosen;
  }
}

/** Resolves to the text of a JSON object, or to undefined if the dialog was closed. */
async function askForData(text: string): Promise<string | undefined> {
  const area = element('textarea', { value: text, rows: 14, spellcheck: false, autofocus: true });
  const answer = askInDialog({
    look: { id: 'data-dialog' },
    title: 'Data of the preview',
    children: [
      element('p', {}, 'JSON, only for the preview in this tab. It is not saved with the template.'),
      element('label', {}, 'JSON', area),
    ],
    action: 'Use it',
    async onSubmit() {
      const value = parsePasted(area.value);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new Error('The data must be a JSON object: { … }.');
      }
      return area.value;
    },
  });
  // What is pasted replaces it.
  area.select();
  return await answer;
}

function parsePasted(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new Error(`Line ${error.line}, column ${error.column}: this is not valid JSON: ${error.detail}.`);
  }
}
