/**
 * What a step tells GitHub: annotations, lines of the log, outputs.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';

const { GITHUB_OUTPUT, GITHUB_WORKSPACE } = process.env;

/** The folder that files in annotations are relative to. */
export const workspace = GITHUB_WORKSPACE || process.cwd();

/** The folder that the inputs are relative to. */
export const workingDirectory = resolve(workspace, process.env.INPUT_WORKING_DIRECTORY || '.');

const escapeData = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Annotates a file, or the run if there is no file. `file` is absolute. */
export function annotate(level, message, { title = 'pdfapi', file, line, column } = {}) {
  const path = file && pathInWorkspace(file);
  // GitHub shows only files of the repository.
  const place = path === undefined ? {} : { file: path, line, col: column };
  const properties = Object.entries({ ...place, title })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  process.stdout.write(`::${level} ${properties.join(',')}::${escapeData(message)}\n`);
}

/** Returns the path in the workspace, with slashes, or undefined for a file outside. */
export function pathInWorkspace(file) {
  const path = withSlashes(relative(workspace, file));
  return path === '..' || path.startsWith('../') || isAbsolute(path) ? undefined : path;
}

/** Returns the path as it is written outside of Windows. */
export const withSlashes = (path) => path.split(sep).join('/');

/**
 * Writes lines to the log. GitHub obeys `::name::` at the start of a line and `##[name]` anywhere in it, and text of a
 * template must not be obeyed.
 */
export function log(text) {
  for (const line of text.split(/[\r\n\u2028\u2029]+/)) {
    process.stdout.write(`| ${line.replaceAll('##[', '## [')}\n`);
  }
}

/** Sets an output of the step. */
export function setOutput(name, value) {
  const delimiter = randomUUID();
  appendFileSync(GITHUB_OUTPUT, `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
}

/** Runs the step. An error is annotated and fails it. */
export function runStep(main) {
  try {
    main();
  } catch (error) {
    annotate('error', error instanceof StepError ? error.message : String(error?.stack ?? error));
    process.exitCode = 1;
  }
}

/** An error that needs no stack, such as an invalid input. */
export class StepError extends Error {}
