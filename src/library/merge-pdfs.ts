/** Merges PDFs from anywhere: intact, damaged or encrypted. */
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { parsePageSelection, resolvePages } from '#contract/api/page-selection';
import type { LibraryOption } from '#contract/document/option-table';
import { namesStandard } from '#contract/documents';
import { fileFailure } from '#contract/files/file-failure';
import { type Merge, PdfError, startMerge } from '#pdf';
import { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import { isLargeInput, type ReadLargeFileOptions, readLargeFile } from '#pdf/large-pdf/read-large-file';
import { writePdf } from '#pdf/large-pdf/write-pdf';
import { unreadablePdf } from '#pdf/reading/unreadable-pdf';
import { isMergeable, makeReadable } from '#render/arrangement/mergeable';
import { finishMerged } from '#render/merged-standards';
import { assertProtectable, prepareProtection } from '#render/sealing/requested-protection';
import { Deadline } from '#runtime/deadline';
import { type DocumentOptions, optionsShape, readOptions } from './document-options.ts';
import { invalidOption } from './invalid-option.ts';
import { type PdfResult, pdfResult } from './pdf-result.ts';
import type { Renderer } from './renderer.ts';
import type { prepareMergedStamps } from './stamp/prepare-merged-stamps.ts';

/** A PDF to merge: `pdf` or `file`. */
export interface MergeInput {
  readonly pdf?: Uint8Array | undefined;
  /**
   * Path of the PDF. Files of more than 32 MB together are not read into memory: their pictures, attachments and large
   * drawings are copied into the result when that is written.
   */
  readonly file?: string | undefined;
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

/** The options of `render` that are for the merged file. */
export interface MergePdfsOptions extends Pick<DocumentOptions, LibraryOption<'merge'>> {
  /** Properties of the merged file. Default: those of the first document. */
  readonly metadata?: DocumentOptions['metadata'];
  /** As for `render`. Default: what all documents claim, if the merged file conforms to it. */
  readonly pdfa?: DocumentOptions['pdfa'];
  /** As for `render`. The passwords of the inputs do not pass on. */
  readonly protection?: DocumentOptions['protection'];
  /**
   * Over or under the pages of the merged file, as for `render`. The HTML has Twig's `page`, and no other data; it needs a
   * `renderer`.
   */
  readonly stamp?: DocumentOptions['stamp'];
  /** Prints stamps of HTML. */
  readonly renderer?: Renderer | undefined;
  /**
   * Path of a file that gets the merged PDF, complete or not at all; an existing one is replaced. `pdf` of the result is then
   * empty. Default: the PDF is returned, if it has at most 1 GB.
   */
  readonly file?: DocumentOptions['file'];
}

/** For the check of the merged file. */
const maxCheckMs = 600_000;

const optionsSchema = z.strictObject({
  ...optionsShape('merge'),
  renderer: z
    .custom<Renderer>((value) => typeof value === 'object' && value !== null, {
      error: 'must be a renderer of openRenderer',
    })
    .optional(),
});

/**
 * Merges documents into one PDF. Links, outlines, tags, form fields, layers, page labels and attachments of all of them
 * keep working. Damaged files are repaired where that loses nothing; signatures end, and `warnings` says so.
 *
 * Runs in this thread and takes about 10 ms for a megabyte; damaged and encrypted files are read in threads.
 *
 * Throws `invalid_pdf` and `not_conforming`, which name the document by its number, `invalid_e_invoice`,
 * `invalid_option`, `file_unreadable`, `file_unwritable`, `memory_limit` for a PDF that is too large to be returned, and
 * `invalid_template` for the Twig of a stamp.
 *
 * @example
 * const { pdf, pages } = await mergePdfs([cover, { pdf: report, title: 'Report' }]);
 * @example
 * await mergePdfs([{ file: 'scans-1.pdf' }, { file: 'scans-2.pdf' }], { file: 'scans.pdf' });
 */
export async function mergePdfs(
  documents: readonly (Uint8Array | MergeInput)[],
  options: MergePdfsOptions = {},
): Promise<PdfResult> {
  const read = readOptions(optionsSchema, options);
  const { metadata, compact, pages, signal, pdfa, pdfua, eInvoice, file } = read;
  const protection = prepareProtection(read.protection);
  if (protection) {
    assertProtectable({ pdfa, isInvoice: eInvoice !== undefined, isReproducible: false });
  }
  const inputs = documents.map(toInput);
  if (inputs.length === 0) throw invalidOption('documents', 'must have at least one PDF');
  const warnings: string[] = [];
  const deferred = new DeferredStreams();
  const deadline = new Deadline(maxCheckMs, signal, { audience: 'library' });
  try {
    const stamp = read.stamp && (await prepareStamps({ ...read, stamp: read.stamp }, { deadline, warnings }));
    const merge = startMerge({
      compact,
      ...(metadata ? { properties: { metadata, date: new Date() } } : {}),
    });
    const asked = { pdfa, pdfua };
    await addInputs(merge, inputs, {
      signal,
      warnings,
      deferred,
      needsDrawings: stamp !== undefined || pages !== undefined || inputs.some((input) => input.pages),
      isChecked: namesStandard(asked) || eInvoice !== undefined,
    });
    const date = new Date();
    const labels = { parts: merge.parts, asked, eInvoice, pages, date, deadline, protection, stamp };
    const merged = await finishMerged(merge.finish(), labels, deferred);
    warnings.push(...merged.doubts.map((doubt) => `${doubt}.`));
    if (merged.lostInvoice) warnings.push(merged.lostInvoice);
    if (file !== undefined) await writePdf(file, merged.pdf);
    return pdfResult(
      file === undefined ? await toBytes(merged.pdf, inMemory) : new Uint8Array(),
      merged.pages,
      warnings,
    );
  } catch (error) {
    await deferred.close();
    throw error;
  } finally {
    deadline.close();
  }
}

/** Loads what stamps need only if there are some. */
const prepareStamps: typeof prepareMergedStamps = async (options, tools) => {
  const { prepareMergedStamps: prepare } = await import('./stamp/prepare-merged-stamps.ts');
  return await prepare(options, tools);
};

const inMemory = { advice: 'Let it be written to a file, with the option file.' } as const;

interface AddInputs extends ReadLargeFileOptions {
  readonly signal: AbortSignal | undefined;
  readonly warnings: string[];
}

async function addInputs(
  merge: Merge,
  inputs: readonly MergeInput[],
  { signal, warnings, ...reading }: AddInputs,
): Promise<void> {
  const sizes = await Promise.all(inputs.map(sizeOf));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  for (const [index, input] of inputs.entries()) {
    signal?.throwIfAborted();
    const { title, password, pages: selection } = input;
    const name = title ?? `Document ${index + 1}`;
    try {
      const bytes = await readBytes(input, isLargeInput(sizes[index] ?? 0, all), reading);
      const { readable, messages } = await makeReadable(bytes, password);
      warnings.push(...messages.map((message) => `${name}: ${message}`));
      const place = { field: `documents.${index}.pages`, name };
      const selectPages =
        selection === undefined ? undefined : (count: number) => resolvePages(selection, count, place);
      merge.add(readable, { title, name, selectPages });
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      const hint = error.code === 'encrypted' ? 'Give its password as `password`.' : undefined;
      throw unreadablePdf(error, `${name}: ${error.message}`, hint);
    }
  }
}

/** Only files can be large. */
async function sizeOf({ file }: MergeInput): Promise<number> {
  return file === undefined
    ? 0
    : await stat(file).then(
        ({ size }) => size,
        () => 0,
      );
}

async function readBytes(
  { pdf, file, password }: MergeInput,
  isLarge: boolean,
  reading: ReadLargeFileOptions,
): Promise<Uint8Array> {
  if (file === undefined) return pdf ?? new Uint8Array();
  const options = { ...reading, passwords: password === undefined ? [] : [password] };
  const large = isLarge ? await readLargeFile(file, options) : undefined;
  if (large && (large.isEncrypted || isMergeable(large.skeleton))) return large.skeleton;
  // A stream that looks like a drawing may be one that a merge has to read, so a second read keeps drawings.
  const careful = large && (await readLargeFile(file, { ...options, needsDrawings: true }));
  return (
    careful?.skeleton ??
    (await readFile(file).catch((error) => {
      throw fileFailure('file_unreadable', file, error);
    }))
  );
}

function toInput(document: Uint8Array | MergeInput, index: number): MergeInput {
  const input = document instanceof Uint8Array ? { pdf: document } : document;
  const isFile = typeof input?.file === 'string' && input.file !== '' && input.pdf === undefined;
  if (isFile || (input?.pdf instanceof Uint8Array && input.file === undefined)) {
    assertSelection(input.pages, index);
    return input;
  }
  throw invalidOption(
    `documents.${index}`,
    'must be a Uint8Array, or an object with one in pdf or with the path of a PDF in file',
  );
}

function assertSelection(pages: unknown, index: number): void {
  if (pages === undefined || (typeof pages === 'string' && parsePageSelection(pages))) return;
  throw invalidOption(`documents.${index}.pages`, 'must be pages such as 1-3,7,9- or last');
}
