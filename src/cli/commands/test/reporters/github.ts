/** For GitHub Actions: an annotation for each case that did not pass, and a summary of the job. */
import { appendFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { writeStderr } from '../../../io/streams.ts';
import { type CaseResult, caseName, reasonsOf } from '../case-result.ts';
import { failedCases, toGithubSummary } from './github-summary.ts';
import type { CreateReporter } from './reporter.ts';

export const githubReporter: CreateReporter = ({ context }) => ({
  async end(summary) {
    const root = context.githubWorkspace ?? context.workingDirectory;
    for (const result of failedCases(summary)) writeStderr(annotation(result, root));
    const file = context.githubSummary;
    if (file === undefined) return;
    const written = await stat(file).catch(() => undefined);
    await appendFile(file, toGithubSummary(summary, written?.size ?? 0));
  },
});

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
