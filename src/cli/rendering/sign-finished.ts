/** `--sign`: the last step of a PDF that this process has. */

import type { Signer } from '#library/signing/open-signer';
import type { PdfContent } from '#pdf/large-pdf/large-pdf';
import type { Session } from '../session.ts';

/** Returns the PDF as it is without a signer. Throws the errors of `Signer.sign`, and `memory_limit`. */
export async function signFinished<Pdf extends PdfContent>(
  { terminal }: Session,
  pdf: Pdf,
  signer: Signer | undefined,
): Promise<Pdf | Uint8Array> {
  if (!signer) return pdf;
  terminal.activity('Signing');
  try {
    const { toBytes } = await import('#pdf/large-pdf/large-pdf');
    // A signature covers every byte.
    const signed = await signer.sign(await toBytes(pdf));
    for (const warning of signed.warnings) terminal.warn(warning);
    return signed.pdf;
  } finally {
    terminal.rest();
  }
}
