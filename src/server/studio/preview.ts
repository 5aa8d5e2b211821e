/**
 * `POST /studio/api/preview`: the PDF of unsaved files, with their own `data.json`. It is rendered in its team's turn
 * like any other document, counts for the rate limit, and costs nothing.
 */
import { Failure } from '../../contract/errors.ts';
import type { PageFindings } from '../../core/browser/browser.ts';
import { Deadline } from '../../core/deadline.ts';
import { describeFindings } from '../../core/describe-findings.ts';
import { memoryTree } from '../../core/template/memory-tree.ts';
import { readTemplate } from '../../core/template/read-template.ts';
import { readSampleData } from '../../core/template/sample-data.ts';
import type { TemplateFiles } from '../../core/template/template-files.ts';
import { TemplateError } from '../../core/twig/index.ts';
import type { Team } from '../../store/teams.ts';
import { pushedFiles } from '../manage/pushed-files.ts';
import { refuseFaults } from '../manage/refuse-faults.ts';
import type { TemplateChecker } from '../manage/template-checker.ts';
import { renderOne } from '../render-one.ts';
import type { SentBody } from '../request-body.ts';
import type { ServerTools } from '../tools.ts';

export interface PreviewCall {
  readonly tools: ServerTools;
  readonly checker: TemplateChecker;
  readonly team: Team;
  readonly body: SentBody | undefined;
  /** Aborts when the preview is no longer needed. */
  readonly signal: AbortSignal;
}

export interface Preview {
  readonly pdf: Uint8Array;
  /** Warnings for the author of the template. */
  readonly warnings: readonly string[];
}

/** Throws `invalid_template` with the findings of the check, and the errors of a render. */
export async function preview({ tools, checker, team, body, signal }: PreviewCall): Promise<Preview> {
  const { store, config, bodies } = tools;
  const { value } = await bodies.read('preview', body, { team: team.id, signal });
  const { name } = value;
  const files = await pushedFiles(store, store.templates.byName(team.id, name)?.id, value.files);
  // The check runs first, in a thread with limits: its findings have files and lines, and only files that pass it are
  // read in this thread.
  refuseFaults(await checker.check(files, name, team.id, signal));
  if (signal.aborted) throw signal.reason;
  const deadline = new Deadline(config.timeout, signal);
  try {
    return await renderFiles(tools, team, files, name, deadline);
  } finally {
    deadline.close();
  }
}

async function renderFiles(
  tools: ServerTools,
  team: Team,
  files: TemplateFiles,
  name: string,
  deadline: Deadline,
): Promise<Preview> {
  const tree = memoryTree(files, name);
  const { template, sources } = await readTemplate(tree);
  const data = await readSampleData(tree);
  const warnings: string[] = [];
  const request = {
    template,
    data: data?.exact ?? {},
    onFindings: (findings: PageFindings) => void warnings.push(...warningsOf(findings)),
  };
  try {
    const pdf = await renderOne(tools, team, request, deadline);
    return { pdf, warnings };
  } catch (error) {
    const isTwig = error instanceof TemplateError;
    const failure = isTwig ? sources.failure(error) : error;
    if (isTwig || (failure instanceof Failure && failure.code === 'invalid_data')) {
      refuseFaults([failure as Failure]);
    }
    throw failure;
  }
}

/** Maximum characters per warning, and maximum number of warnings. */
const longest = 200;
const mostWarnings = 20;

const warningsOf = (findings: PageFindings): string[] =>
  [...describeFindings(findings), ...findings.console.map(({ level, text }) => `console.${level}: ${text}`)]
    .slice(0, mostWarnings)
    .map((text) => text.slice(0, longest));
