/** Merges PDFs from anywhere: intact, damaged or encrypted. */
import { z } from 'zod';
import { parsePageSelection, resolvePages } from '../contract/api/page-selection.ts';
import type { Protection } from '../contract/api/protection.ts';
import type { Metadata, PdfaLevel } from '../contract/documents.ts';
import { Failure } from '../contract/errors.ts';
import { Deadline } from '../core/deadline.ts';
import { labelMerged } from '../core/merged-standards.ts';
import { cleanPdf, countPages, type Merge, PdfError, startMerge } from '../core/pdf/index.ts';
import { assertProtectable, prepareProtection } from '../core/sealing/requested-protection.ts';
import { documentOptionsShape, readOptions, type StampOption } from './document-options.ts';
import { invalidOption } from './invalid-option.ts';
import { isMergeable, needsRepair } from './mergeable.ts';
import { type PdfResult, pdfResult } from './pdf-result.ts';
import type { Renderer } from './renderer.ts';
import type { prepareMergedStamps } from './stamp/prepare-merged-stamps.ts';

/** A PDF to merge. */
export interface MergeInput {
  readonly pdf: Uint8Array;
  /** Title of its entry in the outline. Default: its own title, else `Document 3`. */
  readonly title?: string | undefined;
  /** User or owner password, if it is encrypted. */
  readonly password?: string | undefined;
  /**
   * The pages to take, in this order. Default: all.
   *
   * @example '1-3,7,9-'
   */
  readonly pages?: string | undefined;
}

export interface MergePdfsOptions {
  /** Properties of the merged file. Default: those of the first document. */
  readonly metadata?: Metadata | undefined;
  /** Unite subsets of the same font, share equal pictures. Default: true. */
  readonly compact?: boolean | undefined;
  /** The pages of the merged file, in this order, as for `render`. Default: all. */
  readonly pages?: string | undefined;
  /** As for `render`. Default: what all documents claim, if the merged file conforms to it. */
  readonly pdfa?: PdfaLevel | undefined;
  readonly pdfua?: boolean | undefined;
  /** The XML of an e-invoice for the whole file. */
  readonly eInvoice?: string | undefined;
  /** As for `render`. The passwords of the inputs do not pass on. */
  readonly protection?: Protection | undefined;
  /**
   * Over or under the pages of the merged file, as for `render`. The HTML has Twig's `page`, and no other data; it needs a
   * `renderer`.
   */
  readonly stamp?: StampOption | readonly StampOption[] | undefined;
  /** Prints stamps of HTML. */
  readonly renderer?: Renderer | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** For the check of the merged file. */
const maxCheckMs = 600_000;

const optionsSchema = z.strictObject({
  metadata: documentOptionsShape.metadata,
  compact: documentOptionsShape.compact,
  pages: documentOptionsShape.pages,
  pdfa: documentOptionsShape.pdfa,
  pdfua: documentOptionsShape.pdfua,
  eInvoice: documentOptionsShape.eInvoice,
  protection: documentOptionsShape.protection,
  stamp: documentOptionsShape.stamp,
  renderer: z
    .custom<Renderer>((value) => typeof value === 'object' && value !== null, {
      error: 'must be a renderer of openRenderer',
    })
    .optional(),
  signal: documentOptionsShape.signal,
});

/**
 * Merges documents into one PDF. Links, outlines, tags, form fields, layers, page labels and attachments of all of them
 * keep working. Damaged files are repaired where that loses nothing; signatures end, and `warnings` says so.
 *
 * Runs in this thread and takes about 10 ms for a megabyte; damaged and encrypted files are read in threads.
 *
 * Throws `invalid_pdf` and `not_conforming`, which name the document by its number, `invalid_e_invoice`,
 * `invalid_option`, and `invalid_template` for the Twig of a stamp.
 *
 * @example
 * const { pdf, pages } = await mergePdfs([cover, { pdf: report, title: 'Report' }]);
 */
export async function mergePdfs(
  documents: readonly (Uint8Array | MergeInput)[],
  options: MergePdfsOptions = {},
): Promise<PdfResult> {
  const read = readOptions(optionsSchema, options);
  const { metadata, compact, pages, signal, pdfa, pdfua, eInvoice } = read;
  const protection = prepareProtection(read.protection);
  if (protection) {
    assertProtectable({ pdfa, isInvoice: eInvoice !== undefined, isReproducible: false });
  }
  const inputs = documents.map(toInput);
  if (inputs.length === 0) throw invalidOption('documents', 'must have at least one PDF');
  const warnings: string[] = [];
  const deadline = new Deadline(maxCheckMs, signal, { audience: 'library' });
  try {
    const stamp = read.stamp && (await prepareStamps({ ...read, stamp: read.stamp }, { deadline, warnings }));
    const merge = startMerge({
      compact,
      ...(metadata ? { properties: { metadata, date: new Date() } } : {}),
    });
    await addInputs(merge, inputs, { signal, warnings });
    const asked = { pdfa, pdfua };
    const date = new Date();
    const labels = { parts: merge.parts, asked, eInvoice, pages, date, deadline, protection, stamp };
    const pdf = await labelMerged(merge.finish(), labels);
    return pdfResult(pdf, countPages(pdf, protection?.key), warnings);
  } finally {
    deadline.close();
  }
}

/** Loads what stamps need only if there are some. */
const prepareStamps: typeof prepareMergedStamps = async (options, tools) => {
  const { prepareMergedStamps: prepare } = await import('./stamp/prepare-merged-stamps.ts');
  return await prepare(options, tools);
};

async function addInputs(
  merge: Merge,
  inputs: readonly MergeInput[],
  { signal, warnings }: { readonly signal: AbortSignal | undefined; readonly warnings: string[] },
): Promise<void> {
  for (const [index, { pdf, title, password, pages: selection }] of inputs.entries()) {
    signal?.throwIfAborted();
    const name = title ?? `Document ${index + 1}`;
    try {
      const { readable, messages } = await makeReadable(pdf, password);
      warnings.push(...messages.map((message) => `${name}: ${message}`));
      const place = { field: `documents.${index}.pages`, name };
      const selectPages =
        selection === undefined ? undefined : (count: number) => resolvePages(selection, count, place);
      merge.add(readable, { title, name, selectPages });
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      throw new Failure('invalid_pdf', `${name}: ${error.message}`, {
        cause: error,
        ...(error.code === 'encrypted' ? { hint: 'Give its password as `password`.' } : {}),
      });
    }
  }
}

function toInput(document: Uint8Array | MergeInput, index: number): MergeInput {
  const input = document instanceof Uint8Array ? { pdf: document } : document;
  if (input?.pdf instanceof Uint8Array) {
    assertSelection(input.pages, index);
    return input;
  }
  throw invalidOption(`documents.${index}`, 'must be a Uint8Array, or an object with one in pdf');
}

function assertSelection(pages: unknown, index: number): void {
  if (pages === undefined || (typeof pages === 'string' && parsePageSelection(pages))) return;
  throw invalidOption(`documents.${index}.pages`, 'must be pages such as 1-3,7,9- or last');
}

/** Returns the PDF decrypted, repaired, without signatures, and with its fields drawn, if it needs any of it. */
async function makeReadable(pdf: Uint8Array, password: string | undefined) {
  if (password === undefined && !needsRepair(pdf) && isMergeable(pdf)) return { readable: pdf, messages: [] };
  const { pdf: readable, warnings } = await cleanPdf(pdf, { password, drawFields: 'needed' });
  return { readable, messages: warnings.map(({ message }) => message) };
}
