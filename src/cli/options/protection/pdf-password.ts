/** The password of the one PDF that a command reads: from an option, the environment, or the terminal. */
import type { Command } from 'commander';
import type { Session } from '../../session.ts';
import { pathArgument } from '../path-argument.ts';
import { readPasswordFile } from './password-file.ts';
import { withPassword } from './with-password.ts';

export interface PdfPasswordOptions {
  readonly passwordFile?: string;
}

/** `help`: the password of what. */
export const addPdfPasswordOption = (command: Command, help = 'file with the password of the PDF'): Command =>
  command.option('--password-file <file>', `${help} [PDFAPI_PDF_PASSWORD]`, pathArgument('--password-file'));

interface PdfPasswordUse<Result> {
  /** The PDF that the question at the terminal names. */
  readonly name: string;
  readonly options: PdfPasswordOptions;
  /** Which password opens it, for the hint. Default: any. */
  readonly wanted?: 'password' | 'owner password' | undefined;
  /** Shown while it works. */
  readonly activity?: string | undefined;
  /** Undefined: without a password. */
  readonly use: (password: string | undefined) => Promise<Result>;
}

/** Throws what `use` throws, `usage` and `file_unreadable`. */
export async function withPdfPassword<Result>(
  { context, terminal }: Session,
  { name, options: { passwordFile }, wanted = 'password', activity, use }: PdfPasswordUse<Result>,
): Promise<Result> {
  const given =
    passwordFile === undefined
      ? context.pdfPassword
      : await readPasswordFile('--password-file', passwordFile);
  if (activity !== undefined) terminal.activity(activity);
  return await withPassword(terminal, {
    given,
    use,
    lockedCode: 'encrypted',
    message: `Password of ${name}`,
    option: '--password-file',
    hint: `Give the ${wanted} in a file: --password-file`,
  });
}
