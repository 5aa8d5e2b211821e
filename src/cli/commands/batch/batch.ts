/** `pdfapi batch <template> <rows>`: renders one PDF per row of a file, or one PDF of all rows. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Failure } from '#contract/errors';
import { assertSingleStdin } from '../../io/assert-single-stdin.ts';
import { statPath } from '../../io/stat-path.ts';
import { assertTemplateFolder } from '../../options/assert-template-folder.ts';
import { decimalOption, encodingOption } from '../../options/data/rows-option.ts';
import { addImageOptions } from '../../options/images/image-options.ts';
import { commandOf } from '../../options/output/output-argument.ts';
import { addSideBySideOptions } from '../../options/output/side-by-side-options.ts';
import { pathArgument, pathArguments } from '../../options/path-argument.ts';
import { addBasePasswordOption, addProtectionOptions } from '../../options/protection/protection-options.ts';
import { addDataOptions, addDocumentOptions, addRenderingOptions } from '../../options/render-options.ts';
import { addSigningOptions } from '../../options/signing/signing-options.ts';
import { addStampOptions } from '../../options/stamp/stamp-options.ts';
import { parseTemplateArgument, templateArgumentHelp } from '../../options/template-argument.ts';
import type { OpenSession } from '../../session.ts';
import type { BatchOptions } from './batch-options.ts';
import { readBatchImages } from './output/batch-images.ts';

export function addBatchCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('batch')
    .summary('render one PDF per row of a file, or per group of rows')
    .description(
      'Fills a template with each row of CSV, NDJSON or JSON files: one PDF per row, per group of rows, or all in one. The template is a local folder or a template on a server.',
    )
    .argument('<template>', templateArgumentHelp, pathArgument('The template'))
    .argument(
      '<rows...>',
      'CSV, .xlsx, NDJSON or JSON files, or a folder of JSON files; - is stdin',
      pathArguments('The file of rows'),
    )
    .optionsGroup('Rows:')
    .addOption(
      new Option('--rows-format <format>', 'needed if the file extension does not tell').choices([
        'csv',
        'ndjson',
        'json',
      ]),
    )
    .option('--delimiter <character>', 'separates the cells of CSV (default: detected)', delimiter)
    .option('--typed', 'read numbers, true, false, null and JSON in CSV cells as values, not text')
    .addOption(decimalOption())
    .addOption(encodingOption())
    .option(
      '--group-by <columns>',
      'one PDF for all rows with the same values in these columns, such as number or customer.id,month',
    )
    .option(
      '--items <list[:columns]>',
      'with --group-by: the variable with the rows of a group, and the columns that they have (default: items, with all)',
    );
  addDataOptions(command)
    .optionsGroup('Output:')
    .option(
      '-o, --output <pattern>',
      "where each PDF goes: Twig over the row and row_number, such as 'out/{{ number }}.pdf', or a folder",
      pathArgument('-o'),
    )
    .option(
      '--merge-into <file|->',
      'write one PDF of all rows, or none if any row fails',
      pathArgument('--merge-into'),
    )
    .option('--force', 'overwrite files that -o did not name');
  addSideBySideOptions(addImageOptions(command).optionsGroup('Batch:'), 'rows')
    .option('--report <file>', 'write the failed rows and their errors as NDJSON', pathArgument('--report'))
    .option(
      '--failed-rows <file>',
      'write the failed rows unchanged, to run again',
      pathArgument('--failed-rows'),
    )
    .option('--resume', 'skip rows that are done, and never pay twice')
    .optionsGroup('On the server:')
    .option('--async', 'hand all rows to the server and print the id of the job')
    .option('--wait', 'with --async: wait, then write the ZIP (-o) or the merged PDF (--merge-into)')
    .option(
      '--filename <pattern>',
      "with --async: the names in the ZIP, such as 'invoice-{{ number }}.pdf' (default: {{ row_number }}.pdf)",
    );
  // Known only to be explained.
  addDocumentOptions(command).addOption(new Option('--e-invoice <file>').hideHelp());
  addStampOptions(command);
  addBasePasswordOption(addProtectionOptions(command));
  addSigningOptions(command);
  addRenderingOptions(command)
    .addHelpText(
      'after',
      `
Columns such as customer.name and items.0.price become objects and lists.

Examples:
  pdfapi batch ./invoice invoices.csv -o 'out/{{ number }}.pdf'
  pdfapi batch ./invoice lines.csv --group-by number --items items:name,price -o 'out/{{ number }}.pdf'
  pdfapi batch invoice invoices.ndjson -o 'out/{{ customer.name }}/{{ number }}.pdf' --resume
  psql -c "COPY … TO STDOUT CSV HEADER" | pdfapi batch ./letter - --merge-into letters.pdf
  pdfapi batch invoice invoices.csv --async --wait -o invoices.zip --filename 'invoice-{{ number }}.pdf'
  pdfapi batch ./card people.csv -o 'out/{{ name }}-{n}.png' --dpi 96
  pdfapi batch ./invoice in.csv -o out/ --continue-on-error --report why.ndjson --failed-rows again.csv`,
    )
    .action(async (text: string, rows: readonly string[], options: BatchOptions, self: Command) => {
      const session = await open(self);
      assertConsistentOptions(rows, options);
      assertNotSwapped(text, rows);
      const template = await parseTemplateArgument(session, text);
      if (template.kind === 'folder') await assertTemplateFolder(template.path);
      if (options.async) {
        const { runAsyncBatch } = await import('./async-batch.ts');
        return await runAsyncBatch(session, { template, rows }, options, self);
      }
      const { runBatch } = await import('./run-batch.ts');
      await runBatch(session, { template, rows }, options, self);
    });
}

/** Throws `usage` for a file of rows in place of the template. */
function assertNotSwapped(template: string, [rows = '', ...others]: readonly string[]): void {
  const isOfRows = /\.(?:csv|tsv|tab|ndjson|jsonl|json|xlsx)$/i.test(template);
  if (!isOfRows || statPath(template)?.isDirectory() !== false) return;
  const meant =
    others.length === 0
      ? commandOf('pdfapi batch', [rows, template])
      : commandOf('pdfapi batch <template>', [template]);
  throw new Failure('usage', `${template} is a file of rows: the template comes first.`, {
    hint: `The arguments are swapped. Write: ${meant}`,
  });
}

function assertConsistentOptions(rows: readonly string[], options: BatchOptions): void {
  const { data = [], output, mergeInto, continueOnError } = options;
  if (options.eInvoice !== undefined) {
    throw new Failure('usage', '--e-invoice embeds one invoice, but each row of a batch has its own.', {
      hint: 'Put invoice.xml, with Twig, into the folder of the template.',
    });
  }
  assertSingleStdin([...rows, ...data]);
  assertAsyncOptions(options);
  if (output !== undefined && mergeInto !== undefined) {
    throw new Failure('usage', '-o and --merge-into are mutually exclusive.', {
      hint: '-o writes one PDF per row, --merge-into one PDF of all rows.',
    });
  }
  if (output === '-' && !options.async) {
    throw new Failure('usage', '-o - would write many PDFs into one stream.', {
      hint: "Name files (-o 'out/{{ row_number }}.pdf'), or write one PDF of all rows: --merge-into -",
    });
  }
  if (mergeInto !== undefined && continueOnError) {
    throw new Failure('usage', '--merge-into and --continue-on-error are mutually exclusive.', {
      hint: 'A merged PDF either has all rows or is not written.',
    });
  }
  readBatchImages(options);
}

function assertAsyncOptions({ async, wait, filename, output, mergeInto }: BatchOptions): void {
  const alone = wait ? '--wait' : filename === undefined ? undefined : '--filename';
  if (!async && alone) {
    throw new Failure('usage', `${alone} needs --async.`, {
      hint: 'Without it, this process renders the rows and writes them as -o says.',
    });
  }
  if (async && !wait && output !== undefined) {
    throw new Failure('usage', '--async -o needs --wait: the ZIP exists when the job has ended.', {
      hint: 'Without --wait: pdfapi jobs wait <job> -o invoices.zip',
    });
  }
  if (async && mergeInto !== undefined && filename !== undefined) {
    throw new Failure('usage', '--filename names the PDFs of a ZIP, and --merge-into writes one PDF.');
  }
}

function delimiter(text: string): string {
  const character = text === '\\t' || text === 'tab' ? '\t' : text;
  if (character.length === 1 && !/["\r\n]/.test(character)) return character;
  throw new InvalidArgumentError('It must be one character, such as ; or tab.');
}
