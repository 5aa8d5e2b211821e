/** Runs the steps of action.yml as GitHub does, in a workspace with good and bad templates. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPdf } from '../../support/read-pdf.ts';

interface Step {
  readonly id?: string;
  readonly name: string;
  readonly run?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const root = resolve(import.meta.dirname, '../../..');
const action: Action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-action-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A workspace with these files in which `npm install` has installed pdfapi. */
function workspaceWith(files: Readonly<Record<string, string>>): string {
  const workspace = mkdtempSync(join(folder, 'workspace-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), text);
  }
  mkdirSync(join(workspace, 'node_modules'));
  symlinkSync(root, join(workspace, 'node_modules/pdfapi'), 'junction');
  return workspace;
}

/** Runs the steps with a script, and stops at the first that fails. */
async function runAction(workspace: string, given: Readonly<Record<string, string>> = {}) {
  const place = mkdtempSync(join(folder, 'runner-'));
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default]),
  );
  const outputs: Record<string, Record<string, string>> = {};
  const resolveText = (text: string) =>
    text.replace(/\$\{\{ (?:inputs\.([\w-]+)|steps\.(\w+)\.outputs\.(\w+)) \}\}/g, (_, input, step, name) =>
      input === undefined ? (outputs[step]?.[name] ?? '') : (inputs[input] ?? ''),
    );
  // The runner's machine is not ours to change.
  const programs = join(place, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'sudo'), '#!/bin/sh\n', { mode: 0o755 });
  symlinkSync(process.execPath, join(programs, 'node'));

  let stdout = '';
  let exitCode: number | undefined = 0;
  const summary = join(place, 'summary');
  writeFileSync(summary, '');
  for (const { id = '', run, shell, env = {}, ...step } of action.runs.steps) {
    if (run === undefined || exitCode !== 0) continue;
    expect(shell).toBe('bash');
    const output = join(place, `output-${id}`);
    writeFileSync(output, '');
    const script = join(place, 'script.sh');
    writeFileSync(script, run);
    const done = await execa('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: resolve(workspace, resolveText(step['working-directory'] ?? '.')),
      reject: false,
      env: {
        PATH: `${programs}${delimiter}${process.env.PATH}`,
        GITHUB_ACTION_PATH: root,
        GITHUB_WORKSPACE: workspace,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        RUNNER_TEMP: place,
        PDFAPI_CONFIG_DIR: join(place, 'no-profile'),
        ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, resolveText(value)])),
      },
    });
    stdout += `${done.stdout}\n`;
    exitCode = done.exitCode;
    const written = readFileSync(output, 'utf8').matchAll(/^(\w+)<<(.+)\n([\s\S]*?)\n\2$/gm);
    outputs[id] = Object.fromEntries([...written].map(([, name, , value]) => [name, value ?? '']));
  }
  const annotations = stdout.split('\n').filter((line) => /^::(?:error|warning)/.test(line));
  const results = Object.fromEntries(
    Object.entries(action.outputs).map(([name, { value }]) => [name, resolveText(value)]),
  );
  return { annotations, exitCode, outputs: results, summary: readFileSync(summary, 'utf8'), stdout };
}

const good = { 'template.html': '<h1>Dear {{ name }}</h1>', 'data.json': '{ "name": "Ada" }' };
const template = (path: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${path}/${name}`, text]));

describe('the action', () => {
  it('renders the good templates of a workspace, annotates the bad one, and fails', async () => {
    const workspace = workspaceWith({
      ...template('letters/welcome', good),
      ...template('letters/two, with a space', good),
      ...template('letters/broken', { 'template.html': '<h1>\n{{ name | nope }}</h1>' }),
    });
    cpSync(join(root, 'templates-examples/editor-form'), join(workspace, 'form'), { recursive: true });
    const { annotations, exitCode, outputs, summary } = await runAction(workspace);

    expect(exitCode).toBe(1);
    const errors = annotations.filter((line) => line.startsWith('::error'));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(
      /^::error file=letters\/broken\/template\.html,line=2,col=\d+,title=letters\/broken%3A invalid_template::Unknown filter "nope"\./,
    );
    expect(outputs).toEqual({ pdfs: join(workspace, 'pdf'), rendered: '3', failed: '1' });
    expect(readdirSync(join(workspace, 'pdf')).sort()).toEqual([
      'form.pdf',
      'letters-two, with a space.pdf',
      'letters-welcome.pdf',
    ]);
    const { pages } = await readPdf(readFileSync(join(workspace, 'pdf/letters-welcome.pdf')));
    expect(pages.join()).toContain('Dear Ada');
    expect(summary).toMatch(/^\| letters\/welcome \| rendered \| 1 \| \d+ KB \|$/m);
    expect(summary).toMatch(/^\| letters\/broken \| \*\*invalid_template\*\* \|/m);
  });

  it('takes patterns, options and a working directory', async () => {
    const workspace = workspaceWith({
      ...template('docs/mail/a', good),
      ...template('docs/mail/b', { 'template.html': '{{ name }}{{ missing }}', 'data.json': '{"name": 1}' }),
      ...template('docs/other', good),
    });
    const inputs = {
      'working-directory': 'docs',
      templates: 'mail/*',
      output: '../printed',
      options: '--format\nA6',
      // The workspace's pdfapi is not in this folder.
      version: '',
    };
    mkdirSync(join(workspace, 'docs/node_modules'));
    symlinkSync(root, join(workspace, 'docs/node_modules/pdfapi'), 'junction');
    const { exitCode, annotations, outputs } = await runAction(workspace, { ...inputs, strict: 'true' });
    expect(exitCode).toBe(1);
    expect(annotations.join('\n')).toMatch(/::error file=docs\/mail\/b.*missing/);
    expect(outputs).toMatchObject({ rendered: '1', failed: '1' });
    expect(readdirSync(join(workspace, 'printed'))).toEqual(['mail-a.pdf']);
    const lenient = await runAction(workspace, inputs);
    expect(lenient).toMatchObject({ exitCode: 0, outputs: { rendered: '2', failed: '0' } });
  });

  it('fails if there is no template', async () => {
    const { exitCode, annotations } = await runAction(workspaceWith({}));
    expect(exitCode).toBe(1);
    expect(annotations).toEqual(['::error title=pdfapi::There is no template: set the input templates.']);
  });

  it('runs nothing and annotates nothing that a template or an input says', async () => {
    const forged = '%0A::error::forged\n::error::forged';
    const workspace = workspaceWith({
      ...template('a', { 'template.html': `{{ include("${forged}") }}` }),
      ...template('$(touch ran)', good),
    });
    const inputs = { templates: '*\n$(touch ran)\n`touch ran`', options: '--lang\n$(touch ran)' };
    const { annotations, stdout } = await runAction(workspace, inputs);
    expect(annotations.length).toBeGreaterThan(0);
    expect(stdout).not.toMatch(/^::error::forged/m);
    expect(existsSync(join(workspace, 'ran'))).toBe(false);
  });
});

it('no script contains an expression, whose text would be run', () => {
  for (const { name, run } of action.runs.steps) expect(run ?? '', name).not.toContain('${{');
});

it('every input and output is described, and each of them is in the guide', () => {
  const guide = readFileSync(join(root, 'docs/github-action.md'), 'utf8');
  const named = (heading: string) =>
    [...(guide.split(`## ${heading}`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `([\w-]+)`/gm)].map(
      ([, name]) => name,
    );
  expect(named('Inputs')).toEqual(Object.keys(action.inputs));
  expect(named('Outputs')).toEqual(Object.keys(action.outputs));
  for (const { description } of Object.values(action.inputs)) expect(description).toMatch(/\.$/);
});
