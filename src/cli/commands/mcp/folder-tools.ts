/** The tools of an assistant that works on folders of this machine. */

import type { ToolHandlers } from '#mcp/create-mcp-server';
import type { ToolResult } from '#mcp/tool-result';
import { startRenderQueue } from '#server/rendering/render-queue';
import { startTemplateChecker } from '#server/template-check/template-checker';
import type { Session } from '../../session.ts';
import { checkTool } from './check-tool.ts';
import { openLocalEngine } from './local-engine.ts';
import { publishTool } from './publish-tool.ts';
import { mergeTool, renderTool } from './render-tools.ts';
import type { McpOptions } from './run-mcp.ts';
import { listTool, showTool } from './show-tools.ts';
import { openTemplateRoot } from './template-root.ts';
import type { Workshop } from './workshop.ts';
import { writeTool } from './write-tool.ts';

/** Tools that run at the same time, and that wait. */
const places = { workers: 2, capacity: 32 } as const;

/** All of them are of one client. */
const client = 0;

export interface FolderTools {
  readonly handlers: ToolHandlers;
  /** Resolves when no tool is running. */
  idle(): Promise<void>;
}

/** Throws `usage`. */
export async function openFolderTools(session: Session, options: McpOptions): Promise<FolderTools> {
  const root = await openTemplateRoot(options);
  const checker = startTemplateChecker();
  const workshop: Workshop = { session, root, checker, engine: openLocalEngine(session, options) };
  session.shutdown.add(() => checker.close());
  const queue = startRenderQueue({
    ...places,
    fullMessage: 'Too many tools are in use at the same time.',
  });
  const running = new Set<Promise<unknown>>();
  const within =
    <Given>(tool: (workshop: Workshop, given: Given, signal: AbortSignal) => Promise<ToolResult>) =>
    (given: Given, signal: AbortSignal) => {
      const work = queue.run(client, signal, () => tool(workshop, given, signal));
      running.add(work);
      const forget = () => void running.delete(work);
      work.then(forget, forget);
      return work;
    };
  return {
    handlers: {
      list_templates: within(listTool),
      show_template: within(showTool),
      write_template: within(writeTool),
      render: within(renderTool),
      check: within(checkTool),
      merge: within(mergeTool),
      publish: within(publishTool),
    },
    async idle() {
      await Promise.allSettled(running);
      // The response of the last one is written after its work.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
