/** `pdfapi wkhtmltopdf [options] in… out`: the command line of wkhtmltopdf on this engine. */
import type { Command } from 'commander';
import { Reported } from '../../failure.ts';
import type { OpenSession } from '../../session.ts';
import { flagSections, ownFlags } from './flag-table.ts';

export function addWkhtmltopdfCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('wkhtmltopdf')
    .summary('take the place of wkhtmltopdf, with its flags')
    .description(
      'Takes the command line of wkhtmltopdf 0.12.6: options, pages, covers and tables of contents, and the PDF. All words after the name are its own; options of pdfapi come before it. A link to pdfapi with the name wkhtmltopdf does the same, for programs that start that. docs/wkhtmltopdf.md says what becomes of each flag.',
    )
    .argument('[word...]', 'options, objects and the PDF: page.html page.pdf')
    .helpOption(false);
  for (const [title, rows] of Object.entries({ ...flagSections, 'Options of pdfapi': ownFlags })) {
    command.optionsGroup(`${title}:`);
    for (const [usage, [treatment, note]] of Object.entries(rows)) {
      command.option(usage, treatment === 'done' || treatment === 'mapped' ? note : `${treatment}: ${note}`);
    }
  }
  command
    .addHelpText(
      'after',
      `
Examples:
  pdfapi wkhtmltopdf page.html page.pdf
  pdfapi wkhtmltopdf -s Letter --footer-center '[page] / [topage]' cover cover.html toc a.html b.html book.pdf
  ln -s "$(command -v pdfapi)" ~/bin/wkhtmltopdf`,
    )
    .action(async (words: readonly string[], _: unknown, self: Command) => {
      const session = await open(self);
      const { runWkhtmltopdf } = await import('./run-wkhtmltopdf.ts');
      const exitCode = await runWkhtmltopdf(session, words);
      if (exitCode !== 0) throw new Reported(exitCode);
    });
}
