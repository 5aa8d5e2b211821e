/** Reads and repairs the input PDFs of a merge. */
import { Failure } from '../../../contract/errors.ts';
import { cleanPdf, PdfError } from '../../../core/pdf/index.ts';
import { readInput } from '../../../core/template/load/read-input.ts';
import { decodeUtf8 } from '../../../core/template/load/read-text.ts';
import { readStdin } from '../../io/streams.ts';
import type { Session } from '../../session.ts';
import type { PdfItem } from './merge-items.ts';

/** The signal aborts the wait for a pipe. Throws `file_unreadable`. */
export async function readPdfFile(
  { terminal }: Session,
  { file }: PdfItem,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (file !== '-') return await readInput(file, signal);
  terminal.awaitStdin('a PDF');
  return await readStdin();
}

/**
 * Returns the PDF decrypted, repaired, without signatures and with its fields drawn. `passwordFile` holds one password
 * per line. Throws `invalid_pdf` if no reader can parse the file.
 */
export async function repairPdf(
  session: Session,
  file: string,
  bytes: Uint8Array,
  passwordFile: string | undefined,
): Promise<Uint8Array> {
  session.terminal.activity(`Repairing ${file}`);
  const passwords = passwordFile === undefined ? [] : await readPasswords(passwordFile);
  // Many encrypted files open without a password and only restrict what may be done with them.
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
  throw new Error('No password was given.');
}

function explain(file: string, error: unknown, passwordFile: string | undefined): unknown {
  if (!(error instanceof PdfError)) return error;
  const isLocked = error.code === 'encrypted';
  const hint =
    passwordFile === undefined
      ? 'Give the password in a file: --password-file'
      : `${passwordFile} holds no password (one per line) that opens it.`;
  return new Failure('invalid_pdf', `${file}: ${error.message}`, {
    cause: error,
    hint: isLocked ? hint : undefined,
  });
}

/** Accepts the line endings of every editor. */
async function readPasswords(file: string): Promise<string[]> {
  const bytes = await readInput(file);
  const text = decodeUtf8(bytes) ?? bytes.toString('latin1');
  return text.split(/\r?\n/).filter((line) => line !== '');
}
