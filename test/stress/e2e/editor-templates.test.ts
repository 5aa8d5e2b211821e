/** Editor templates on the command line are created, checked, rendered, merged and stored like any other. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { root, run } from '../../support/run.ts';

const examples = join(root, 'templates-examples');

/** A folder with the templates `form` and `invoice` (editor) and `page` (html). */
function folder(): string {
  const cwd = temporaryFolder({ 'page/template.html': '<p>Hello page</p>' });
  for (const name of ['form', 'invoice']) {
    cpSync(join(examples, `editor-${name}`), join(cwd, name), { recursive: true });
  }
  return cwd;
}

it('creates a blank template that renders unchanged', async () => {
  const cwd = temporaryFolder({});
  expect(await run(['templates', 'new', 'mine', '--editor'], { cwd })).toMatchObject({ exitCode: 0 });
  expect(await run(['generate', 'mine', '--strict'], { cwd })).toMatchObject({ exitCode: 0 });
  const { pages } = await readPdf(readFileSync(join(cwd, 'mine.pdf')));
  expect(pages).toHaveLength(1);
  for (const word of ['A first document', 'Change data.json', '1 / 1']) expect(pages[0]).toContain(word);
  const both = await run(['templates', 'new', 'other', '--editor', '--from', 'letter'], { cwd });
  expect(both).toMatchObject({ exitCode: 2 });
});

it('renders without a browser', async () => {
  const env = { PDFAPI_BROWSER: '/no/such/browser' };
  expect(await run(['generate', 'form'], { cwd: folder(), env })).toMatchObject({ exitCode: 0 });
});

it('renders the same bytes for the same input with --reproducible', async () => {
  const cwd = folder();
  for (const name of ['a.pdf', 'b.pdf']) {
    const { exitCode, stderr } = await run(['generate', 'form', '--reproducible', '-o', name], { cwd });
    expect(exitCode, stderr).toBe(0);
  }
  expect(readFileSync(join(cwd, 'a.pdf')).equals(readFileSync(join(cwd, 'b.pdf')))).toBe(true);
});

it('rejects page settings, which belong in editor.json', async () => {
  const { exitCode, stderr } = await run(['generate', 'form', '--format', 'A5'], { cwd: folder() });
  expect(exitCode).toBe(5);
  expect(stderr).toContain('editor.json: format cannot be set for it');
});

it('points at the line of an error in a field', async () => {
  const cwd = folder();
  const file = join(cwd, 'form/editor.json');
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines.findIndex((each) => each.includes('member.email'));
  writeFileSync(
    file,
    lines
      .map((each, at) => (at === line ? each.replace('member.email', 'member.email|nope') : each))
      .join('\n'),
  );
  for (const command of [
    ['generate', 'form'],
    ['templates', 'check', 'form'],
  ]) {
    const { exitCode, stderr } = await run(command, { cwd });
    expect(exitCode).toBe(5);
    expect(stderr).toContain(`form/editor.json:${line + 1}:`);
    expect(stderr).toContain('nope');
  }
});

it('merges with HTML templates, in order', async () => {
  const cwd = folder();
  const { exitCode, stderr } = await run(['merge', 'page', 'form', 'page', '-o', 'all.pdf'], { cwd });
  expect(exitCode, stderr).toBe(0);
  const { pages } = await readPdf(readFileSync(join(cwd, 'all.pdf')));
  expect(pages).toEqual(['Hello page', expect.stringContaining('Katarzyna'), 'Hello page']);
});

it('creates a document for each row of a batch', async () => {
  const cwd = folder();
  const member = JSON.parse(readFileSync(join(cwd, 'form/data.json'), 'utf8'));
  const rows = ['M-1', 'M-2', 'M-3'].map((number) =>
    JSON.stringify({ ...member, remarks: `I am ${number}` }),
  );
  writeFileSync(join(cwd, 'rows.ndjson'), `${rows.join('\n')}\n`);
  mkdirSync(join(cwd, 'out'));
  const given = ['batch', './form', 'rows.ndjson', '-o', 'out/{{ remarks|slice(5) }}.pdf'];
  const { exitCode, stderr } = await run(given, { cwd });
  expect(exitCode, stderr).toBe(0);
  const { pages } = await readPdf(readFileSync(join(cwd, 'out/M-2.pdf')));
  expect(pages[0]).toContain('I am M-2');
});

it('stores an editor template with its type', async () => {
  const cwd = folder();
  const store = await openStore({ dataDirectory: join(cwd, 'data') });
  await store.teams.create({ name: 'default', plan: 'pro', verified: true });
  await store.close();
  const home = ['--data-dir', 'data'];
  const pushed = await run(['templates', 'push', 'form', 'page', '--publish', ...home], { cwd });
  expect(pushed.exitCode, pushed.stderr).toBe(0);
  const { stdout } = await run(['templates', 'list', '--json', ...home], { cwd });
  const listed = JSON.parse(stdout) as { name: string; type: string; has_base_pdf: boolean }[];
  const kinds = listed.map(({ name, type, has_base_pdf }) => [name, type, has_base_pdf]);
  expect(kinds.sort()).toEqual([
    ['editor-form', 'editor', true],
    ['page', 'html', false],
  ]);
});
