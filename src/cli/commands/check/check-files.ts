/** Checks the files of `pdfapi check`, each in a thread that cannot take more than its share. */

import { availableParallelism } from 'node:os';
import {
  type CheckedFile,
  type ConformanceLevel,
  checkConformanceInThread,
  conformanceLevels,
} from '#conformance';
import { shellWord } from '#contract/admin-commands';
import { Failure } from '#contract/errors';
import { orderedResults } from '#library/run-rows';
import { cleanPdf, PdfError } from '#pdf';
import { unreadablePdf } from '#pdf/reading/unreadable-pdf';
import type { SignatureCheck } from '#render/sealing/verified-signature';
import { verifySignaturesInThread } from '#render/sealing/verify-in-thread';
import { readInput } from '#template/load/read-input';
import { assertSingleStdin } from '../../io/assert-single-stdin.ts';
import { count } from '../../io/format.ts';
import { progressBar } from '../../io/progress-bar.ts';
import { readStdin } from '../../io/streams.ts';
import { shortLevel } from '../../options/standards.ts';
import type { Session } from '../../session.ts';
import type { InvoiceCheck } from './check-invoice.ts';

export interface FileCheck {
  readonly path: string;
  /** Whether the file holds all levels that were checked, its invoice, if it has one, no error, and all its signatures are valid. */
  readonly ok: boolean;
  /** Undefined if the file cannot be read, or is XML. */
  readonly checked: CheckedWithDamage | undefined;
  /** The one inside the PDF, or the file itself if it is XML. */
  readonly invoice: InvoiceCheck | undefined;
  /** Undefined if the file has no signatures. */
  readonly signatures: SignatureCheck | undefined;
  readonly error: Failure | undefined;
}

export interface CheckSettings {
  readonly levels?: readonly CheckedLevel[] | undefined;
  /** Certificates that lead to those of signatures. Without them, no certificate is judged. */
  readonly trusted?: readonly Uint8Array[] | undefined;
}

/** Reads the files of `--trust`. Throws `file_unreadable`, `usage`. */
export async function readTrusted(files: readonly string[] | undefined): Promise<Uint8Array[] | undefined> {
  if (!files) return undefined;
  const { readCertificates, SigningError } = await import('#signing');
  return await Promise.all(
    files.map(async (file) => {
      const bytes = await readInput(file);
      try {
        readCertificates(bytes);
      } catch (error) {
        if (!(error instanceof SigningError)) throw error;
        throw new Failure('usage', `--trust ${file}: ${error.message}`, { cause: error });
      }
      return bytes;
    }),
  );
}

/** A level of PDF/A or PDF/UA, or `pdf`: each part of the file can be read. */
export type CheckedLevel = ConformanceLevel | 'pdf';

const levels: ReadonlyMap<string, CheckedLevel> = new Map(
  [...conformanceLevels, 'pdf' as const].map((level) => [shortLevel(level), level]),
);

/** Reads `--level`. Accepts `pdf`, `3a`, `PDF/A-3a`, `pdfa-3a`, `ua1`, `PDF/UA-1`. Throws `usage`. */
export function readLevels(texts: readonly string[] | undefined): CheckedLevel[] | undefined {
  if (!texts) return undefined;
  const read = texts.map((text) => {
    const short = shortLevel(text);
    const level = levels.get(short);
    if (level) return level;
    throw new Failure('usage', `--level "${text}" is not a level that pdfapi checks.`, {
      hint: `It can be: ${[...levels.keys()].join(', ')}.`,
    });
  });
  return [...new Set(read)];
}

/** Checks files side by side. One that cannot be read does not hide the results of the others. */
export async function checkFiles(
  session: Session,
  paths: readonly string[],
  { levels: asked, trusted }: CheckSettings,
): Promise<FileCheck[]> {
  assertSingleStdin(paths);
  const { terminal } = session;
  const results: FileCheck[] = [];
  const settings = { levels: asked, trusted };
  const checks = orderedResults(paths, availableParallelism(), (path) => checkFile(session, path, settings));
  for await (const result of checks) {
    results.push(result);
    const done = results.length;
    terminal.activity(progressBar(done, paths.length, `${done} of ${count(paths.length, 'file')}`));
  }
  terminal.rest();
  return results;
}

async function checkFile(
  { terminal }: Session,
  path: string,
  { levels: asked, trusted }: CheckSettings,
): Promise<FileCheck> {
  let bytes: Uint8Array | undefined;
  try {
    if (path === '-') terminal.awaitStdin('a PDF, or the XML of an invoice');
    bytes = path === '-' ? await readStdin() : await readInput(path);
    const { checkInvoiceOf, checkInvoiceXml, isFaulty, isXml } = await import('./check-invoice.ts');
    // Levels are those of PDFs.
    if (!asked && isXml(path, bytes)) {
      const invoice = checkInvoiceXml(path, bytes);
      const ok = !isFaulty(invoice);
      return { path, ok, checked: undefined, invoice, signatures: undefined, error: undefined };
    }
    const checked = await checkLevels(bytes, asked);
    const invoice = checkInvoiceOf(checked);
    const signatures =
      checked.facts.signatures > 0 ? await verifySignaturesInThread(bytes, { trusted }) : undefined;
    const isSound = signatures?.signatures.every(({ valid }) => valid) ?? true;
    const ok = checked.held.length === checked.checked.length && !isFaulty(invoice) && isSound;
    return { path, ok, checked, invoice, signatures, error: undefined };
  } catch (error) {
    const nothing = { checked: undefined, invoice: undefined, signatures: undefined };
    return { path, ok: false, ...nothing, error: await asFailure(path, bytes, error) };
  }
}

/** The file, with the level `pdf` and what breaks it like any other. */
export type CheckedWithDamage = Omit<CheckedFile, 'checked' | 'held' | 'findings'> & {
  readonly checked: readonly CheckedLevel[];
  readonly held: readonly CheckedLevel[];
  readonly findings: readonly CheckFinding[];
};

type CheckFinding = Omit<CheckedFile['findings'][number], 'level' | 'standard'> & {
  readonly level: CheckedLevel;
  readonly standard: CheckedFile['findings'][number]['standard'] | 'ISO 32000-1';
};

async function checkLevels(pdf: Uint8Array, asked: CheckSettings['levels']): Promise<CheckedWithDamage> {
  const isAsked = asked?.includes('pdf') ?? false;
  const levels = asked?.filter((level) => level !== 'pdf');
  const { damage, ...file } = await checkConformanceInThread(pdf, {
    levels,
    // A file that claims nothing has nothing to hold but what every PDF holds.
    otherwise: [],
    damage: asked ? isAsked : 'unclaimed',
  });
  if (!damage) return file;
  const findings = damage.map((each) => ({
    level: 'pdf' as const,
    standard: 'ISO 32000-1' as const,
    test: 1,
    ...each,
  }));
  return {
    ...file,
    checked: ['pdf', ...file.checked],
    held: damage.length === 0 ? ['pdf', ...file.held] : file.held,
    findings: [...findings, ...file.findings],
  };
}

/** Throws what is no fault of the file. */
async function asFailure(path: string, bytes: Uint8Array | undefined, error: unknown): Promise<Failure> {
  if (error instanceof Failure) return error;
  if (!(error instanceof PdfError)) throw error;
  const hint =
    error.code === 'encrypted'
      ? 'It opens only with a password. Neither PDF/A nor a reader without the password can use it. To check what is in it, unlock it first: pdfapi unlock'
      : error.code === 'malformed' && path !== '-' && bytes && (await isRepairable(bytes))
        ? `Export it again from the program that made it, or repair it: pdfapi pages ${shellWord(path)} -o repaired.pdf`
        : undefined;
  return unreadablePdf(error, `${path}: ${error.message}`, hint);
}

async function isRepairable(bytes: Uint8Array): Promise<boolean> {
  return await cleanPdf(bytes).then(
    () => true,
    () => false,
  );
}
