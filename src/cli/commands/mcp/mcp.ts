/** `pdfapi mcp`: lets an assistant make templates and documents, over the Model Context Protocol. */
import type { Command } from 'commander';
import { pathArgument } from '../../options/path-argument.ts';
import type { OpenSession } from '../../session.ts';
import type { McpOptions } from './run-mcp.ts';

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export function addMcpCommand(program: Command, open: OpenSession): void {
  program
    .command('mcp')
    .summary('let an assistant make templates and documents')
    .description(
      'Serves the Model Context Protocol on stdin and stdout, for assistants such as Claude or Cursor: they write templates, see the pages, read warnings with file and line, and publish. Started by the assistant’s program, not by hand: see docs/assistants.md.',
    )
    .option('--dir <folder>', 'the folder of the template folders', pathArgument('--dir'), './templates')
    .option(
      '--output <folder>',
      'the folder of the PDFs (default: output in --dir)',
      pathArgument('--output'),
    )
    .option('--allow-host <host[:port]>', 'a non-public host that documents may reach', collect)
    .option('--no-sandbox', 'run the browser without its sandbox; only for trusted HTML')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi mcp --dir ~/templates
  claude mcp add pdfapi -- pdfapi mcp --dir ~/templates`,
    )
    .action(async (options: McpOptions, self: Command) => {
      const session = await open(self);
      const { runMcp } = await import('./run-mcp.ts');
      await runMcp(session, options);
    });
}
