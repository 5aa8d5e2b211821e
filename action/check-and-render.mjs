/**
 * Checks all templates, renders those without errors with their sample data, annotates what is wrong, and writes the
 * summary of the job. Outputs `pdfs`, the folder with the PDFs, and `failed`, the number of templates that failed. They
 * do not fail this step, so that the PDFs of the others are uploaded.
 */
import { appendFileSync, mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { findTemplates, mainFile } from './find-templates.mjs';
import { findBin, runPdfapi, toPathArgument } from './run-pdfapi.mjs';
import {
  annotate,
  log,
  pathInWorkspace,
  runStep,
  StepError,
  setOutput,
  withSlashes,
  workingDirectory,
} from './workflow.mjs';

const { INPUT_TEMPLATES, INPUT_OUTPUT, INPUT_STRICT, PDFAPI_PACKAGE, RUNNER_TEMP, GITHUB_STEP_SUMMARY } =
  process.env;

runStep(() => {
  const strict = parseBoolean('strict', INPUT_STRICT);
  const bin = findBin(PDFAPI_PACKAGE);
  const folders = findTemplates(INPUT_TEMPLATES ?? '');
  const output = INPUT_OUTPUT
    ? resolve(workingDirectory, INPUT_OUTPUT)
    : mkdtempSync(join(RUNNER_TEMP || tmpdir(), 'pdfapi-pdfs-'));
  mkdirSync(output, { recursive: true });
  setOutput('pdfs', output);

  const checks = check(bin, folders);
  const names = namePdfs(folders);
  const results = folders.map((folder, index) => {
    const { errors, warnings } = checks[index];
    const file = join(output, names[index]);
    const rendered = errors.length > 0 ? { errors, warnings: [] } : render(bin, folder, file, strict);
    const result = { ...rendered, folder, warnings: withoutRepeats([...warnings, ...rendered.warnings]) };
    annotateResult(result);
    log(`${describe(result)}: ${folder}`);
    return result;
  });

  writeSummary(results);
  setOutput('failed', results.filter(({ errors }) => errors.length > 0).length);
});

function parseBoolean(name, text = '') {
  const value = text.trim().toLowerCase();
  if (!['', 'true', 'false'].includes(value))
    throw new StepError(`${name} must be true or false, not ${text}.`);
  return value === 'true';
}

function check(bin, folders) {
  const ended = runPdfapi(bin, ['templates', 'check', '--json', ...folders.map(toPathArgument)]);
  if (ended.result?.templates?.length === folders.length) return ended.result.templates;
  // A single folder that is no template at all.
  if (folders.length === 1 && ended.error) return [{ errors: [ended.error], warnings: [] }];
  log(ended.stderr);
  throw new StepError(
    `pdfapi templates check ended with ${ended.status ?? ended.signal}: ${describeError(ended)}`,
  );
}

function render(bin, folder, file, strict) {
  mkdirSync(dirname(file), { recursive: true });
  const options = ['--local', '--json', '-o', file, ...(strict ? ['--strict'] : [])];
  const ended = runPdfapi(bin, ['generate', toPathArgument(folder), ...options]);
  if (ended.status === 0 && ended.result) {
    const { pages, bytes, warnings } = ended.result;
    return { pages, bytes, warnings, errors: [] };
  }
  if (!ended.error) log(ended.stderr);
  const error = ended.error ?? { message: `pdfapi ended with ${ended.status ?? ended.signal}.` };
  return { errors: [error], warnings: error.warnings ?? [] };
}

function describeError({ error, stderr }) {
  return error?.message ?? stderr.trim().split('\n').at(-1);
}

function annotateResult({ folder, errors, warnings }) {
  for (const error of errors) {
    const { code, file, line, column } = error;
    // Without a place, it appears on the first line of the template.
    const place = file ? { file: resolve(workingDirectory, file), line, column } : { file: mainFile(folder) };
    annotate('error', toText(error), { title: code ? `pdfapi ${code}` : 'pdfapi', ...place });
  }
  for (const warning of warnings) {
    const { message, ...place } = splitPlace(warning);
    annotate('warning', message, { file: mainFile(folder), ...place });
  }
}

function toText({ message, errors = {}, hint }) {
  const fields = Object.entries(errors).flatMap(([field, messages]) =>
    messages.filter((text) => !message.includes(text)).map((text) => `${field} ${text}`),
  );
  return [message, ...fields, ...(hint ? [hint] : [])].join('\n');
}

/** What the check has said of a line, such as that a variable is missing, the render says again. */
function withoutRepeats(warnings) {
  const places = new Set();
  return warnings.filter((warning) => {
    const { file, line } = splitPlace(warning);
    const place = file ? `${file}:${line}` : warning;
    return !places.has(place) && places.add(place);
  });
}

/** Splits `invoice/template.html:3: There is no partial "head".`, as `--json` has it, if there is such a file. */
function splitPlace(warning) {
  const [, name, line, message] = /^([^\n]+?):(\d+)(?::\d+)?: (.*)$/s.exec(warning) ?? [];
  const file = name && resolve(workingDirectory, name);
  if (!file || !statSync(file, { throwIfNoEntry: false })?.isFile()) return { message: warning };
  return { message, file, line: Number(line) };
}

/**
 * The name of each PDF: the path of its template, without characters that an artifact must not have. No two are the
 * same, also not where the file system ignores case.
 */
function namePdfs(folders) {
  const taken = new Set();
  return folders.map((folder) => {
    const absolute = resolve(workingDirectory, folder);
    const path = withSlashes(relative(workingDirectory, absolute));
    const isInside = path !== '' && !/^(?:\.\.(?:\/|$)|[A-Za-z]:|\/)/.test(path);
    const stem = (isInside ? path : basename(absolute)).replace(/[":<>|*?\\\r\n]/g, '_');
    let name = `${stem}.pdf`;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${stem}-${number}.pdf`;
    taken.add(name.toLowerCase());
    return name;
  });
}

function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function describe({ errors, warnings }) {
  if (errors.length > 0) return count(errors.length, 'error');
  return warnings.length > 0 ? `ok, ${count(warnings.length, 'warning')}` : 'ok';
}

function writeSummary(results) {
  const rows = results.map((result) => {
    const { folder, errors, pages, bytes } = result;
    const mark = errors.length > 0 ? '❌' : '✅';
    const size = bytes === undefined ? '' : `${(bytes / 1000).toFixed(0)} kB`;
    const name = pathInWorkspace(resolve(workingDirectory, folder)) || folder;
    return `| ${escapeMarkdown(name)} | ${mark} ${describe(result)} | ${pages ?? ''} | ${size} |`;
  });
  const head = ['### pdfapi', '', '| template | result | pages | size |', '| --- | --- | ---: | ---: |'];
  appendFileSync(GITHUB_STEP_SUMMARY, `${[...head, ...rows].join('\n')}\n`);
}

/** Characters of Markdown and HTML as references, which are only ever text. */
function escapeMarkdown(text) {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[!-,:-@[-`{-~]/g, (character) => `&#${character.codePointAt(0)};`);
}
