/**
 * Checks and renders the templates of a workspace with their sample data: errors become annotations, and the summary of
 * the job gets a table. Ends with 1 if a template has an error, after all of them were rendered.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { addToSummary, annotate, printVerbatim, setOutput } from './workflow-commands.mjs';

const { PDFAPI = '', TEMPLATES = '', OUTPUT = '', OPTIONS = '', STRICT = '', GITHUB_WORKSPACE } = process.env;
const workspace = GITHUB_WORKSPACE ?? process.cwd();
const output = resolve(OUTPUT || 'pdf');

const lines = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const isTemplate = (folder) =>
  ['template.html', 'editor.json'].some((name) => existsSync(join(folder, name)));

/** Files that annotations name are relative to the workspace. */
const inWorkspace = (file) =>
  file === undefined ? undefined : relative(workspace, resolve(file)).replaceAll(sep, '/');

const templates = findTemplates();
const { rows, rendered, failed } = templates.length > 0 ? renderAll() : reportNone();
addToSummary(['| Template | Result | Pages | Size |', '| --- | --- | ---: | ---: |', ...rows].join('\n'));
setOutput('pdfs', output);
setOutput('rendered', rendered);
setOutput('failed', failed);
process.exitCode = failed > 0 || templates.length === 0 ? 1 : 0;

function findTemplates() {
  const patterns = lines(TEMPLATES);
  if (patterns.length === 0) return walk('.');
  return patterns.flatMap((pattern) => {
    // A folder may be named with the characters of a pattern. A pattern also matches files and other folders.
    if (existsSync(pattern)) return [pattern];
    const found = globSync(pattern, { exclude: (name) => name === 'node_modules' }).filter(isTemplate);
    if (found.length === 0)
      annotate('warning', { title: 'pdfapi' }, `${pattern} matches no template folder.`);
    return found.sort();
  });
}

/** Returns the template folders below a folder. */
function walk(folder) {
  if (isTemplate(folder)) return [folder];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name))
    .sort()
    .flatMap(walk);
}

function reportNone() {
  annotate('error', { title: 'pdfapi' }, 'There is no template: set the input templates.');
  return { rows: [], rendered: 0, failed: 0 };
}

function renderAll() {
  mkdirSync(output, { recursive: true });
  const { templates: checked } = run(['templates', 'check', '--json', '--', ...templates]).result;
  const rows = [];
  let failed = 0;
  for (const [index, folder] of templates.entries()) {
    const name = relative('.', folder).replaceAll(sep, '/') || '.';
    const { errors, warnings } = checked[index];
    for (const warning of warnings) annotate('warning', { file: inWorkspace(folder), title: name }, warning);
    const result = errors.length > 0 ? undefined : render(folder, name, errors);
    for (const error of errors) annotateError(error, name);
    if (errors.length > 0) failed++;
    const cells = result
      ? ['rendered', result.pages, `${Math.ceil(result.bytes / 1000)} KB`]
      : [`**${errors[0]?.code}**`, '', ''];
    rows.push(`| ${[escapeCell(name), ...cells].join(' | ')} |`);
  }
  return { rows, rendered: rows.length - failed, failed };
}

/** Returns the result of a render; its error is added to `errors`. */
function render(folder, name, errors) {
  const file = `${name === '.' ? 'template' : name.replaceAll('/', '-')}.pdf`;
  const target = join(output, file);
  rmSync(target, { force: true });
  const strict = STRICT === 'true' ? ['--strict'] : [];
  // A path, because a word alone can be the name of a template on a server.
  const path = resolve(folder);
  const { result, error } = run([
    'generate',
    path,
    '--local',
    '-o',
    target,
    '--json',
    ...strict,
    ...lines(OPTIONS),
  ]);
  if (error) errors.push(error);
  for (const warning of result?.warnings ?? []) {
    annotate('warning', { file: inWorkspace(folder), title: name }, warning.message ?? warning);
  }
  return error ? undefined : result;
}

function annotateError({ code, message, hint, file, line, column }, name) {
  const place = { file: inWorkspace(file), line, col: column };
  annotate('error', { ...place, title: `${name}: ${code}` }, hint ? `${message}\n${hint}` : message);
}

/** Runs pdfapi. `result` is what it printed as JSON, and `error` the error of a failure. */
function run(args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [PDFAPI, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result = parse(stdout);
  const error = status === 0 ? undefined : parse(stderr.trim().split('\n').at(-1) ?? '')?.error;
  if (status !== 0 && error === undefined && result === undefined) {
    printVerbatim(stderr);
    throw new Error(`pdfapi ${args[0]} ended with ${status}.`);
  }
  return { result, error };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function escapeCell(text) {
  return text.replace(/[\\|`*_<>[\]]/g, '\\$&');
}
