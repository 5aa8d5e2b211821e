/** Reads and repairs the input PDFs of a merge. */
import { Failure } from '../../../contract/errors.ts';
import { cleanPdf, PdfError } from '../../../core/pdf/index.ts';
import { readInput } from '../../../core/template/load/read-input.ts';
import { readStdin } from '../../io/streams.ts';
import type { Session } from '../../session.ts';
import type { InputPasswords } from './input-passwords.ts';
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
 * Returns the PDF decrypted, repaired, without signatures and with its fields drawn. Throws `invalid_pdf` if no reader can
 * parse the file, or no password opens it.
 */
export async function repairPdf(
  session: Session,
  { text: name, file }: PdfItem,
  bytes: Uint8Array,
  passwords: InputPasswords,
): Promise<Uint8Array> {
  session.terminal.activity(`Repairing ${name}`);
  // Many encrypted files open without a password and only restrict what may be done with them.
  const tried: (string | undefined)[] = [undefined, ...(await passwords.of(file))];
  let failure: unknown;
  for (const password of tried) {
    const opened = await tryPassword(session, name, bytes, password);
    if ('pdf' in opened) return opened.pdf;
    failure = opened.failure;
  }
  const typed = await passwords.ask(name);
  if (typed !== undefined) {
    const opened = await tryPassword(session, name, bytes, typed);
    if ('pdf' in opened) return opened.pdf;
    failure = opened.failure;
  }
  throw explain(name, failure, passwords);
}

/** Throws whatever is wrong with the file besides its password. */
async function tryPassword(
  { terminal }: Session,
  file: string,
  bytes: Uint8Array,
  password: string | undefined,
): Promise<{ readonly pdf: Uint8Array } | { readonly failure: PdfError }> {
  try {
    const { pdf, warnings } = await cleanPdf(bytes, { password, drawFields: 'needed' });
    for (const { message } of warnings) terminal.warn(`${file}: ${message}`);
    return { pdf };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    if (error.code === 'encrypted') return { failure: error };
    throw new Failure('invalid_pdf', `${file}: ${error.message}`, { cause: error });
  }
}

function explain(file: string, error: unknown, { hint }: InputPasswords): unknown {
  if (!(error instanceof PdfError)) return error;
  return new Failure('invalid_pdf', `${file}: ${error.message}`, { cause: error, hint });
}
