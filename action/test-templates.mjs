/**
 * Compares what the templates make with their approved PDFs, annotates what differs, and adds a table to the summary of the
 * job. Outputs `failed`, the number of cases that did not pass, and then `report`, the file that shows their pages. They do
 * not fail this step, so that the report is uploaded.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findTemplates } from './find-templates.mjs';
import { findBin, runPdfapi, toPathArgument } from './run-pdfapi.mjs';
import { annotate, log, runStep, StepError, setOutput, workingDirectory } from './workflow.mjs';

const { INPUT_TEMPLATES, PDFAPI_PACKAGE, RUNNER_TEMP } = process.env;

runStep(() => {
  const bin = findBin(PDFAPI_PACKAGE);
  const folders = findTemplates(INPUT_TEMPLATES ?? '').map(toPathArgument);
  const report = join(mkdtempSync(join(RUNNER_TEMP || tmpdir(), 'pdfapi-test-')), 'report.html');
  // `github` writes the summary. Its annotations are not passed on, because everything else in that text is not safe.
  const reporters = ['--reporter', 'github', '--reporter', `html=${report}`];
  const ended = runPdfapi(bin, ['test', '--json', ...reporters, '--', ...folders]);
  const { cases } = ended.result ?? {};
  if (!cases) {
    log(ended.stderr);
    throw new StepError(
      `pdfapi test: ${ended.error?.message ?? `it ended with ${ended.status ?? ended.signal}`}`,
    );
  }
  const failed = cases.filter(({ result }) => result !== 'equal' && result !== 'alike');
  for (const each of cases) log(`${each.result}: ${each.template}/${each.case}`);
  for (const each of failed) annotateCase(each);
  setOutput('failed', failed.length);
  if (failed.some(({ result }) => result === 'different')) setOutput('report', report);
});

function annotateCase({ template, case: name, result, golden, differences, error }) {
  const place = error?.file
    ? { file: resolve(workingDirectory, error.file), line: error.line, column: error.column }
    : { file: resolve(workingDirectory, golden) };
  const lines = error
    ? [error.message]
    : differences.map(
        ({ kind, page, text }) => `${page === undefined ? '' : `page ${page}: `}${kind}: ${text}`,
      );
  const reasons = result === 'missing' ? ['It has no approved PDF: pdfapi test --update'] : lines;
  annotate('error', [`${template}/${name}`, ...reasons].join('\n'), {
    title: `pdfapi test: ${result}`,
    ...place,
  });
}
