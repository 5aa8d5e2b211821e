/** `check` over HTTP, and what `write_template` says about the draft that it has stored. */
import { Failure } from '#contract/errors';
import { describeTemplateCheck } from '#mcp/describe-check';
import type { ToolArguments } from '#mcp/tool-arguments';
import type { ToolResult } from '#mcp/tool-result';
import { Deadline } from '#runtime/deadline';
import { toCheckView } from '#studio/check-view';
import type { TeamCall } from './team-call.ts';
import { readTeamDocument } from './team-documents.ts';
import { findTeamTemplate, workingVersion } from './team-templates.ts';

export async function checkForTeam(
  call: TeamCall,
  { template: named, pdf }: ToolArguments<'check'>,
): Promise<ToolResult> {
  if (named !== undefined) {
    const template = await findTeamTemplate(call, named);
    const version = await workingVersion(call, template);
    return { report: { name: template.name, version, ...(await describeDraft(call, template.id, version)) } };
  }
  const { context, caller, signal } = call;
  const bytes = await readTeamDocument(call, pdf ?? '');
  const deadline = new Deadline(context.config.timeout, signal, { audience: 'api' });
  try {
    const checked = await context.queue.run(caller.team.id, deadline.signal, () =>
      context.standardsChecker.describe(bytes, deadline),
    );
    if ('unreadable' in checked) throw new Failure('invalid_pdf', checked.unreadable);
    return { report: toCheckView(checked) };
  } finally {
    deadline.close();
  }
}

/** Checks a version in a thread with limits. */
export async function describeDraft(
  { context, checker, caller, signal }: TeamCall,
  id: number,
  version: number,
) {
  const files = await context.store.templates.files(id, version);
  return describeTemplateCheck(await checker.describe(files, 'template', caller.team.id, signal));
}
