/** `pdfapi unlock <pdf>`: removes the passwords and restrictions of a PDF whose password one has. */

import { basename } from 'node:path';
import type { Command } from 'commander';
import { Failure } from '../../contract/errors.ts';
import { assertDistinctFiles } from '../io/assert-distinct-files.ts';
import { chooseTarget, type OutputOptions, writeTarget } from '../io/output.ts';
import { ask } from '../io/prompt.ts';
import { readStdin } from '../io/streams.ts';
import { pathArgument } from '../options/path-argument.ts';
import { readPasswordFile } from '../options/protection/password-file.ts';
import { printResult } from '../rendering/result.ts';
import type { OpenSession, Session } from '../session.ts';

interface Options extends OutputOptions {
  readonly passwordFile?: string;
}

export function addUnlockCommand(program: Command, open: OpenSession): void {
  program
    .command('unlock')
    .summary('remove the password of a PDF')
    .description(
      'Writes a PDF without its passwords and restrictions. A file whose author restricted what may be done with it needs the owner password; the user password is enough for any other. Asks for the password at a terminal if none is given.',
    )
    .argument('<pdf|->', 'a protected PDF; - is stdin', pathArgument('The PDF'))
    .option('-o, --output <file|->', 'file to write the PDF to; - is stdout', pathArgument('-o'))
    .option('--filename <name>', 'name of the PDF in the current folder (default: <name>-unlocked.pdf)')
    .option('--force', 'overwrite a file that -o did not name')
    .option(
      '--password-file <file>',
      'file with the password [PDFAPI_PDF_PASSWORD]',
      pathArgument('--password-file'),
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
      const name = file === '-' ? 'stdin' : basename(file);
      const target = await chooseTarget(session, options, `${name.replace(/\.pdf$/i, '')}-unlocked.pdf`);
      assertDistinctFiles([target.path], [options.passwordFile]);
      if (file === '-') session.terminal.awaitStdin('a PDF');
      const { readInput } = await import('../../core/template/load/read-input.ts');
      const bytes = file === '-' ? await readStdin() : await readInput(file);
      const { pdf, wasProtected } = await unlock(session, name, bytes, options);
      if (!wasProtected) session.terminal.warn(`${name} was not protected: it is written unchanged.`);
      await writeTarget(session, target, pdf);
      const { countPages } = await import('../../core/pdf/index.ts');
      await printResult(session, {
        path: target.path ?? '-',
        pages: countPages(pdf),
        bytes: pdf.length,
        ms: Math.round(performance.now()),
      });
    });
}

/** Tries the password that is given, then none, then the one that is typed. Throws `invalid_pdf` and `usage`. */
async function unlock(
  { context, terminal }: Session,
  name: string,
  bytes: Uint8Array,
  { passwordFile }: Options,
) {
  const { unlockPdf } = await import('../../library/unlock-pdf.ts');
  const given =
    passwordFile === undefined
      ? context.pdfPassword
      : await readPasswordFile('--password-file', passwordFile);
  terminal.activity(`Unlocking ${name}`);
  const open = async (password: string | undefined) => {
    const unlocked = await unlockPdf(bytes, { password });
    for (const warning of unlocked.warnings) terminal.warn(`${name}: ${warning}`);
    return unlocked;
  };
  try {
    return await open(given);
  } catch (error) {
    if (!isLocked(error)) throw named(error, name);
    if (given !== undefined || !terminal.mayAsk) {
      throw named(error, name, 'Give the owner password in a file: --password-file');
    }
  } finally {
    terminal.rest();
  }
  const typed = await ask(terminal, {
    message: `Password of ${name}`,
    isSecret: true,
    instead: '--password-file',
  });
  return await open(typed).catch((error) => {
    throw named(error, name);
  });
}

/** Whether another password may open the file. */
const isLocked = (error: unknown): boolean =>
  error instanceof Failure && (error.cause as { code?: unknown } | undefined)?.code === 'encrypted';

function named(error: unknown, name: string, hint?: string): unknown {
  if (!(error instanceof Failure)) return error;
  return new Failure(error.code, `${name}: ${error.message}`, { cause: error, hint });
}
