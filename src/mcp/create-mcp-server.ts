/** A server of the Model Context Protocol (https://modelcontextprotocol.io) with the tools of pdfapi, without a transport. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { validateRequest } from '#contract/api/request-errors';
import { Failure } from '#contract/errors';
import {
  argumentsAt,
  jsonSchemaAt,
  type TemplatePlace,
  type ToolArguments,
  type ToolName,
  toolArguments,
} from './tool-arguments.ts';
import type { ToolResult } from './tool-result.ts';
import { describeTool, instructions, toolNames } from './tools.ts';

/** Each throws its failures. */
export type ToolHandlers = {
  readonly [Name in ToolName]: (given: ToolArguments<Name>, signal: AbortSignal) => Promise<ToolResult>;
};

export interface McpServerOptions {
  readonly place: TemplatePlace;
  readonly version: string;
  readonly handlers: ToolHandlers;
  /** Returns what the assistant reads about an error of a tool. Gets every error, also unexpected ones. */
  readonly describeError: (error: unknown) => string;
}

export type McpServer = Server;

/**
 * Returns a server that can be connected to one transport.
 *
 * @example
 * const server = createMcpServer({ place: 'folder', version, handlers, describeError });
 * await server.connect(new StdioServerTransport());
 */
export function createMcpServer({ place, version, handlers, describeError }: McpServerOptions): McpServer {
  const server = new Server(
    { name: 'pdfapi', title: 'pdfapi', version },
    { capabilities: { tools: {} }, instructions: instructions[place], jsonSchemaValidator: noValidator },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listTools(place) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }): Promise<CallToolResult> => {
    const { name, arguments: given = {} } = params;
    if (!isToolName(name)) {
      throw new McpError(ErrorCode.InvalidParams, `There is no tool ${JSON.stringify(name.slice(0, 100))}.`);
    }
    try {
      return toCallResult(await run(place, handlers, name, given, signal));
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: describeError(error) }] };
    }
  });
  return server;
}

const isToolName = (name: string): name is ToolName => Object.hasOwn(toolArguments, name);

const lists = new Map<TemplatePlace, ReturnType<typeof makeList>>();

function listTools(place: TemplatePlace) {
  const list = lists.get(place) ?? makeList(place);
  lists.set(place, list);
  return list;
}

const makeList = (place: TemplatePlace) =>
  toolNames.map((name) => {
    const { title, description, readOnly = false, destructive = false } = describeTool(place, name);
    return {
      name,
      title,
      description,
      inputSchema: jsonSchemaAt(place, name),
      annotations: {
        readOnlyHint: readOnly,
        destructiveHint: destructive,
        idempotentHint: readOnly,
        // Documents may load pictures and styles from the network.
        openWorldHint: name === 'render' || name === 'merge' || name === 'publish',
      },
    };
  });

async function run<Name extends ToolName>(
  place: TemplatePlace,
  handlers: ToolHandlers,
  name: Name,
  given: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const validated = validateRequest(argumentsAt(place, name), given);
  if ('faults' in validated) {
    const { message, errors } = validated.faults;
    throw new Failure('invalid_request', message, { errors });
  }
  return await handlers[name](validated.value as ToolArguments<Name>, signal);
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');

function toCallResult({ report, pictures = [], pdf }: ToolResult): CallToolResult {
  return {
    content: [
      { type: 'text', text: typeof report === 'string' ? report : JSON.stringify(report) },
      ...pictures.flatMap(({ page, bytes, type }) => [
        { type: 'text' as const, text: `Page ${page}:` },
        { type: 'image' as const, mimeType: type, data: base64(bytes) },
      ]),
      ...(pdf
        ? [
            {
              type: 'resource' as const,
              resource: { uri: pdf.uri, mimeType: 'application/pdf', blob: base64(pdf.bytes) },
            },
          ]
        : []),
    ],
  };
}

/** The server asks its client nothing, so no answer has to be validated, and the SDK needs no second validator. */
const noValidator = {
  getValidator(): never {
    throw new Failure('internal', 'A schema of a client was to be validated.');
  },
};
