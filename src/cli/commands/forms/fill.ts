/** `pdfapi fill <pdf>`: fills the form of a PDF. */
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { assertSingleStdin } from '../../io/assert-single-stdin.ts';
import type { OutputOptions } from '../../io/output.ts';
import { addFileOptions } from '../../options/output/output-options.ts';
import { pathArgument, pathArguments } from '../../options/path-argument.ts';
import {
  addPdfPasswordOption,
  type PdfPasswordOptions,
  withPdfPassword,
} from '../../options/protection/pdf-password.ts';
import { type ConvertedPdf, convertPdf } from '../../rendering/convert-pdf.ts';
import type { OpenSession, Session } from '../../session.ts';
import { type FormDataOptions, readFormData } from './form-data.ts';
import { withTimeoutOption } from './form-timeout.ts';

interface Options extends OutputOptions, FormDataOptions, PdfPasswordOptions {
  readonly flatten?: true;
}

export function addFillCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('fill')
    .summary('fill the form of a PDF')
    .description(
      'Fills the form of a PDF by any program. "pdfapi fields" lists its fields. Values are text or numbers, true or false for check boxes, the value of an option, or several of them in a list; null empties a field. A signed PDF is only appended to, so that its signatures stay valid.',
    )
    .argument('<pdf|->', 'a PDF with a form; - is stdin', pathArgument('The PDF'))
    .option(
      '-d, --data <file|->',
      'JSON with the values, by the names of the fields; if repeated, later files are merged over earlier ones',
      pathArguments('--data'),
    )
    .option(
      '-s, --set <name=value>',
      'fill one field, such as customer.name=Ada (repeatable)',
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option('--flatten', 'draw the fields into the pages, so that nothing can be filled any more');
  addFileOptions(addPdfPasswordOption(command), { defaultName: '<name>-filled.pdf' })
    .addHelpText(
      'after',
      `
Examples:
  pdfapi fill form.pdf -d data.json -o filled.pdf
  pdfapi fill form.pdf --set name=Ada --set agree=true --flatten
  echo '{"name":"Ada"}' | pdfapi fill form.pdf -d - -o - | lp`,
    )
    .action(async (file: string, options: Options, self: Command) => {
      const session = await open(self);
      if (!(options.data || options.set || options.flatten)) {
        throw new Failure('usage', 'There is nothing to fill in.', {
          hint: 'Give values with --data or --set, or --flatten to draw those that the form has.',
        });
      }
      assertSingleStdin([file, ...(options.data ?? [])]);
      await convertPdf(session, file, options, {
        suffix: 'filled',
        inputs: [options.passwordFile, ...(options.data ?? [])],
        convert: async (bytes, name) => await fill(session, name, bytes, options),
      });
    });
}

/** Throws `invalid_pdf`, `invalid_data`, `usage`, `file_unreadable`. */
async function fill(
  session: Session,
  name: string,
  bytes: Uint8Array,
  { data, set, flatten, ...options }: Options,
): Promise<ConvertedPdf> {
  const { terminal, globals } = session;
  const { fillForm } = await import('#library/forms/fill-form');
  const values = await readFormData({ data, set }, terminal);
  const { pdf, pages, warnings } = await withPdfPassword(session, {
    name,
    options,
    activity: `Filling ${name}`,
    use: (password) => fillForm(bytes, values, { flatten, password, timeoutMs: globals.timeout }),
  }).catch((error) => {
    throw withTimeoutOption(error, globals.timeout);
  });
  for (const warning of warnings) terminal.warn(`${name}: ${warning}`);
  return { pdf, pages };
}
