/** Reads the options that protect a PDF with passwords, and that open a protected `base.pdf`. */

import type { Permission, Protection } from '#contract/api/protection';
import { Failure } from '#contract/errors';
import type { Session } from '../../session.ts';
import { readPasswordFile } from './password-file.ts';

export interface ProtectionOptions {
  /** Files that hold one password each. */
  readonly passwordFile?: string | undefined;
  readonly ownerPasswordFile?: string | undefined;
  readonly basePasswordFile?: string | undefined;
  readonly permit?: readonly Permission[];
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
