/** Reads and repairs the input PDFs of a command. */
import { Failure } from '#contract/errors';
import { cleanForm } from '#forms';
import { PdfError } from '#pdf';
import { unreadablePdf } from '#pdf/reading/unreadable-pdf';
import { readInput } from '#template/load/read-input';
import { readStdin } from '../io/streams.ts';
import type { Session } from '../session.ts';
import type { InputPasswords } from './input-passwords.ts';

/** A PDF that a command reads. */
export interface PdfInput {
  /** For messages. */
  readonly text: string;
  /** `-` is stdin. */
  readonly file: string;
}

/** The signal aborts the wait for a pipe. Throws `file_unreadable`. */
export async function readPdfFile(
  { terminal }: Session,
  { file }: PdfInput,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (file !== '-') return await readInput(file, signal);
  terminal.awaitStdin('a PDF');
  return await readStdin();
}

/**
 * Returns the PDF decrypted, repaired, without signatures and with its fields drawn. Throws `invalid_pdf` if no reader can
 * parse the file, or no password opens it.
 */
export async function repairPdf(
  session: Session,
  input: PdfInput,
  bytes: Uint8Array,
  passwords: InputPasswords,
): Promise<Uint8Array> {
  const { text: name } = input;
  session.terminal.activity(`Repairing ${name}`);
  // Many encrypted files open without a password and only restrict what may be done with them.
  const opened = await tryPassword(session, name, bytes, undefined);
  if ('pdf' in opened) return opened.pdf;
  let { failure } = opened;
  for await (const password of passwords.candidates(input)) {
    const tried = await tryPassword(session, name, bytes, password);
    if ('pdf' in tried) return tried.pdf;
    failure = tried.failure;
  }
  throw lockedFailure(name, failure, passwords);
}

/** Throws whatever is wrong with the file besides its password. */
async function tryPassword(
  { terminal }: Session,
  file: string,
  bytes: Uint8Array,
  password: string | undefined,
): Promise<{ readonly pdf: Uint8Array } | { readonly failure: PdfError }> {
  try {
    const { pdf, warnings } = await cleanForm(bytes, { password, draw: 'needed' });
    for (const { message } of warnings) terminal.warn(`${file}: ${message}`);
    return { pdf };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    if (error.code === 'encrypted') return { failure: error };
    throw unreadablePdf(error, `${file}: ${error.message}`);
  }
}

/** The error of a file that no password opens. */
export const lockedFailure = (name: string, error: PdfError, { hint }: InputPasswords): Failure =>
  new Failure('invalid_pdf', `${name}: ${error.message}`, { cause: error, hint });
