/** The options that sign a PDF, as commander declares them: for `pdfapi sign`, and for commands that also render. */
import { type Command, Option } from 'commander';
import { type PermittedChanges, permittedChanges } from '#contract/api/permitted-changes';
import { Failure } from '#contract/errors';
import { pathArgument } from '../path-argument.ts';

/** The signing options of commands that also render. */
export interface SigningOptions {
  /** The file of the key. */
  readonly sign?: string | undefined;
  /** The name of a key that the server has, in place of a file. */
  readonly signIdentity?: string | undefined;
  readonly signCertificate?: readonly string[] | undefined;
  readonly signPasswordFile?: string | undefined;
  readonly signField?: string | undefined;
  readonly signReason?: string | undefined;
  readonly signLocation?: string | undefined;
  readonly signName?: string | undefined;
  readonly signContact?: string | undefined;
  readonly certify?: PermittedChanges | undefined;
  readonly timestamp?: string | undefined;
  readonly ltv?: boolean | undefined;
}

/** The options that describe a signature. Without a key there is none to describe. */
const detailNames = [
  '--sign-certificate',
  '--sign-password-file',
  '--sign-field',
  '--sign-reason',
  '--sign-location',
  '--sign-name',
  '--sign-contact',
  '--certify',
  '--timestamp',
  '--ltv',
] as const;

/** The options that go with a key file, and make no sense with a key of the server. */
const keyFileNames = ['--sign-certificate', '--sign-password-file', '--sign-contact'] as const;

export const ltvNeedsTimestamp = (): Failure =>
  new Failure('usage', '--ltv needs --timestamp: without one, the time of the signature is not proven.');

/** The files that no result may overwrite. */
export const signingFiles = ({
  sign,
  signCertificate = [],
  signPasswordFile,
}: SigningOptions): (string | undefined)[] => [sign, ...signCertificate, signPasswordFile];

/** The first option that needs a key: `isOfServer` if only a file of one will do. */
export function findSigningDetail(
  options: SigningOptions,
  { isOfServer }: { readonly isOfServer: boolean },
): string | undefined {
  const { signCertificate, signPasswordFile, signField, signReason, signLocation } = options;
  const { signName, signContact, certify, timestamp, ltv } = options;
  const values = [signCertificate, signPasswordFile, signField, signReason, signLocation];
  const given = [...values, signName, signContact, certify, timestamp, ltv];
  return detailNames.find(
    (name, index) =>
      given[index] !== undefined && (!isOfServer || (keyFileNames as readonly string[]).includes(name)),
  );
}

/** For commands that render: sign the PDF last. */
export function addSigningOptions(command: Command): Command {
  command
    .optionsGroup('Signature:')
    .option(
      '--sign <file>',
      'sign the PDF after PAdES with this key: PKCS#12 (.p12, .pfx) or PEM',
      pathArgument('--sign'),
    )
    .option('--sign-identity <name>', 'have the server sign with a key that it has for your team');
  return addSignatureOptions(command, 'sign-');
}

/** `prefix` is that of the options that would be unclear beside those of a render. */
export function addSignatureOptions(command: Command, prefix: '' | 'sign-'): Command {
  const [certificate, passwordFile] =
    prefix === '' ? ['--certificate', '--key-password-file'] : ['--sign-certificate', '--sign-password-file'];
  return command
    .option(
      `${certificate} <file>`,
      'certificates of the key, in PEM (repeatable)',
      (file: string, before: readonly string[] = []) => [...before, pathArgument(certificate)(file)],
    )
    .option(
      `${passwordFile} <file>`,
      'file with the password of the key [PDFAPI_KEY_PASSWORD]',
      pathArgument(passwordFile),
    )
    .option(`--${prefix}field <name>`, 'signature field to sign; a new one is invisible')
    .option(`--${prefix}reason <text>`, 'why it is signed')
    .option(`--${prefix}location <text>`, 'where it is signed')
    .option(`--${prefix}name <text>`, 'name of the signer (default: that of the certificate)')
    .option(`--${prefix}contact <text>`, 'how to reach the signer')
    .addOption(
      new Option('--certify <changes>', 'certify the document: what others may still do').choices(
        permittedChanges,
      ),
    )
    .option('--timestamp <address>', 'time-stamp authority (RFC 3161) that confirms the time')
    .option(
      '--ltv',
      'add what proves in years that the certificates were valid, from the addresses in them; needs --timestamp',
    );
}
