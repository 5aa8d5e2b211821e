/** Answers one message with a server and a transport of the SDK, which are loaded with the first message. */
import type { IncomingHttpHeaders } from 'node:http';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { Failure } from '#contract/errors';
import { createMcpServer, type ToolHandlers } from '#mcp/create-mcp-server';
import { failureText, findingsText, type TemplateFinding } from '#mcp/tool-failure';
import type { ToolResult } from '#mcp/tool-result';
import { toFailureResponse } from '../http/failure-response.ts';
import { checkForTeam } from './check-tool.ts';
import { mergeForTeam, renderForTeam } from './render-tools.ts';
import { listForTeam, showForTeam } from './show-tools.ts';
import type { TeamCall, TeamRequest } from './team-call.ts';
import { publishForTeam, writeForTeam } from './write-tools.ts';

interface Exchange {
  readonly request: TeamRequest;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** `message` is parsed JSON. Never throws: errors are responses. */
export async function answerMessage(
  message: unknown,
  { request, url, headers, signal }: Exchange,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createMcpServer({
    place: 'team',
    version: request.context.version,
    handlers: endedBy(signal, teamTools(request)),
    describeError: (error) => describeError(error, request),
  });
  await server.connect(transport);
  try {
    const sent = new Request(url, { method: 'POST', headers: toHeaders(headers), body: '{}' });
    return await transport.handleRequest(sent, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** The tools also stop when the connection ends. */
function endedBy(ended: AbortSignal, tools: ToolHandlers): ToolHandlers {
  const entries = Object.entries(tools).map(([name, tool]) => [
    name,
    (given: never, signal: AbortSignal) => tool(given, AbortSignal.any([ended, signal])),
  ]);
  return Object.fromEntries(entries) as ToolHandlers;
}

/** The headers that the transport reads. */
function toHeaders(headers: IncomingHttpHeaders): Headers {
  const kept = new Headers();
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'last-event-id']) {
    const value = headers[name];
    if (typeof value === 'string') kept.set(name, value);
  }
  return kept;
}

/** An assistant reads what a client of the API would get: nothing about this machine. */
function describeError(error: unknown, { context, requestId }: TeamRequest): string {
  const { status, body } = toFailureResponse(error, requestId);
  if (status === 500) context.log.error({ err: error, requestId }, 'a tool failed');
  const { message, code, errors, findings, purchase_url } = body as {
    readonly message: string;
    readonly code: string;
    readonly errors?: Readonly<Record<string, readonly string[]>>;
    readonly findings?: readonly TemplateFinding[];
    readonly purchase_url?: string;
  };
  if (findings) return findingsText(findings, code);
  const known = error instanceof Failure && status < 499 ? error : undefined;
  const hint = known?.hint?.includes('--') ? undefined : known?.hint;
  const text = failureText({
    message,
    code,
    errors,
    location: known?.location,
    hint,
    facts: { purchase_url },
  });
  return status === 500 ? `${text}\nrequest ${requestId}` : text;
}

/** They do what the API does, for the team of the token. */
function teamTools(request: TeamRequest): ToolHandlers {
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
