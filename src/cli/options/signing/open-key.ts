/** Opens the key that a command signs with: once, and before anything is rendered. */
import { Failure } from '#contract/errors';
import type { Signer } from '#library/signing/open-signer';
import type { SignPdfOptions } from '#library/signing/sign-pdf';
import { assertSignable } from '#render/sealing/requested-signature';
import type { SigningIdentity } from '#signing';
import { readInput } from '#template/load/read-input';
import type { Session } from '../../session.ts';
import { readPasswordFile } from '../protection/password-file.ts';
import type { ProtectionOptions } from '../protection/read-protection.ts';
import { withPassword } from '../protection/with-password.ts';
import { reproducibleDate } from '../reproducible.ts';
import { findSigningDetail, ltvNeedsTimestamp, type SigningOptions } from './signing-options.ts';

export interface KeyFiles {
  readonly key: string;
  readonly certificates: readonly string[];
  readonly passwordFile: string | undefined;
  /** The names of the options, for errors. */
  readonly options: { readonly key: string; readonly password: string };
}

export interface KeyRequest extends KeyFiles {
  readonly details: Omit<SignPdfOptions, 'key' | 'password'>;
}

/** Reads the files and asks at a terminal for a missing password. Throws `usage`, `invalid_option`, `file_unreadable`. */
export async function openKey(session: Session, { details, ...files }: KeyRequest): Promise<Signer> {
  if (details.longTerm && details.timestamp === undefined) {
    throw ltvNeedsTimestamp();
  }
  const { openSigner } = await import('#library/signing/open-signer');
  return await unlock(session, files, (key, password) =>
    openSigner({ key, password, ...details }, 'machine'),
  );
}

/** The key and its certificates, to be stored. Throws like `openKey`. */
export async function readIdentityFiles(session: Session, files: KeyFiles): Promise<SigningIdentity> {
  const { readKey } = await import('#library/signing/open-signer');
  return await unlock(session, files, readKey);
}

async function unlock<Result>(
  { context, terminal }: Session,
  files: KeyFiles,
  open: (key: readonly Uint8Array[], password: string | undefined) => Result,
): Promise<Result> {
  const { key: file, certificates, passwordFile, options } = files;
  const key = await Promise.all([file, ...certificates].map((path) => readInput(path)));
  const given =
    passwordFile === undefined ? context.keyPassword : await readPasswordFile(options.password, passwordFile);
  try {
    return await withPassword(terminal, {
      given,
      use: async (password) => open(key, password),
      lockedCode: 'password',
      message: 'Password of the key',
      option: options.password,
      hint: given === undefined ? `Give the password of the key in a file: ${options.password}` : undefined,
    });
  } catch (error) {
    throw withOption(error, files);
  }
}

/**
 * The key of a command that renders, or undefined if its PDFs are not signed. Throws `invalid_option` and `usage` for what
 * cannot be signed, and the errors of `openKey`.
 */
export async function openSigningKey(
  session: Session,
  options: SigningOptions & ProtectionOptions & { readonly reproducible?: true | undefined },
): Promise<Signer | undefined> {
  if (options.signIdentity !== undefined) {
    throw new Failure(
      'usage',
      '--sign-identity names a key of a server, but this document is rendered here.',
      {
        hint: 'Sign with a file: --sign ada.p12',
      },
    );
  }
  if (options.sign === undefined) {
    const detail = findSigningDetail(options, { isOfServer: false });
    if (detail === undefined) return undefined;
    throw new Failure('usage', `${detail} needs --sign: without a key, nothing is signed.`);
  }
  const { passwordFile, ownerPasswordFile, signCertificate = [], signPasswordFile } = options;
  const passwords = [passwordFile, ownerPasswordFile, session.context.pdfPassword];
  const { sourceDateEpoch } = session.context;
  assertSignable({
    isProtected: passwords.some((given) => given !== undefined),
    isReproducible: reproducibleDate(options.reproducible === true, sourceDateEpoch) !== undefined,
  });
  const { signField, signReason, signLocation, signName, signContact, certify, timestamp, ltv } = options;
  const signer = await openKey(session, {
    key: options.sign,
    certificates: signCertificate,
    passwordFile: signPasswordFile,
    options: { key: '--sign', password: '--sign-password-file' },
    details: {
      field: signField,
      reason: signReason,
      location: signLocation,
      name: signName,
      contact: signContact,
      certify,
      timestamp,
      longTerm: ltv,
    },
  });
  for (const warning of signer.warnings) session.terminal.warn(warning);
  return signer;
}

/** Says which file, and with which option, the error is about. */
function withOption(error: unknown, { key, options }: KeyFiles): unknown {
  if (!(error instanceof Failure) || error.code !== 'invalid_option') return error;
  const { key: aboutKey, password } = error.errors ?? {};
  if (!aboutKey && !password) return error;
  const option = password ? options.password : options.key;
  const message = `${options.key} ${key}: ${error.message}`;
  return new Failure(error.code, message, {
    hint: error.hint,
    errors: { [option]: [error.message] },
    cause: error.cause,
  });
}
