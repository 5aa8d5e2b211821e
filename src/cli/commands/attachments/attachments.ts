/** `pdfapi attachments <pdf>`: lists the files attached to a PDF, and extracts them. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { namedFailure } from '../../inputs/named-failure.ts';
import { pathArgument } from '../../options/path-argument.ts';
import {
  addPdfPasswordOption,
  type PdfPasswordOptions,
  withPdfPassword,
} from '../../options/protection/pdf-password.ts';
import type { OpenSession, Session } from '../../session.ts';
import { type NamedAttachment, nameAttachments } from './attachment-names.ts';

export interface AttachmentsOptions extends PdfPasswordOptions {
  readonly name?: readonly string[];
  readonly output?: string;
  readonly force?: boolean;
}

export function addAttachmentsCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('attachments')
    .summary('list and extract the files attached to a PDF')
    .description(
      'Lists the files attached to a PDF by any program: of the document, such as the XML of an e-invoice, of annotations, and of its other parts. With -o, writes them to files. Their names are those of the PDF without what is unsafe in a name; a number follows where two would be equal.',
    )
    .argument('<pdf|->', 'a PDF; - is stdin', pathArgument('The PDF'))
    .option(
      '--name <name>',
      'only the file of this name (repeatable)',
      (name: string, before: readonly string[] = []) => [...before, name],
    )
    .option(
      '-o, --output <folder|->',
      'write the files to this folder; a single --name also to a file, or to stdout with -',
      pathArgument('-o'),
    )
    .option('--force', 'overwrite files that are in the folder');
  addPdfPasswordOption(command)
    .addHelpText(
      'after',
      `
Examples:
  pdfapi attachments invoice.pdf
  pdfapi attachments invoice.pdf -o files/
  pdfapi attachments invoice.pdf --name factur-x.xml -o - | xmllint --format -
  pdfapi attachments invoice.pdf --json`,
    )
    .action(async (file: string, options: AttachmentsOptions, self: Command) => {
      const session = await open(self);
      const files = choose(await read(session, file, options), options.name);
      if (options.output === undefined) {
        const { reportAttachments } = await import('./report-attachments.ts');
        return await reportAttachments(session, files);
      }
      const { writeAttachments } = await import('./write-attachments.ts');
      await writeAttachments(session, files, { ...options, file, output: options.output });
    });
}

/** Throws `invalid_pdf`, `usage`, `timeout`, `file_unreadable`. */
async function read(
  session: Session,
  file: string,
  options: AttachmentsOptions,
): Promise<readonly NamedAttachment[]> {
  const [{ extractAttachments }, { readPdfFile }] = await Promise.all([
    import('#library/extract-attachments'),
    import('../../inputs/input-pdf.ts'),
  ]);
  const name = file === '-' ? 'stdin' : basename(file);
  const bytes = await readPdfFile(session, { file, text: name });
  const found = await withPdfPassword(session, {
    name,
    options,
    use: (password) => extractAttachments(bytes, { password, timeoutMs: session.globals.timeout }),
  }).catch((error) => {
    throw namedFailure(error, name);
  });
  return nameAttachments(found);
}

/** A name may be that of the PDF, which several files can have, or the one that a file gets. Throws `usage`. */
function choose(
  files: readonly NamedAttachment[],
  names: readonly string[] | undefined,
): readonly NamedAttachment[] {
  if (!names) return files;
  for (const name of names) {
    if (files.some((each) => isNamed(each, name))) continue;
    const known = files.slice(0, 20).map(({ fileName }) => fileName);
    throw new Failure('usage', `--name: the PDF has no attached file ${JSON.stringify(name)}.`, {
      hint: known.length > 0 ? `It has: ${known.join(', ')}` : 'It has no attached files.',
    });
  }
  return files.filter((each) => names.some((name) => isNamed(each, name)));
}

const isNamed = ({ name, fileName }: NamedAttachment, wanted: string): boolean =>
  name === wanted || fileName === wanted;
