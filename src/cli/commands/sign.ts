/** `pdfapi sign <pdf>`: signs a PDF with the key of a person or an organization. */

import { type Command, Option } from 'commander';
import { type PermittedChanges, permittedChanges } from '../../contract/api/permitted-changes.ts';
import { Failure } from '../../contract/errors.ts';

import type { OutputOptions } from '../io/output.ts';
import { pathArgument } from '../options/path-argument.ts';
import { readPasswordFile } from '../options/protection/password-file.ts';
import { withPassword } from '../options/protection/with-password.ts';
import { convertPdf } from '../rendering/convert-pdf.ts';
import type { OpenSession, Session } from '../session.ts';

interface Options extends OutputOptions {
  readonly key: string;
  readonly certificate?: readonly string[];
  readonly keyPasswordFile?: string;
  readonly field?: string;
  readonly reason?: string;
  readonly location?: string;
  readonly name?: string;
  readonly contact?: string;
  readonly certify?: PermittedChanges;
  readonly timestamp?: string;
  readonly ltv?: boolean;
}

export function addSignCommand(program: Command, open: OpenSession): void {
  program
    .command('sign')
    .summary('sign a PDF')
    .description(
      'Signs a PDF after PAdES with a key in PKCS#12 or PEM. The bytes of the PDF stay as they are, so that earlier signatures stay valid. The signature fills the field that --field names or the only unsigned one of the PDF; otherwise it is invisible on the pages. Asks for the password of the key at a terminal if none is given.',
    )
    .argument('<pdf|->', 'the PDF to sign; - is stdin', pathArgument('The PDF'))
    .requiredOption(
      '--key <file>',
      'key: PKCS#12 (.p12, .pfx), or PEM with or without its certificates',
      pathArgument('--key'),
    )
    .option(
      '--certificate <file>',
      'certificates of the key, in PEM (repeatable)',
      (file: string, before: readonly string[] = []) => [...before, pathArgument('--certificate')(file)],
    )
    .option(
      '--key-password-file <file>',
      'file with the password of the key [PDFAPI_KEY_PASSWORD]',
      pathArgument('--key-password-file'),
    )
    .option('--field <name>', 'signature field to sign; a new one is invisible')
    .option('--reason <text>', 'why it is signed')
    .option('--location <text>', 'where it is signed')
    .option('--name <text>', 'name of the signer (default: that of the certificate)')
    .option('--contact <text>', 'how to reach the signer')
    .addOption(
      new Option('--certify <changes>', 'certify the document: what others may still do').choices(
        permittedChanges,
      ),
    )
    .option('--timestamp <address>', 'time-stamp authority (RFC 3161) that confirms the time')
    .option('--ltv', 'add what proves in years that the certificates were valid; needs --timestamp')
    .option('-o, --output <file|->', 'file to write the PDF to; - is stdout', pathArgument('-o'))
    .option('--filename <name>', 'name of the PDF in the current folder (default: <name>-signed.pdf)')
    .option('--force', 'overwrite a file that -o did not name')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi sign contract.pdf --key ada.p12 --key-password-file secret.txt -o signed.pdf
  pdfapi sign contract.pdf --key key.pem --certificate chain.pem --reason Approved
  pdfapi sign contract.pdf --key ada.p12 --timestamp http://timestamp.example.com
  pdfapi html report.html -o - | pdfapi sign - --key ada.p12 -o report.pdf --certify nothing`,
    )
    .action(async (file: string, options: Options, self: Command) => {
      const session = await open(self);
      const keyFiles = [options.key, ...(options.certificate ?? [])];
      await convertPdf(session, file, options, {
        suffix: 'signed',
        inputs: [...keyFiles, options.keyPasswordFile],
        convert: async (bytes, name) => await sign(session, name, bytes, keyFiles, options),
      });
    });
}

/** Throws `invalid_pdf`, `invalid_option`, `timestamp_failed`, `usage`, `file_unreadable`. */
async function sign(
  { context, terminal }: Session,
  name: string,
  bytes: Uint8Array,
  keyFiles: readonly string[],
  { keyPasswordFile, field, reason, location, name: signer, contact, certify, timestamp, ltv }: Options,
): Promise<Uint8Array> {
  const [{ readInput }, { signPdf }] = await Promise.all([
    import('../../core/template/load/read-input.ts'),
    import('../../library/signing/sign-pdf.ts'),
  ]);
  const key = await Promise.all(keyFiles.map((path) => readInput(path)));
  const given =
    keyPasswordFile === undefined
      ? context.keyPassword
      : await readPasswordFile('--key-password-file', keyPasswordFile);
  if (ltv && timestamp === undefined) {
    throw new Failure(
      'usage',
      '--ltv needs --timestamp: without one, the time of the signature is not proven.',
    );
  }
  terminal.activity(`Signing ${name}`);
  const details = { field, reason, location, name: signer, contact, certify, timestamp, longTerm: ltv };
  const { pdf, warnings } = await withPassword(terminal, {
    given,
    use: (password) => signPdf(bytes, { key, password, ...details }),
    lockedCode: 'password',
    message: 'Password of the key',
    option: '--key-password-file',
    hint: given === undefined ? 'Give the password of the key in a file: --key-password-file' : undefined,
  });
  for (const warning of warnings) terminal.warn(warning);
  return pdf;
}
