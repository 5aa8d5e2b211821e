/**
 * What a program of a workflow prints for GitHub: annotations, outputs, and the summary of the job.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';

const escapeMessage = (text) => String(text).replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');

const escapeProperty = (text) => escapeMessage(text).replace(/:/g, '%3A').replace(/,/g, '%2C');

/**
 * Prints an annotation, `level` is `error` or `warning`. Properties that are undefined are left out.
 *
 * @example
 * annotate('error', { file: 'invoice/template.html', line: 3, title: 'invalid_template' }, 'Unknown filter "curency".');
 */
export function annotate(level, properties, message) {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  const list = given.map(([name, value]) => `${name}=${escapeProperty(value)}`).join(',');
  process.stdout.write(`::${level}${list && ` ${list}`}::${escapeMessage(message)}\n`);
}

/** Prints text that may come from a template, whose lines must not be taken for commands. */
export function printVerbatim(text) {
  const token = randomUUID();
  process.stdout.write(`::stop-commands::${token}\n${text.trimEnd()}\n::${token}::\n`);
}

/** Sets an output of the step. */
export function setOutput(name, value) {
  const delimiter = randomUUID();
  appendTo('GITHUB_OUTPUT', `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
}

/** Adds Markdown to the summary of the job. */
export const addToSummary = (markdown) => appendTo('GITHUB_STEP_SUMMARY', `${markdown}\n`);

function appendTo(variable, text) {
  const file = process.env[variable];
  // Without one, the program runs outside of a workflow.
  if (file) appendFileSync(file, text);
}
