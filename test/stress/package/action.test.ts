/** Runs the GitHub Action on workspaces with good and bad templates. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPdf } from '../../support/read-pdf.ts';
import { bin, root } from '../../support/run.ts';
import { type Action, type ActionRun, createWorkspace, runAction } from './github-runner.ts';

const { version: packageVersion } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const action: Action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const parent = realpathSync(mkdtempSync(join(tmpdir(), 'pdfapi-action-')));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const good = '<h1>Hello {{ name }}</h1>';
const data = '{ "name": "Ada" }';
const schema = '{ "type": "object", "properties": { "name": { "type": "string" } } }';

/** A workspace in which pdfapi is installed. */
function workspaceWith(files: Readonly<Record<string, string>>): string {
  const workspace = createWorkspace(parent, files);
  mkdirSync(join(workspace, 'node_modules'), { recursive: true });
  symlinkSync(root, join(workspace, 'node_modules/pdfapi'), 'junction');
  return workspace;
}

const run = (files: Readonly<Record<string, string>>, inputs: Readonly<Record<string, string>> = {}) =>
  runAction(root, action, { workspace: workspaceWith(files), inputs });

const listPdfs = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .sort();

const mixed = {
  'templates/hello/template.html': good,
  'templates/hello/data.json': data,
  'templates/wide table, A3/template.html': `${good}\n<p>{{ wher }}</p>`,
  'templates/wide table, A3/data.json': data,
  'templates/wide table, A3/template.json': '{ "format": "A3" }',
  'templates/broken/template.html': '<h1>Broken</h1>\n<p>\n  {{ name | nofilter }}\n</p>',
  'templates/broken/data.json': data,
  // Parts of templates, and installed packages, are no templates.
  'templates/hello/partials/template.html': '<p></p>',
  'node_modules/other/template.html': '{% broken %}',
};

describe('a workspace with a broken template', () => {
  let ran: ActionRun;
  beforeAll(async () => {
    ran = await run(mixed);
  });

  it('gets an annotation on the line of the error', async () => {
    const { commands } = ran;
    expect(commands.filter(({ name }) => name === 'error')).toEqual([
      {
        name: 'error',
        properties: {
          file: 'templates/broken/template.html',
          line: '3',
          col: '13',
          title: 'pdfapi invalid_template',
        },
        message: expect.stringContaining('nofilter'),
      },
    ]);
  });

  it('gets a warning in a folder whose name has a space and a comma', async () => {
    const { commands } = ran;
    expect(commands.filter(({ name }) => name !== 'error')).toEqual([
      {
        name: 'warning',
        properties: { file: 'templates/wide table, A3/template.html', line: '2', title: 'pdfapi' },
        message: expect.stringContaining('wher'),
      },
    ]);
  });

  it('gets the PDFs of the others', async () => {
    const { outputs, used } = ran;
    const pdfs = outputs.pdfs ?? '';
    expect(listPdfs(pdfs)).toEqual(['templates/hello.pdf', 'templates/wide table, A3.pdf']);
    const { pages } = await readPdf(readFileSync(join(pdfs, 'templates/hello.pdf')));
    expect(pages.join()).toContain('Hello Ada');
    expect(used['actions/upload-artifact@v4']).toMatchObject({ name: 'pdfs', path: pdfs });
  });

  it('fails, at last', async () => {
    const { failed, outputs, steps } = ran;
    expect(failed).toBe(true);
    expect(outputs.failed).toBe('1');
    expect(steps.slice(-2)).toEqual(['Upload the PDFs', 'Fail if a template failed']);
    expect(steps).not.toContain('Install pdfapi');
    expect(steps).not.toContain('Set up Node.js');
  });

  it('gets a summary', async () => {
    const { summary } = ran;
    const rows = summary.split('\n').filter((line) => line.startsWith('|'));
    const cells = rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    expect(cells).toEqual([
      ['template', 'result', 'pages', 'size'],
      ['---', '---', '---:', '---:'],
      ['templates/broken', '❌ 1 error', '', ''],
      ['templates/hello', '✅ ok', '1', expect.stringMatching(/^\d+ kB$/)],
      ['templates/wide table&#44; A3', '✅ ok, 1 warning', '1', expect.stringMatching(/^\d+ kB$/)],
    ]);
  });
});

it('good templates pass; globs, a folder for the PDFs and no upload', async () => {
  const files = { ...mixed, 'docs/readme.txt': '', 'app/templates/a b/template.html': '<p>App</p>' };
  const workspace = workspaceWith(files);
  const inputs = {
    templates: 'templates/h*\n\n  ./templates/a b/  \ntemplates/*b',
    output: 'out/pdfs',
    upload: '',
    'working-directory': 'app',
  };
  const templates = join(workspace, 'app/templates/hello');
  mkdirSync(templates);
  writeFileSync(join(templates, 'template.html'), '<p>Hello</p>');
  const { failed, outputs, used, log } = await runAction(root, action, { workspace, inputs });
  expect(log).not.toContain('::error');
  expect(failed).toBe(false);
  expect(outputs).toEqual({ pdfs: join(workspace, 'app/out/pdfs'), failed: '0', differences: '' });
  expect(listPdfs(join(workspace, 'app/out/pdfs'))).toEqual(['templates/a b.pdf', 'templates/hello.pdf']);
  expect(used).toEqual({});
});

it('with test, a document that differs is annotated, and the summary leads to its pages', async () => {
  const files = {
    'a/template.html': '<!doctype html><title>A</title><hr>',
    'b/template.html': good,
    'b/data.json': data,
  };
  const workspace = workspaceWith(files);
  const golden = await execa(process.execPath, [bin, 'test', 'a', 'b', '--update', '--yes'], {
    cwd: workspace,
  });
  expect(golden.exitCode).toBe(0);
  writeFileSync(
    join(workspace, 'a/template.html'),
    '<!doctype html><title>\n::error::forged</title><hr><hr>',
  );
  const outputsOfActions = { 'artifact-url': 'https://example.test/artifacts/1' };
  const inputs = { test: 'true' };
  const ran = await runAction(root, action, { workspace, inputs, outputsOfActions });
  expect(ran.failed, ran.log).toBe(true);
  expect(ran.outputs).toMatchObject({ failed: '0', differences: '1' });
  expect(ran.commands.filter(({ name }) => name === 'error')).toEqual([
    {
      name: 'error',
      properties: { file: 'a/golden/data.pdf', title: 'pdfapi test: different' },
      message: expect.stringMatching(/^\.\/a\/data\nmetadata: Title: .*\npage 1: pixels: /),
    },
  ]);
  const report = ran.used['Upload the report'];
  expect(report).toMatchObject({ name: 'pdfapi-test' });
  expect(readFileSync(report?.path ?? '', 'utf8')).toContain('data:image/png;base64,');
  expect(ran.summary).toContain('| ./a/data | ❌ different | 1 | metadata, pixels &#40;page 1&#41; |');
  expect(ran.summary).toContain(
    '[The pages before and after](https://example.test/artifacts/1): `report.html` in the artifact `pdfapi-test`',
  );
  expect(ran.steps.at(-1)).toBe('Fail if a document differs');

  const passing = await runAction(root, action, { workspace, inputs: { test: 'true', templates: 'b' } });
  expect(passing.failed, passing.log).toBe(false);
  expect(passing.outputs.differences).toBe('0');
  expect(passing.steps).not.toContain('Upload the report');
});

it('with strict, an undefined variable is an error on its line', async () => {
  const { failed, commands, outputs } = await run(
    { 'a/template.html': '<p>{{ nothing }}</p>' },
    { templates: './a', strict: 'true' },
  );
  expect(failed).toBe(true);
  expect(outputs.failed).toBe('1');
  expect(commands.filter(({ name }) => name === 'error')).toMatchObject([
    { properties: { file: 'a/template.html', line: '1', col: '7' } },
  ]);
});

it('data that does not match the schema is an error with every field', async () => {
  const { commands } = await run({
    'a/template.html': good,
    'a/data.json': '{\n "name": 7 }',
    'a/schema.json': schema,
  });
  expect(commands).toMatchObject([
    { name: 'error', properties: { file: 'a/data.json' }, message: expect.stringMatching(/\nname must be /) },
  ]);
});

it('text of a template and of a file name cannot forge an annotation', async () => {
  const forged =
    '\n::error file=forged.html::forged 100%0A::error::\r::set-output name=pdfs::x ##[error]forged';
  const folder = 'a\n::error::forged ##[error]forged,title=x';
  const { commands, summary, log } = await run({
    [`${folder}/template.html`]: `{{ name | "${forged}" }}`,
    'b/template.html':
      '<p>{{ x }}</p><script>console.error("\\n::error::forged"); throw Error("\\n::error::forged")</script>',
    '| b <img src=x> [x](http:) | `c` |/template.html': '<p></p>',
  });
  expect(log).toContain('forged');
  expect(commands.filter(({ name }) => name === 'error')).toMatchObject([
    {
      properties: { file: `${folder}/template.html`, line: '1', title: 'pdfapi invalid_template' },
      message: expect.stringContaining('forged 100%0A'),
    },
  ]);
  for (const { name, properties } of commands) {
    expect(name).toMatch(/^(?:error|warning)$/);
    expect(properties.file).toMatch(/template\.html$/);
  }
  const rows = summary.split('\n').filter(Boolean);
  expect(rows).toHaveLength(2 + 2 + 2);
  expect(summary).not.toMatch(/[<>[\]`]/);
  for (const row of rows.slice(1)) expect(row.split('|')).toHaveLength(6);
});

it.each([
  [{ templates: 'nothing/*' }, 'templates: there is no template nothing/*.'],
  [{ strict: 'yes' }, 'strict must be true or false, not yes.'],
  [{ 'working-directory': 'missing' }, 'working-directory: there is no folder missing.'],
  [{ templates: './node_modules' }, 'is not a template'],
])('an input that is wrong is named: %j', async (inputs, message) => {
  const { failed, commands } = await run({ 'a/template.html': good }, inputs);
  expect(failed).toBe(true);
  expect(commands).toMatchObject([{ name: 'error', message: expect.stringContaining(message) }]);
});

it.each([
  ['', `pdfapi@${packageVersion}`],
  ['1.2.3', 'pdfapi@1.2.3'],
  ['./vendor/pdfapi', '<workspace>/vendor/pdfapi'],
  ['pdfapi-0.2.0.tgz', '<workspace>/pdfapi-0.2.0.tgz'],
  ['github:owner/pdfapi#v1', 'github:owner/pdfapi#v1'],
])('version %j installs %s outside the workspace', async (version, installed) => {
  const workspace = createWorkspace(parent, { 'a/template.html': good });
  // An npm that only prints what it was given.
  const tools = createWorkspace(parent, { 'npm.sh': 'printf "given: %s\\n" "$@"\n' });
  const steps = action.runs.steps.map((step) =>
    step.name === 'Install pdfapi' ? { ...step, run: `npm() { . '${tools}/npm.sh'; }\n${step.run}` } : step,
  );
  const { log, commands } = await runAction(
    root,
    { ...action, runs: { ...action.runs, steps } },
    {
      workspace,
      inputs: { version },
    },
  );
  const given = [...log.matchAll(/^given: (.*)$/gm)].map(([, argument]) => argument);
  expect(given.slice(-2)).toEqual(['--', installed.replace('<workspace>', workspace)]);
  expect(given[given.indexOf('--prefix') + 1]).toMatch(/runner-\w+\/pdfapi-\w+$/);
  expect(commands).toMatchObject([
    { name: 'error', message: expect.stringContaining('There is no pdfapi in') },
  ]);
  expect(readdirSync(workspace)).toEqual(['a']);
});

it('an old node is replaced by one that pdfapi runs with', async () => {
  const steps = action.runs.steps.map((step) =>
    step.id === 'node' ? { ...step, run: `node() { return 1; }\n${step.run}` } : step,
  );
  const workspace = workspaceWith({ 'a/template.html': good });
  const { used } = await runAction(root, { ...action, runs: { ...action.runs, steps } }, { workspace });
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = Number(used['actions/setup-node@v4']?.['node-version']);
  expect(version).toBeGreaterThan(Number.parseFloat(engines.node.replace('>=', '')));
});

describe('action.yml', () => {
  const { steps } = action.runs;

  it('gives inputs to scripts as variables only', () => {
    const scripts = steps.filter(({ run: script }) => script !== undefined);
    expect(scripts.length).toBeGreaterThan(3);
    for (const { run: script, shell } of scripts) {
      expect(script).not.toContain('${{');
      expect(shell).toBe('bash');
    }
  });

  it('uses every input, and its scripts exist', () => {
    const text = readFileSync(join(root, 'action.yml'), 'utf8');
    for (const name of Object.keys(action.inputs)) expect(text).toMatch(new RegExp(`inputs\\.${name}\\b`));
    const scripts = [...text.matchAll(/\$GITHUB_ACTION_PATH\/([\w./-]+)/g)].map(([, path = '']) => path);
    expect(scripts.length).toBeGreaterThan(2);
    for (const path of scripts) expect(existsSync(join(root, path))).toBe(true);
  });

  it('has the inputs, defaults and outputs of docs/github-action.md', () => {
    const text = readFileSync(join(root, 'docs/github-action.md'), 'utf8');
    const rowsOf = (heading: string) =>
      (text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
        .split('\n')
        .filter((line) => line.startsWith('| `'))
        .map((line) =>
          line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
        );
    expect(rowsOf('Inputs').map(([name, standard]) => [name, standard])).toEqual(
      Object.entries(action.inputs).map(([name, input]) => [name, input.default]),
    );
    expect(rowsOf('Outputs').map(([name]) => name)).toEqual(Object.keys(action.outputs));
  });
});
