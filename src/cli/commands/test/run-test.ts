/** Does what `pdfapi test` asks for: all cases at once, and their reports in the order of the templates. */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from '#browser/browser';
import { Failure } from '#contract/errors';
import { writeFileAtomically } from '#contract/files/atomic-write';
import { makeFolder } from '#contract/files/make-folder';
import { runRows } from '#library/run-rows';
import { startEditorPool } from '#template/pdfme/editor-pool';
import { confirm } from '../../io/confirm.ts';
import { count } from '../../io/format.ts';
import { readRenderDefaults } from '../../options/page-defaults.ts';
import { startLocalBrowser } from '../../rendering/local-browser.ts';
import type { Session } from '../../session.ts';
import { type CaseResult, caseName, isPassed } from './case-result.ts';
import { findTestedTemplates } from './find-tested-templates.ts';
import { openPassedTemplates } from './passed-templates.ts';
import { runCase } from './render-case.ts';
import { openReporters } from './reporters/reporter.ts';
import type { TestOptions } from './test.ts';

/** Throws `usage`, `template_not_found`, `golden_differs`, `browser_missing`, `browser_failed` and the errors of files. */
export async function runTest(
  session: Session,
  folders: readonly string[],
  options: TestOptions,
): Promise<void> {
  const { context, terminal, shutdown } = session;
  if (options.update && context.isCi && !session.yes) {
    throw new Failure('usage', 'Approved PDFs are not written in CI, where nobody looks at them.', {
      hint: 'Run --update on your machine, and commit what it writes. --yes writes them nevertheless.',
    });
  }
  const reporters = openReporters(session, options.reporter);
  const defaults = readRenderDefaults(session, {});
  const templates = await findTestedTemplates(folders);
  const passed = await openPassedTemplates(session, defaults);
  const isUnchanged = await Promise.all(
    templates.map(async ({ folder }) => options.changed === true && (await passed.has(folder))),
  );
  const chosen = templates.filter((_, index) => !isUnchanged[index]);
  const tasks = chosen.flatMap(({ folder, cases }) => cases.map((each) => ({ folder, each })));

  const workers = Math.max(1, Math.min(availableParallelism(), tasks.length));
  let browser: Promise<Browser> | undefined;
  const startBrowser = () => {
    browser ??= startLocalBrowser(session, { sandbox: options.sandbox, workers });
    return browser;
  };
  const isEditor = (folder: string) => statSync(join(folder, 'editor.json'), { throwIfNoEntry: false });
  if (chosen.some(({ folder }) => !isEditor(folder))) await startBrowser();
  const editor = startEditorPool({ workers });
  shutdown.add(() => editor.close());

  const tools = {
    browser: startBrowser,
    editor,
    defaults,
    allowHost: options.allowHost,
    tolerance: (options.tolerance ?? 0) / 100,
    keepsImages: reporters.wantImages,
  };
  terminal.activity(`Rendering ${count(tasks.length, 'case')}`);
  const results: CaseResult[] = [];
  const approved = new Set<CaseResult>();
  await runRows(
    asyncOf(tasks),
    { concurrency: () => workers + 1, ahead: tasks.length + 1 },
    async ({ folder, each }) => await runCase(session, folder, each, tools),
    async (result) => {
      // What needs no question is approved before it is reported.
      const isApproved = options.update === true && !mustAsk(session, result);
      if (isApproved) await approve(session, result);
      // Only a PDF that may still be approved is needed again.
      const kept = isApproved || isPassed(result) ? { ...result, pdf: undefined } : result;
      results.push(kept);
      if (isApproved) approved.add(kept);
      await reporters.add(kept, isApproved);
    },
  );
  terminal.rest();
  await Promise.all([editor.close(), browser?.then((started) => started.close())]);

  for (const { unused } of chosen) for (const path of unused) terminal.warn(`${path} has no case.`);
  warnOfFonts(session, results);
  if (options.update && terminal.mayAsk) {
    for (const result of results.filter(canApprove)) {
      if (!(await confirm(`Approve ${caseName(result)}?`, terminal))) continue;
      await approve(session, result);
      approved.add(result);
    }
  }
  const failed = results.filter((result) => !isPassed(result) && !approved.has(result));
  for (const { folder } of chosen) {
    if (!failed.some((result) => result.folder === folder)) await passed.add(folder);
  }
  const skipped = templates.length - chosen.length;
  await reporters.end({ results, approved, skipped, ms: Math.round(performance.now()) });
  const unusable = findBrowserFailure(failed, results);
  if (unusable) throw unusable;
  if (failed.length > 0) throw differs(failed, results.length, options, session);
}

async function* asyncOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

/** Whether a case did not pass and has a document. */
const canApprove = (result: CaseResult): boolean => result.pdf !== undefined && !isPassed(result);

/** Whether `--update` may not approve it unasked: an approved document would be replaced, or there is nothing to approve. */
const mustAsk = ({ yes }: Session, result: CaseResult): boolean =>
  !canApprove(result) || (result.result !== 'missing' && !yes);

async function approve({ shutdown }: Session, { pdf, golden }: CaseResult): Promise<void> {
  if (!pdf) return;
  makeFolder(dirname(golden));
  await writeFileAtomically(golden, pdf, { overwrite: true, shutdown });
}

function warnOfFonts({ terminal }: Session, results: readonly CaseResult[]): void {
  for (const [folder, cases] of Map.groupBy(results, (result) => result.folder)) {
    const fonts = [...new Set(cases.flatMap(({ machineFonts }) => machineFonts))].sort();
    if (fonts.length === 0) continue;
    terminal.warn(
      `${folder} uses fonts of this machine (${fonts.join(', ')}): on another one, it may look different. Put its fonts into fonts/.`,
    );
  }
}

/** Nothing is wrong with the templates if no browser prints any of them. */
function findBrowserFailure(
  failed: readonly CaseResult[],
  results: readonly CaseResult[],
): Failure | undefined {
  const errors = failed.flatMap(({ error }) => error ?? []);
  const isUnusable =
    errors.length === results.length && errors.every(({ code }) => code === 'browser_failed');
  return errors.find(({ code }) => code === 'browser_missing') ?? (isUnusable ? errors[0] : undefined);
}

function differs(
  failed: readonly CaseResult[],
  total: number,
  options: TestOptions,
  { terminal }: Session,
): Failure {
  const changed = failed.filter(canApprove).length;
  if (options.update && changed > 0 && !terminal.mayAsk) {
    return new Failure(
      'golden_differs',
      `${changed} of ${count(total, 'case')} ${changed === 1 ? 'differs from its approved PDF, which was' : 'differ from their approved PDFs, which were'} not replaced: there is no terminal to ask at.`,
      { hint: 'Look at what has changed (--reporter html shows the pages), and approve it: --update --yes' },
    );
  }
  const isOnlyMissing = failed.every(({ result }) => result === 'missing');
  const hint = isOnlyMissing
    ? 'Write their PDFs to golden, look at them, and commit them: --update'
    : changed > 0
      ? options.update
        ? 'Those that were not approved are unchanged.'
        : 'See the pages beside each other: --reporter html. Approve the changes: --update'
      : 'Mend the templates.';
  return new Failure('golden_differs', `${failed.length} of ${count(total, 'case')} did not pass.`, { hint });
}
