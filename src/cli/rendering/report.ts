/** `--report <file|->`: the findings of a render, as JSON. */

import type { PageFindings } from '#browser/browser';
import { Failure } from '#contract/errors';
import { failureAsJson } from '../failure.ts';
import { isStdout } from '../io/output.ts';
import { writeOutputFile } from '../io/output-file.ts';
import { writeStdout } from '../io/streams.ts';
import type { Session } from '../session.ts';

export async function writeReport({ shutdown }: Session, report: string, content: object): Promise<void> {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if (isStdout(report)) await writeStdout(text);
  else await writeOutputFile(report, Buffer.from(text), { overwrite: true, shutdown });
}

/** The findings matter most when the render failed. `error` comes first in the report. */
export async function writeReportOfFailure(
  session: Session,
  report: string,
  error: unknown,
  findings: PageFindings,
): Promise<void> {
  if (!(error instanceof Failure)) return;
  // With --json, stdout is reserved for the result, and a failed render has none.
  if (session.context.json && isStdout(report)) return;
  await writeReport(session, report, { error: failureAsJson(error), ...findings });
}
