/**
 * The check for PDF/A and PDF/UA alone, as `pdfapi/check`.
 *
 * @example
 * import { checkPdf } from 'pdfapi/check';
 *
 * const { findings } = await checkPdf(await readFile('report.pdf'), { levels: ['pdfa-2b', 'pdfua-1'] });
 * for (const { level, clause, message } of findings) console.log(level, clause, message);
 */
import {
  type ConformanceLevel,
  type ConformanceReport,
  checkConformanceInThread,
  conformanceLevels,
} from '#conformance';
import { PdfError } from '#pdf/pdf-error';
import { unreadablePdf } from '#pdf/reading/unreadable-pdf';
import { invalidOption } from './invalid-option.ts';

export type { ConformanceLevel, ConformanceReport, ConformanceStandard, LevelFinding } from '#conformance';
export { Failure as PdfapiError } from '#contract/errors';

export interface CheckPdfOptions {
  /**
   * `pdfa-2b`, `pdfa-2u`, `pdfa-2a`, `pdfa-3b`, `pdfa-3u`, `pdfa-3a`, `pdfa-4`, `pdfa-4e`, `pdfa-4f`, `pdfua-1`,
   * `pdfua-2`. Default: those that the file claims.
   * If it claims nothing, `pdfa-2b` and `pdfua-1`; if it claims only standards that cannot be checked, none.
   */
  readonly levels?: readonly ConformanceLevel[] | undefined;
}

/**
 * Checks a PDF by any program for levels of PDF/A and PDF/UA: it holds those without a finding. Works in a thread with
 * limits of time and memory, so the file may come from anybody.
 *
 * Throws `invalid_pdf` for a file that cannot be read, also for one that needs a password; `timeout`; `invalid_option`.
 *
 * @example
 * const { claimed, held } = await checkPdf(await readFile('archive.pdf'));
 * const isWhatItClaims = claimed.every((level) => held.includes(level));
 */
export async function checkPdf(
  pdf: Uint8Array,
  { levels }: CheckPdfOptions = {},
): Promise<ConformanceReport> {
  if (!(pdf instanceof Uint8Array)) throw invalidOption('pdf', 'must be a Uint8Array');
  if (levels && !isListOfLevels(levels)) {
    throw invalidOption('levels', `must be a list of these: ${conformanceLevels.join(', ')}`);
  }
  try {
    const { checked, claimed, unsupported, held, findings } = await checkConformanceInThread(pdf, {
      levels: levels && [...new Set(levels)],
    });
    return { checked, claimed, unsupported, held, findings };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    const hint = error.code === 'encrypted' ? 'Take its password off first: unlockPdf of pdfapi.' : undefined;
    throw unreadablePdf(error, error.message, hint);
  }
}

const isListOfLevels = (levels: readonly unknown[]): boolean =>
  Array.isArray(levels) && levels.every((level) => conformanceLevels.some((known) => known === level));
