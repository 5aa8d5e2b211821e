/** `pdfapi unlock <pdf>`: removes the passwords and restrictions of a PDF whose password one has. */

import type { Command } from 'commander';
import type { OutputOptions } from '../io/output.ts';
import { addFileOptions } from '../options/output/output-options.ts';
import { pathArgument } from '../options/path-argument.ts';
import {
  addPdfPasswordOption,
  type PdfPasswordOptions,
  withPdfPassword,
} from '../options/protection/pdf-password.ts';
import { convertPdf } from '../rendering/convert-pdf.ts';
import type { OpenSession, Session } from '../session.ts';

type Options = OutputOptions & PdfPasswordOptions;

export function addUnlockCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('unlock')
    .summary('remove the password of a PDF')
    .description(
      'Writes a PDF without its passwords and restrictions. A file whose author restricted what may be done with it needs the owner password; the user password is enough for any other. Asks for the password at a terminal if none is given.',
    )
    .argument('<pdf|->', 'a protected PDF; - is stdin', pathArgument('The PDF'));
  addPdfPasswordOption(
    addFileOptions(command, { defaultName: '<name>-unlocked.pdf' }),
    'file with the password',
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi unlock statement.pdf -o open.pdf
  pdfapi unlock statement.pdf -o open.pdf --password-file secret.txt
  pdfapi unlock - -o - --password-file secret.txt < statement.pdf | lp`,
    )
    .action(async (file: string, options: Options, self: Command) => {
      const session = await open(self);
      await convertPdf(session, file, options, {
        suffix: 'unlocked',
        inputs: [options.passwordFile],
        convert: async (bytes, name) => await unlock(session, name, bytes, options),
      });
    });
}

async function unlock(
  session: Session,
  name: string,
  bytes: Uint8Array,
  options: Options,
): Promise<Uint8Array> {
  const { terminal } = session;
  const { unlockPdf } = await import('#library/unlock-pdf');
  const { pdf, wasProtected, warnings } = await withPdfPassword(session, {
    name,
    options,
    wanted: 'owner password',
    activity: `Unlocking ${name}`,
    use: (password) => unlockPdf(bytes, { password }),
  });
  for (const warning of warnings) terminal.warn(`${name}: ${warning}`);
  if (!wasProtected) terminal.warn(`${name} was not protected: it is written unchanged.`);
  return pdf;
}
