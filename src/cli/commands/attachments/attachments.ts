/** `pdfapi attachments <pdf>`: lists the files attached to a PDF, and extracts them. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { namedFailure } from '../../inputs/named-failure.ts';
import { pathArgument } from '../../options/path-argument.ts';
import { readPasswordFile } from '../../options/protection/password-file.ts';
import { withPassword } from '../../options/protection/with-password.ts';
import type { OpenSession, Session } from '../../session.ts';
import { type NamedAttachment, nameAttachments } from './attachment-names.ts';

export interface AttachmentsOptions {
  readonly name?: readonly string[];
  readonly output?: string;
  readonly force?: boolean;
  readonly passwordFile?: string;
}

export function addAttachmentsCommand(program: Command, open: OpenSession): void {
  program
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
    .option('--force', 'overwrite files that are in the folder')
    .option(
      '--password-file <file>',
      'file with the password of the PDF [PDFAPI_PDF_PASSWORD]',
      pathArgument('--password-file'),
    )
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
  { passwordFile }: AttachmentsOptions,
): Promise<readonly NamedAttachment[]> {
  const { context, terminal, globals } = session;
  const [{ extractAttachments }, { readPdfFile }] = await Promise.all([
    import('#library/extract-attachments'),
    import('../../inputs/input-pdf.ts'),
  ]);
  const given =
    passwordFile === undefined
      ? context.pdfPassword
      : await readPasswordFile('--password-file', passwordFile);
  const name = file === '-' ? 'stdin' : basename(file);
  const bytes = await readPdfFile(session, { file, text: name });
  const found = await withPassword(terminal, {
    given,
    use: (password) => extractAttachments(bytes, { password, timeoutMs: globals.timeout }),
    lockedCode: 'encrypted',
    message: `Password of ${name}`,
    option: '--password-file',
    hint: 'Give the password in a file: --password-file',
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
