/**
 * `POST /studio/api/preview`: the PDF of unsaved files, with their own `data.json`. It is rendered in its team's turn
 * like any other document, counts for the rate limit, and costs nothing.
 */

import type { PageFindings } from '#browser/browser';
import { describeFindings, placeFailed } from '#browser/findings';
import { Failure } from '#contract/errors';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import { Deadline } from '#runtime/deadline';
import type { Team } from '#store/teams';
import { readSampleData } from '#template/data/sample-data';
import { describeLintFinding } from '#template/lint/lint-finding';
import { memoryTree } from '#template/load/memory-tree';
import { readTemplate } from '#template/load/read-template';
import type { Warning } from '#template/model/check-result';
import type { TemplateFiles } from '#template/model/template-files';
import { TemplateError, withoutCsvRemedy } from '#twig';
import { assertValidTemplate } from '../api/manage/assert-valid-template.ts';
import { pushedFiles } from '../api/manage/pushed-files.ts';
import type { ServerContext } from '../context.ts';
import type { SentBody } from '../http/body/request-body.ts';
import { inMemory } from '../rendering/pdf-work.ts';
import { renderOne } from '../rendering/render-one.ts';
import type { TemplateChecker } from '../template-check/template-checker.ts';

export interface PreviewCall {
  readonly context: ServerContext;
  readonly checker: TemplateChecker;
  readonly team: Team;
  readonly body: SentBody | undefined;
  /** Aborts when the preview is no longer needed. */
  readonly signal: AbortSignal;
}

export interface Preview {
  readonly pdf: Uint8Array;
  /** Warnings for the author of the template. Those that have a place begin with it: `file:line:column: `. */
  readonly warnings: readonly string[];
}

/** Throws `invalid_template` with the findings of the check, and the errors of a render. */
export async function preview({ context, checker, team, body, signal }: PreviewCall): Promise<Preview> {
  const { store, config, bodies } = context;
  const { value } = await bodies.read('preview', body, { team: team.id, signal });
  const { name } = value;
  const files = await pushedFiles(store, (await store.templates.byName(team.id, name))?.id, value.files);
  // The check runs first, in a thread with limits: its findings have files and lines, and only files that pass it are
  // read in this thread.
  const { errors, warnings: missing } = await checker.checkPreview(files, name, team.id, signal);
  assertValidTemplate(errors.map(forJson));
  if (signal.aborted) throw signal.reason;
  const deadline = new Deadline(config.timeout, signal, { audience: 'api' });
  try {
    return await renderFiles({ context, team, files, name, deadline, missing });
  } finally {
    deadline.close();
  }
}

interface CheckedFiles extends Pick<PreviewCall, 'context' | 'team'> {
  readonly files: TemplateFiles;
  readonly name: string;
  readonly deadline: Deadline;
  /** What the check says about files that are missing. */
  readonly missing?: readonly Warning[];
}

/** The PDF of files that were checked, with their sample data. Throws the errors of a render. */
export async function renderFiles({
  context,
  team,
  files,
  name,
  deadline,
  missing = [],
}: CheckedFiles): Promise<Preview> {
  const tree = memoryTree(files, name);
  const { template, sources } = await readTemplate(tree);
  const data = await readSampleData(tree);
  const request = { template, sources, data: data?.exact ?? {}, lint: 'warn' as const };
  try {
    const { pdf, report } = await renderOne(context, team, request, deadline);
    return {
      pdf: await toBytes(pdf, inMemory),
      warnings: toWarnings({ ...report, failed: placeFailed(report.failed, missing) }),
    };
  } catch (error) {
    const isTwig = error instanceof TemplateError;
    const failure = isTwig ? sources.failure(error) : error;
    if (isTwig || (failure instanceof Failure && failure.code === 'invalid_data')) {
      assertValidTemplate([forJson(failure as Failure)]);
    }
    throw failure;
  }
}

/** The data of the studio is JSON. */
function forJson(failure: Failure): Failure {
  const message = withoutCsvRemedy(failure.message);
  return message === failure.message ? failure : new Failure(failure.code, message, failure);
}

/** Maximum characters per warning, and maximum number of warnings. */
const maxWarningLength = 200;
const maxWarnings = 20;

const toWarnings = (findings: PageFindings): string[] =>
  [
    ...describeFindings({ ...findings, accessibility: [] }),
    ...findings.console.map(({ level, text }) => `console.${level}: ${text}`),
    // Last, because there may be many.
    ...(findings.accessibility ?? []).map((finding) => describeLintFinding(finding)),
  ]
    .slice(0, maxWarnings)
    .map((text) => withoutCsvRemedy(text).slice(0, maxWarningLength));
