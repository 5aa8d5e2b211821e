/** PDFs that somebody brings to a merge. */
import { readFile } from 'node:fs/promises';
import { Failure } from '../contract/errors.ts';
import { fileFailure } from '../contract/file-failure.ts';
import { checkMergeable, cleanPdf, PdfError } from '../core/pdf/index.ts';
import { decodeUtf8 } from '../core/template/read-text.ts';
import type { PdfItem } from './merge-items.ts';
import type { Session } from './session.ts';
import { readStdin } from './streams.ts';

/** Throws `file_unreadable`. */
export async function readPdfFile({ terminal }: Session, { file }: PdfItem): Promise<Uint8Array> {
  if (file !== '-') return await read(file);
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
export const isSigned = (pdf: Uint8Array): boolean =>
  Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length).includes('/ByteRange');

/** Decrypted, repaired, without signatures. Throws `invalid_pdf` for a file that no reader makes sense of. */
export async function cleanPdfFile(
  session: Session,
  file: string,
  bytes: Uint8Array,
  passwordFile: string | undefined,
): Promise<Uint8Array> {
  session.terminal.activity(`Repairing ${file}`);
  const password = passwordFile === undefined ? undefined : await readPassword(passwordFile);
  const { pdf, warnings } = await cleanPdf(bytes, { password }).catch((error) => {
    throw explain(file, error, passwordFile);
  });
  for (const { message } of warnings) session.terminal.warn(`${file}: ${message}`);
  return pdf;
}

function explain(file: string, error: unknown, passwordFile: string | undefined): unknown {
  if (!(error instanceof PdfError)) return error;
  const isLocked = error.code === 'encrypted';
  const hint =
    passwordFile === undefined ? 'Give its password in a file: --password-file' : 'Is the password right?';
  return new Failure('invalid_pdf', `${file}: ${error.message}`, {
    cause: error,
    ...(isLocked ? { hint } : {}),
  });
}

/** Without the line break that editors put at the end of a file. */
async function readPassword(file: string): Promise<string> {
  const bytes = await read(file);
  return (decodeUtf8(bytes) ?? Buffer.from(bytes).toString('latin1')).replace(/\r?\n$/, '');
}

async function read(file: string): Promise<Uint8Array> {
  return await readFile(file).catch((error) => {
    throw fileFailure('file_unreadable', file, error);
  });
}
