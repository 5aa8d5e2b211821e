/** The options that protect a PDF with passwords, and that open a protected `base.pdf`. */
import { type Command, InvalidArgumentError } from 'commander';
import { didYouMean } from '../../contract/did-you-mean.ts';
import { Failure } from '../../contract/errors.ts';
import { type Permission, type Protection, permissionNames } from '../../contract/protection.ts';
import type { Session } from '../session.ts';
import { readPasswordFile } from './password-file.ts';
import { pathArgument } from './path-argument.ts';

export interface ProtectionOptions {
  /** Files that hold one password each. */
  readonly passwordFile?: string | undefined;
  readonly ownerPasswordFile?: string | undefined;
  readonly basePasswordFile?: string | undefined;
  readonly permit?: readonly Permission[];
}

/** The environment variable with the user password. */
const variable = 'PDFAPI_PDF_PASSWORD';

export function addProtectionOptions(command: Command): Command {
  return command
    .optionsGroup('Protection:')
    .option(
      '--password-file <file>',
      `encrypt the PDF (AES-256): it opens with the password in this file [${variable}]`,
      pathArgument('--password-file'),
    )
    .option(
      '--owner-password-file <file>',
      'encrypt the PDF: the password in this file lifts all restrictions',
      pathArgument('--owner-password-file'),
    )
    .option(
      '--permit <list>',
      `what others may do: ${permissionNames.join(', ')} (default: all; access always)`,
      readPermissions,
    );
}

/** In the group of `addProtectionOptions`. */
export function addBasePasswordOption(command: Command): Command {
  return command.option(
    '--base-password-file <file>',
    'file with the password of an encrypted base.pdf',
    pathArgument('--base-password-file'),
  );
}

function readPermissions(text: string): readonly Permission[] {
  const names = text.split(',').map((name) => name.trim());
  return names.map((name) => {
    const found = permissionNames.find((known) => known === name);
    if (found) return found;
    const known = permissionNames.join(', ');
    throw new InvalidArgumentError(`"${name}" is not one of: ${known}.${didYouMean(name, permissionNames)}`);
  });
}

/** The files that no result may overwrite. */
export const passwordFiles = ({
  passwordFile,
  ownerPasswordFile,
  basePasswordFile,
}: ProtectionOptions): (string | undefined)[] => [passwordFile, ownerPasswordFile, basePasswordFile];

/** Undefined if the PDF is not protected. Throws `usage` and `file_unreadable`. */
export async function readProtection(
  { context }: Pick<Session, 'context'>,
  { passwordFile, ownerPasswordFile, permit }: ProtectionOptions,
): Promise<Protection | undefined> {
  const userPassword =
    passwordFile === undefined
      ? context.pdfPassword
      : await readPasswordFile('--password-file', passwordFile);
  const ownerPassword =
    ownerPasswordFile === undefined
      ? undefined
      : await readPasswordFile('--owner-password-file', ownerPasswordFile);
  if (userPassword !== undefined || ownerPassword !== undefined) {
    return { userPassword, ownerPassword, permissions: permit };
  }
  if (permit === undefined) return undefined;
  throw new Failure('usage', '--permit needs a password: without one, nothing is restricted.', {
    hint: 'Give --owner-password-file, and --password-file if the PDF shall open only with a password.',
  });
}

/** Throws `usage` and `file_unreadable`. */
export const readBasePassword = async ({
  basePasswordFile: file,
}: ProtectionOptions): Promise<string | undefined> =>
  file === undefined ? undefined : await readPasswordFile('--base-password-file', file);
