/** `pdfapi fields <pdf>`: lists the form fields of a PDF. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { namedFailure } from '../../inputs/named-failure.ts';
import { readStdin } from '../../io/streams.ts';
import { pathArgument } from '../../options/path-argument.ts';
import {
  addPdfPasswordOption,
  type PdfPasswordOptions,
  withPdfPassword,
} from '../../options/protection/pdf-password.ts';
import type { OpenSession, Session } from '../../session.ts';
import { withTimeoutOption } from './form-timeout.ts';

export function addFieldsCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('fields')
    .summary('list the form fields of a PDF')
    .description(
      'Lists the fields of a PDF form by any program: names, kinds, values, options, and places. They are what "pdfapi fill" takes as data.',
    )
    .argument('<pdf|->', 'a PDF; - is stdin', pathArgument('The PDF'));
  addPdfPasswordOption(command)
    .addHelpText(
      'after',
      `
Examples:
  pdfapi fields form.pdf
  pdfapi fields form.pdf --json
  pdfapi fields form.pdf | cut -f 1`,
    )
    .action(async (file: string, options: PdfPasswordOptions, self: Command) => {
      const session = await open(self);
      const fields = await readFields(session, file, options);
      const { reportFields, writeFields } = await import('./report-fields.ts');
      if (session.context.json) await writeFields(fields);
      else await reportFields(session, fields);
    });
}

/** Throws `invalid_pdf`, `usage`, `file_unreadable`. */
async function readFields(session: Session, file: string, options: PdfPasswordOptions) {
  const { terminal, globals } = session;
  const [{ readInput }, { listFormFields }] = await Promise.all([
    import('#template/load/read-input'),
    import('#library/forms/list-form-fields'),
  ]);
  if (file === '-') terminal.awaitStdin('a PDF');
  const bytes = file === '-' ? await readStdin() : await readInput(file);
  const name = file === '-' ? 'stdin' : basename(file);
  return await withPdfPassword(session, {
    name,
    options,
    use: (password) => listFormFields(bytes, { password, timeoutMs: globals.timeout }),
  }).catch((error) => {
    throw withTimeoutOption(namedFailure(error, name), globals.timeout);
  });
}
