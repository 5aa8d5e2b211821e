/** Reports a finished render: the result on stdout, the report if requested, everything else on stderr. */
import { describeFindings } from '../../core/findings.ts';
import type { RenderReport } from '../../core/render.ts';
import { count, formatBytes, formatMilliseconds } from '../io/format.ts';
import { isStdout, type OutputTarget } from '../io/output.ts';
import { writeStdout } from '../io/streams.ts';
import type { Session } from '../session.ts';
import { writeReport } from './report.ts';

/** The output of `--json`. */
interface Result {
  /** As given on the command line, or `-`. */
  readonly path: string;
  readonly where: 'here';
  readonly pages: number;
  readonly bytes: number;
  /** Milliseconds from the start of the process, or with `--watch` from the change, to the finished file. */
  readonly ms: number;
  readonly warnings: readonly string[];
  /** With `--report -`. */
  readonly report?: RenderReport;
}

/**
 * Prints the result on stdout, and findings for the author and a last line on stderr. `since` is the start of the work,
 * as `performance.now()` returns it.
 */
export async function printRenderResult(
  session: Session,
  target: OutputTarget,
  report: RenderReport,
  reportFile: string | undefined,
  since = 0,
): Promise<void> {
  const { context, terminal } = session;
  for (const warning of warningsOf(report)) terminal.warn(warning);
  const reportToStdout = reportFile !== undefined && isStdout(reportFile);
  if (reportFile !== undefined && !reportToStdout) await writeReport(session, reportFile, report);
  const { pages, bytes, timings } = report;
  const ms = Math.round(performance.now() - since);
  if (context.json) {
    const result: Result = {
      path: target.path ?? '-',
      where: 'here',
      pages,
      bytes,
      ms,
      warnings: terminal.warnings,
      ...(reportToStdout ? { report } : {}),
    };
    return await writeStdout(`${JSON.stringify(result)}\n`);
  }
  if (reportToStdout) await writeReport(session, reportFile, report);
  else if (target.path !== null) await writeStdout(`${target.path}\n`);
  for (const { level, text } of report.console) terminal.detail(`console.${level}: ${text}`);
  const steps = Object.entries(timings).map(([step, time]) => `${step} ${formatMilliseconds(time)}`);
  terminal.detail(steps.join(' · '));
  const facts = ['here', count(pages, 'page'), formatBytes(bytes), formatMilliseconds(ms)].join(' · ');
  terminal.note(`${terminal.style.bold(target.path ?? 'stdout')}  ${terminal.style.dim(facts)}`);
}

export const warningsOf = (report: RenderReport): string[] => describeFindings(report, remedy);

/** Only addresses that have a host get a hint: no option lifts an exceeded limit. */
const remedy = (url: string): string =>
  URL.canParse(url) ? ` Where you trust the page: --allow-host ${new URL(url).host}` : '';
