/** Checks the files of `pdfapi check`, each in a thread that cannot take more than its share. */
import { Failure } from '../../../contract/errors.ts';
import {
  type CheckedFile,
  type ConformanceLevel,
  checkConformanceInThread,
} from '../../../core/conformance/index.ts';
import { PdfError } from '../../../core/pdf/index.ts';
import { readInput } from '../../../core/template/load/read-input.ts';
import { assertSingleStdin } from '../../io/assert-single-stdin.ts';
import { readStdin } from '../../io/streams.ts';
import type { Session } from '../../session.ts';
import type { InvoiceCheck } from './check-invoice.ts';

export interface FileCheck {
  readonly path: string;
  /** Whether the file holds all levels that were checked, and its invoice, if it has one, no error. */
  readonly ok: boolean;
  /** Undefined if the file cannot be read. */
  readonly checked: CheckedFile | undefined;
  readonly invoice: InvoiceCheck | undefined;
  readonly error: Failure | undefined;
}

const levels: Readonly<Record<string, ConformanceLevel>> = {
  '2b': 'pdfa-2b',
  '2u': 'pdfa-2u',
  '2a': 'pdfa-2a',
  '3b': 'pdfa-3b',
  '3u': 'pdfa-3u',
  '3a': 'pdfa-3a',
  ua1: 'pdfua-1',
};

/** Reads `--level`. Accepts `3a`, `PDF/A-3a`, `pdfa-3a`, `ua1`, `PDF/UA-1`. Throws `usage`. */
export function readLevels(texts: readonly string[] | undefined): ConformanceLevel[] | undefined {
  if (!texts) return undefined;
  const read = texts.map((text) => {
    const short = text
      .toLowerCase()
      .replace(/^pdf\/?(?:a-?(?=\d)|(?=ua))/, '')
      .replace(/^ua-?1$/, 'ua1');
    const level = Object.hasOwn(levels, short) ? levels[short] : undefined;
    if (level) return level;
    throw new Failure('usage', `--level "${text}" is not a level that pdfapi checks.`, {
      hint: `It can be: ${Object.keys(levels).join(', ')}.`,
    });
  });
  return [...new Set(read)];
}

/** Checks one file after another. One that cannot be read does not hide the results of the others. */
export async function checkFiles(
  session: Session,
  paths: readonly string[],
  asked: readonly ConformanceLevel[] | undefined,
): Promise<FileCheck[]> {
  assertSingleStdin(paths);
  const results: FileCheck[] = [];
  for (const path of paths) results.push(await checkFile(session, path, asked));
  session.terminal.rest();
  return results;
}

async function checkFile(
  { terminal }: Session,
  path: string,
  asked: readonly ConformanceLevel[] | undefined,
): Promise<FileCheck> {
  try {
    if (path === '-') terminal.awaitStdin('a PDF');
    const bytes = path === '-' ? await readStdin() : await readInput(path);
    terminal.activity(`Checking ${path}`);
    const checked = await checkConformanceInThread(bytes, { levels: asked });
    const invoice = checked.facts.invoice && (await import('./check-invoice.ts')).checkInvoiceOf(checked);
    const isFaulty = invoice?.findings.some(({ severity }) => severity === 'error') ?? false;
    const ok = checked.held.length === checked.checked.length && !isFaulty;
    return { path, ok, checked, invoice, error: undefined };
  } catch (error) {
    return { path, ok: false, checked: undefined, invoice: undefined, error: asFailure(path, error) };
  }
}

/** Throws what is no fault of the file. */
function asFailure(path: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof PdfError)) throw error;
  const hint =
    error.code === 'encrypted'
      ? 'It opens only with a password. Neither PDF/A nor a reader without the password can use it.'
      : undefined;
  return new Failure('invalid_pdf', `${path}: ${error.message}`, { cause: error, hint });
}
