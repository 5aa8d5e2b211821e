/**
 * For GitHub Actions: an annotation for each case that did not pass, and a summary of the job. A summary shows no pictures
 * but those of public addresses, so it names the report that has them.
 */
import { appendFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { writeStderr } from '../../../io/streams.ts';
import { type CaseResult, caseName, isPassed, reasonsOf } from '../case-result.ts';
import type { CreateReporter, TestSummary } from './reporter.ts';

/** Reasons that the summary has for one case. */
const shownReasons = 20;

export const githubReporter: CreateReporter = ({ context }) => ({
  async end(summary) {
    const root = context.githubWorkspace ?? context.workingDirectory;
    for (const result of failedOf(summary)) writeStderr(annotation(result, root));
    const file = context.githubSummary;
    if (file !== undefined) await appendFile(file, toMarkdown(summary));
  },
});

const failedOf = ({ results, approved }: TestSummary): readonly CaseResult[] =>
  results.filter((result) => !isPassed(result) && !approved.has(result));

/** https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions */
function annotation(result: CaseResult, root: string): string {
  const { location } = result.error ?? {};
  const file = relative(root, resolve(location?.file ?? join(result.folder, `golden/${result.name}.pdf`)));
  const line = location === undefined ? '' : `,line=${location.line}`;
  const message = [caseName(result), ...reasonsOf(result)].join('\n');
  return `::error file=${property(file)}${line},title=${property(`pdfapi test: ${result.result}`)}::${data(message)}\n`;
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function toMarkdown(summary: TestSummary): string {
  const { results, skipped } = summary;
  const failed = failedOf(summary);
  const lines = [
    `### Documents: ${failed.length === 0 ? 'all as approved' : `${failed.length} of ${results.length} differ`}`,
    '',
    '| case | result | pages |',
    '| --- | --- | ---: |',
    ...results.map(
      (result) =>
        `| ${cell(caseName(result))} | ${isPassed(result) ? '✅' : '❌'} ${result.result} | ${result.pages ?? ''} |`,
    ),
    ...(skipped > 0 ? ['', `${skipped} unchanged.`] : []),
  ];
  for (const result of failed) {
    const reasons = reasonsOf(result);
    lines.push('', `<details><summary>${cell(caseName(result))}</summary>`, '');
    lines.push(...reasons.slice(0, shownReasons).map((reason) => `- ${cell(reason)}`));
    if (reasons.length > shownReasons) lines.push(`- and ${reasons.length - shownReasons} more`);
    lines.push('', '</details>');
  }
  if (failed.length > 0)
    lines.push('', 'Pages beside each other: `--reporter html=report.html`, as an artifact.');
  return `${lines.join('\n')}\n\n`;
}

/** Text of documents must not become Markdown or HTML. */
const cell = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#|~!&]/g, (character) => `&#${character.charCodeAt(0)};`);
