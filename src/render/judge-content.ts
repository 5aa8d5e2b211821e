/** Decides what is wrong with a printed document, and whether that fails a strict render. */

import type { PageFindings } from '#browser/browser';
import { attachFindings, describeUnfinished } from '#browser/findings';
import { Failure } from '#contract/errors';
import { isBlank } from '#pdf/contents/is-blank';
import { describeLintFinding } from '#template/lint/lint-finding';
import type { LaidContent } from './lay-over-content.ts';
import type { Rendering } from './print-content.ts';

export interface JudgedContent extends Omit<LaidContent, 'lint' | 'mustShow' | 'problems'> {
  /** Warnings that the template does not read the data, or parts of it. */
  readonly unread: readonly string[];
}

/** Throws `strict`. */
export async function judgeContent(
  { lint, mustShow, problems, ...laid }: LaidContent,
  { filled: { request, notices, doubts } }: Rendering,
): Promise<JudgedContent> {
  const linted = await lint();
  const findings: PageFindings = {
    ...laid.findings,
    accessibility: linted?.findings ?? laid.findings.accessibility,
    problems: [
      ...laid.findings.problems,
      ...problems,
      ...doubts,
      ...(linted?.problem === undefined ? [] : [linted.problem]),
      ...(mustShow && (await isBlank(mustShow)) ? [nothingPrinted] : []),
    ],
  };
  const told = notices.describeUnreadData(request);
  const unread = told === undefined ? [] : [told];
  if (request.strict)
    assertNoFindings(
      { ...findings, problems: [...unread, ...findings.problems] },
      request.lint === 'warn' ? [] : findings.accessibility,
    );
  return { ...laid, findings, unread };
}

const nothingPrinted =
  'the document prints nothing: its pages are blank. An element that never ends, such as <title/> or <script/> in HTML, hides all that follows it, and so does display: none for print';

/**
 * Fails on findings that are warnings otherwise. It reports all of them, so that one run shows every fault. Throws `strict`.
 */
export function assertNoFindings(
  findings: PageFindings,
  accessibility: PageFindings['accessibility'] = [],
): void {
  const { refused, failed, errors, missingGlyphs, problems: others, unfinished } = findings;
  const faults = accessibility.filter(({ severity }) => severity === 'warning');
  const problems = [
    ...refused.map(({ url, reason }) => `${url} was blocked: ${reason}`),
    ...failed.map(({ url, reason }) => `${url} did not load: ${reason}`),
    ...errors.map((error) => `A script failed: ${error.split('\n')[0]}`),
    // But the name of a file stays as it is.
    ...others.map((problem) => problem.replace(/^[a-z](?![\w-]*\.\w)/, (letter) => letter.toUpperCase())),
    ...(missingGlyphs.length ? [`No font has these characters: ${missingGlyphs.join(' ')}`] : []),
    ...(unfinished ? [sentence(describeUnfinished(unfinished))] : []),
    ...faults.map((fault) => describeLintFinding(fault)),
  ];
  const failure = strictFailure(problems);
  if (failure) throw attachFindings(failure, findings);
}

/** Throws `strict` for warnings of a document that is not printed. */
export function assertNoProblems(problems: readonly string[]): void {
  const failure = strictFailure(problems);
  if (failure) throw failure;
}

function strictFailure(problems: readonly string[]): Failure | undefined {
  const [only = ''] = problems;
  if (problems.length === 0) return undefined;
  const message = problems.length === 1 ? only : `The document has ${problems.length} problems.`;
  return new Failure('strict', message, { errors: { document: problems } });
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
