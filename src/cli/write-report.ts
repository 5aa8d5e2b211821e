/** `--report <file|->`: what a render found, as JSON. */
import { Failure } from '../contract/errors.ts';
import type { PageFindings } from '../core/browser/browser.ts';
import { writeFileAtomically } from './atomic-write.ts';
import { failureAsJson } from './failure.ts';
import { isStdout } from './output.ts';
import type { Session } from './session.ts';
import { writeStdout } from './streams.ts';

export async function writeReport({ ending }: Session, report: string, content: object): Promise<void> {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if (isStdout(report)) await writeStdout(text);
  else await writeFileAtomically(report, Buffer.from(text), { overwrite: true, ending });
}

/** What the page showed is most wanted where it failed. `error` stands before it. */
export async function writeReportOfFailure(
  session: Session,
  report: string,
  error: unknown,
  findings: PageFindings,
): Promise<void> {
  if (!(error instanceof Failure)) return;
  // With --json stdout is for the result, and there is none.
  if (session.context.json && isStdout(report)) return;
  await writeReport(session, report, { error: failureAsJson(error), ...findings });
}
