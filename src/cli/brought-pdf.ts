/** PDFs that somebody brings to a merge. */
import { Failure } from '../contract/errors.ts';
import { checkMergeable, cleanPdf, leavesFieldsToViewers, PdfError } from '../core/pdf/index.ts';
import { readInput } from '../core/template/read-input.ts';
import { decodeUtf8 } from '../core/template/read-text.ts';
import type { PdfItem } from './merge-items.ts';
import type { Session } from './session.ts';
import { readStdin } from './streams.ts';

/** The signal ends the wait for a pipe. Throws `file_unreadable`. */
export async function readPdfFile(
  { terminal }: Session,
  { file }: PdfItem,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (file !== '-') return await readInput(file, signal);
  terminal.awaitStdin('a PDF');
  return await readStdin();
}

/** Whether it can be merged as it is. Takes half as long as to merge it. */
export function isReadable(pdf: Uint8Array): boolean {
  try {
    checkMergeable(pdf);
    return true;
  } catch (error) {
    if (error instanceof PdfError) return false;
    throw error;
  }
}

/** A merge ends a signature, and its author is to be told; only the reader of strange files looks for one. */
const isSigned = (pdf: Uint8Array): boolean =>
  Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length).includes('/ByteRange');

/**
 * Whether it has to be mended before it is merged: its signatures end, and its fields need appearance streams, because a
 * form that leaves them to viewers would do so for the fields of all documents.
 */
export const needsMending = (pdf: Uint8Array): boolean => isSigned(pdf) || leavesFieldsToViewers(pdf);

/** Decrypted, repaired, without signatures, with its fields drawn. `passwordFile` holds passwords, one a line. Throws `invalid_pdf` for a file that no reader makes sense of. */
export async function mendPdf(
  session: Session,
  file: string,
  bytes: Uint8Array,
  passwordFile: string | undefined,
): Promise<Uint8Array> {
  session.terminal.activity(`Repairing ${file}`);
  const passwords = passwordFile === undefined ? [] : await readPasswords(passwordFile);
  // Many are open to everybody, and only say what must not be done with them.
  for (const [i, password] of [undefined, ...passwords].entries()) {
    try {
      const { pdf, warnings } = await cleanPdf(bytes, { password, drawFields: 'needed' });
      for (const { message } of warnings) session.terminal.warn(`${file}: ${message}`);
      return pdf;
    } catch (error) {
      const isLocked = error instanceof PdfError && error.code === 'encrypted';
      if (!isLocked || i === passwords.length) throw explain(file, error, passwordFile);
    }
  }
  throw new Error('There was no password to try.');
}

function explain(file: string, error: unknown, passwordFile: string | undefined): unknown {
  if (!(error instanceof PdfError)) return error;
  const isLocked = error.code === 'encrypted';
  const hint =
    passwordFile === undefined
      ? 'Give its password in a file: --password-file'
      : `${passwordFile} holds passwords, one a line: none of them opens it.`;
  return new Failure('invalid_pdf', `${file}: ${error.message}`, {
    cause: error,
    ...(isLocked ? { hint } : {}),
  });
}

/** Line breaks as editors put them. */
async function readPasswords(file: string): Promise<string[]> {
  const bytes = await readInput(file);
  const text = decodeUtf8(bytes) ?? bytes.toString('latin1');
  return text.split(/\r?\n/).filter((line) => line !== '');
}
