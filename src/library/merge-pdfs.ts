/** Merges PDFs from anywhere: intact, damaged or encrypted. */
import { z } from 'zod';
import type { Metadata, PdfaLevel } from '../contract/documents.ts';
import { Failure } from '../contract/errors.ts';
import { Deadline } from '../core/deadline.ts';
import { labelMerged } from '../core/merged-standards.ts';
import { cleanPdf, countPages, PdfError, startMerge } from '../core/pdf/index.ts';
import { documentOptionsShape, readOptions } from './document-options.ts';
import { invalidOption } from './invalid-option.ts';
import { isMergeable, needsRepair } from './mergeable.ts';
import { type PdfResult, pdfResult } from './pdf-result.ts';

/** A PDF to merge. */
export interface MergeInput {
  readonly pdf: Uint8Array;
  /** Title of its entry in the outline. Default: its own title, else `Document 3`. */
  readonly title?: string | undefined;
  /** User or owner password, if it is encrypted. */
  readonly password?: string | undefined;
}

export interface MergePdfsOptions {
  /** Properties of the merged file. Default: those of the first document. */
  readonly metadata?: Metadata | undefined;
  /** Unite subsets of the same font, share equal pictures. Default: true. */
  readonly compact?: boolean | undefined;
  /** As for `render`. Default: what all documents claim, if the merged file conforms to it. */
  readonly pdfa?: PdfaLevel | undefined;
  readonly pdfua?: boolean | undefined;
  /** The XML of an e-invoice for the whole file. */
  readonly eInvoice?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** For the check of the merged file. */
const maxCheckMs = 600_000;

const optionsSchema = z.strictObject({
  metadata: documentOptionsShape.metadata,
  compact: documentOptionsShape.compact,
  pdfa: documentOptionsShape.pdfa,
  pdfua: documentOptionsShape.pdfua,
  eInvoice: documentOptionsShape.eInvoice,
  signal: documentOptionsShape.signal,
});

/**
 * Merges documents into one PDF. Links, outlines, tags, form fields, layers, page labels and attachments of all of them
 * keep working. Damaged files are repaired where that loses nothing; signatures end, and `warnings` says so.
 *
 * Runs in this thread and takes about 10 ms for a megabyte; damaged and encrypted files are read in threads.
 *
 * Throws `invalid_pdf` and `not_conforming`, which name the document by its number, `invalid_e_invoice` and
 * `invalid_option`.
 *
 * @example
 * const { pdf, pages } = await mergePdfs([cover, { pdf: report, title: 'Report' }]);
 */
export async function mergePdfs(
  documents: readonly (Uint8Array | MergeInput)[],
  options: MergePdfsOptions = {},
): Promise<PdfResult> {
  const { metadata, compact, signal, pdfa, pdfua, eInvoice } = readOptions(optionsSchema, options);
  const inputs = documents.map(toInput);
  if (inputs.length === 0) throw invalidOption('documents', 'must have at least one PDF');
  const warnings: string[] = [];
  const merge = startMerge({ compact, ...(metadata ? { properties: { metadata, date: new Date() } } : {}) });
  for (const [index, { pdf, title, password }] of inputs.entries()) {
    signal?.throwIfAborted();
    const name = title ?? `Document ${index + 1}`;
    try {
      const { readable, messages } = await makeReadable(pdf, password);
      warnings.push(...messages.map((message) => `${name}: ${message}`));
      merge.add(readable, { title, name });
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      throw new Failure('invalid_pdf', `${name}: ${error.message}`, {
        cause: error,
        ...(error.code === 'encrypted' ? { hint: 'Give its password as `password`.' } : {}),
      });
    }
  }
  const asked = { pdfa, pdfua };
  const deadline = new Deadline(maxCheckMs, signal);
  const labels = { parts: merge.parts, asked, eInvoice, date: new Date(), deadline };
  const pdf = await labelMerged(merge.finish(), labels).finally(() => deadline.close());
  return pdfResult(pdf, countPages(pdf), warnings);
}

function toInput(document: Uint8Array | MergeInput, index: number): MergeInput {
  const input = document instanceof Uint8Array ? { pdf: document } : document;
  if (input?.pdf instanceof Uint8Array) return input;
  throw invalidOption(`documents.${index}`, 'must be a Uint8Array, or an object with one in pdf');
}

/** Returns the PDF decrypted, repaired, without signatures, and with its fields drawn, if it needs any of it. */
async function makeReadable(pdf: Uint8Array, password: string | undefined) {
  if (password === undefined && !needsRepair(pdf) && isMergeable(pdf)) return { readable: pdf, messages: [] };
  const { pdf: readable, warnings } = await cleanPdf(pdf, { password, drawFields: 'needed' });
  return { readable, messages: warnings.map(({ message }) => message) };
}
