/** The life of `pdfapi mcp`: it ends when its client closes stdin, and leaves no browser behind. */
import { setTimeout as delay } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Failure } from '#contract/errors';
import { packageVersion } from '#library/package-version';
import { createMcpServer } from '#mcp/create-mcp-server';
import { failureText } from '#mcp/tool-failure';
import { writeStderr } from '../../io/streams.ts';
import type { Session } from '../../session.ts';
import { openFolderTools } from './folder-tools.ts';

export interface McpOptions {
  readonly dir: string;
  readonly output?: string;
  readonly allowHost?: readonly string[];
  readonly sandbox: boolean;
}

/** Milliseconds for tools that are still running when the client has closed stdin. */
const lastMs = 2_000;

/** Throws `usage` if the folder cannot hold templates, and `body_too_large` if a message is larger than the SDK takes. */
export async function runMcp(session: Session, options: McpOptions): Promise<void> {
  const { terminal } = session;
  const { handlers, idle } = await openFolderTools(session, options);
  const server = createMcpServer({
    place: 'folder',
    version: packageVersion(),
    handlers,
    describeError: (error) => describeError(error, terminal.isVerbose),
  });
  const { promise: closed, resolve } = Promise.withResolvers<Error | undefined>();
  let last: Error | undefined;
  server.onerror = (error) => {
    last = error;
    if (terminal.isVerbose) writeStderr(`${error.message}\n`);
  };
  server.onclose = () => resolve(last);
  if (session.context.terminals.stdin) {
    terminal.note(
      'Waiting for an assistant on stdin. Its program starts this command: see docs/assistants.md.',
    );
  }
  process.stdin.once('end', () => resolve(undefined));
  process.stdin.once('close', () => resolve(undefined));
  await server.connect(new StdioServerTransport());
  const error = await closed;
  if (error && /exceeded maximum size/.test(error.message)) {
    throw new Failure('body_too_large', 'The client has sent a message of more than 10 MB.', {
      cause: error,
    });
  }
  await Promise.race([idle(), delay(lastMs)]);
}

function describeError(error: unknown, isVerbose: boolean): string {
  if (error instanceof Failure) return failureText(error);
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  if (isVerbose && stack) writeStderr(`${stack}\n`);
  return failureText(new Failure('internal', `Unexpected error: ${message}`));
}
