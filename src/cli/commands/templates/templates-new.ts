/** `pdfapi templates new <name>`: creates a folder that renders, as a starting point. */
import type { Command } from 'commander';
import { Failure } from '../../../contract/errors.ts';
import { count } from '../../io/format.ts';
import { writeStdout } from '../../io/streams.ts';
import { pathArgument } from '../../options/path-argument.ts';
import type { OpenSession } from '../../session.ts';

interface Options {
  readonly from: string;
  readonly editor?: true;
}

export function addTemplatesNewCommand(templates: Command, open: OpenSession): void {
  templates
    .command('new')
    .summary('create a template folder')
    .description('Creates a template folder that renders as it is, as a starting point.')
    .argument('<name>', 'the folder to create', pathArgument('The name of the folder'))
    .option(
      '--from <example>',
      'blank, invoice, e-invoice, report, book, certificate, letter, editor-invoice or editor-form',
      'blank',
    )
    .option('--editor', 'a blank editor template: an editor.json instead of template.html')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi templates new ./receipt
  pdfapi templates new ./receipt --from invoice
  pdfapi templates new ./form --editor`,
    )
    .action(async (path: string, { from: example, editor }: Options, self: Command) => {
      const session = await open(self);
      if (editor && example !== 'blank') {
        throw new Failure('usage', `--editor and --from ${example} are mutually exclusive.`, {
          hint: 'Give one of them.',
        });
      }
      const from = editor ? 'editor' : example;
      const { newTemplateFolder } = await import('./new/new-template-folder.ts');
      const files = await newTemplateFolder(path, from, session.shutdown);
      const { style } = session.terminal;
      session.terminal.note(`Made ${count(files.length, 'file')} from ${from}:`);
      for (const file of files) session.terminal.note(style.dim(`  ${file}`));
      const argument = path.startsWith('.') || path.startsWith('/') ? path : `./${path}`;
      session.terminal.note(`Next: ${style.bold(`pdfapi generate ${argument}`)}`);
      await writeStdout(session.context.json ? `${JSON.stringify({ path, from, files })}\n` : `${path}\n`);
    });
}
