/** The tools of an assistant that is connected over HTTP: they do what the API does, for the team of its token. */
import type { ToolHandlers } from '#mcp/create-mcp-server';
import type { ToolResult } from '#mcp/tool-result';
import { checkForTeam } from './check-tool.ts';
import { mergeForTeam, renderForTeam } from './render-tools.ts';
import { listForTeam, showForTeam } from './show-tools.ts';
import type { TeamCall, TeamRequest } from './team-call.ts';
import { publishForTeam, writeForTeam } from './write-tools.ts';

export function teamTools(request: TeamRequest): ToolHandlers {
  const within =
    <Given>(tool: (call: TeamCall, given: Given) => Promise<ToolResult>) =>
    (given: Given, signal: AbortSignal) =>
      tool({ ...request, signal }, given);
  return {
    list_templates: within(listForTeam),
    show_template: within(showForTeam),
    write_template: within(writeForTeam),
    render: within(renderForTeam),
    check: within(checkForTeam),
    merge: within(mergeForTeam),
    publish: within(publishForTeam),
  };
}
