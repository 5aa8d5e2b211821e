import { cleanPdf, PdfError } from '#pdf';
import { unreadablePdf } from '#pdf/reading/unreadable-pdf';
import { invalidOption } from './invalid-option.ts';

export interface UnlockPdfOptions {
  /** The owner password, or the user password of a file without restrictions. */
  readonly password?: string | undefined;
}

export interface UnlockedPdf {
  readonly pdf: Uint8Array;
  /** False if the PDF was not protected. */
  readonly wasProtected: boolean;
  /** Other changes that were necessary, one sentence each: signatures end, damaged files are repaired. */
  readonly warnings: readonly string[];
}

/**
 * Returns the PDF without passwords and restrictions; text, tags, links, forms and attachments stay. A file whose author
 * restricted what may be done with it needs the owner password. Works in a thread with limits of time and memory.
 *
 * Throws `invalid_pdf`, also for a wrong password.
 *
 * @example
 * const { pdf } = await unlockPdf(await readFile('in.pdf'), { password });
 */
export async function unlockPdf(pdf: Uint8Array, { password }: UnlockPdfOptions = {}): Promise<UnlockedPdf> {
  if (!(pdf instanceof Uint8Array)) throw invalidOption('pdf', 'must be a Uint8Array');
  try {
    const { pdf: open, wasEncrypted, warnings } = await cleanPdf(pdf, { password, needsOwner: true });
    // A file that needs nothing is not rewritten.
    return {
      pdf: wasEncrypted ? open : pdf,
      wasProtected: wasEncrypted,
      warnings: wasEncrypted ? warnings.map(({ message }) => message) : [],
    };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw unreadablePdf(error, error.message);
  }
}
