/** `pdfapi sign <pdf>`: signs a PDF with the key of a person or an organization. */

import type { Command } from 'commander';
import type { PermittedChanges } from '#contract/api/permitted-changes';
import { Failure } from '#contract/errors';
import type { OutputOptions } from '../io/output.ts';
import { quoteWord } from '../io/quote-word.ts';
import { addFileOptions } from '../options/output/output-options.ts';
import { pathArgument } from '../options/path-argument.ts';
import { openKey } from '../options/signing/open-key.ts';
import { addSignatureOptions } from '../options/signing/signing-options.ts';
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
  const command = program
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
    );
  addFileOptions(addSignatureOptions(command, ''), { defaultName: '<name>-signed.pdf' })
    .addHelpText(
      'after',
      `
Examples:
  pdfapi sign contract.pdf --key ada.p12 --key-password-file secret.txt -o signed.pdf
  pdfapi sign contract.pdf --key key.pem --certificate chain.pem --reason Approved
  pdfapi sign contract.pdf --key ada.p12 --timestamp http://timestamp.example.com
  pdfapi html report.html -o - | pdfapi sign - --key ada.p12 -o report.pdf --certify nothing

--ltv asks the addresses that the certificates name, also of hosts in the network of this machine; a warning names those
that are not public.`,
    )
    .action(async (file: string, options: Options, self: Command) => {
      const session = await open(self);
      const { key, certificate = [], keyPasswordFile } = options;
      await convertPdf(session, file, options, {
        suffix: 'signed',
        inputs: [key, ...certificate, keyPasswordFile],
        convert: async (bytes, name) => await sign(session, { file, name }, bytes, options),
      });
    });
}

/** Throws `invalid_pdf`, `invalid_option`, `timestamp_failed`, `usage`, `file_unreadable`. */
async function sign(
  session: Session,
  { file, name }: { readonly file: string; readonly name: string },
  bytes: Uint8Array,
  { key, certificate = [], keyPasswordFile, ltv, ...options }: Options,
): Promise<Uint8Array> {
  const { field, reason, location, name: signer, contact, certify, timestamp } = options;
  const opened = await openKey(session, {
    key,
    certificates: certificate,
    passwordFile: keyPasswordFile,
    options: { key: '--key', password: '--key-password-file' },
    details: { field, reason, location, name: signer, contact, certify, timestamp, longTerm: ltv },
  });
  session.terminal.activity(`Signing ${name}`);
  const { pdf, warnings } = await opened
    .sign(bytes)
    .catch(async (error) => {
      throw await withRepair(error, file);
    })
    .finally(() => session.terminal.rest());
  for (const warning of [...opened.warnings, ...warnings]) session.terminal.warn(warning);
  return pdf;
}

/** Says with which command a damaged PDF is repaired. */
async function withRepair(error: unknown, file: string): Promise<unknown> {
  const { PdfError } = await import('#pdf');
  const isDamaged =
    error instanceof Failure && error.cause instanceof PdfError && error.cause.code === 'malformed';
  if (!isDamaged) return error;
  const repaired = file === '-' ? 'repaired.pdf' : file.replace(/(?:\.pdf)?$/i, '-repaired.pdf');
  // A name that begins with a hyphen would be an option.
  const [from, to] = [file, repaired].map((name) =>
    quoteWord(name.startsWith('-') && name !== '-' ? `./${name}` : name),
  );
  const hint = `Repair it first: pdfapi pages ${from} -o ${to}`;
  return new Failure(error.code, error.message, { cause: error.cause, hint });
}
