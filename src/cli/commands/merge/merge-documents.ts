/**
 * Adds the documents of `pdfapi merge` one after the other. Input PDFs are first taken unchecked: most are intact, and
 * checking all of them first would take half as long as merging them. A merge that failed cannot be continued. So the
 * first PDF that cannot be read restarts the merge, and from then on each PDF is checked, and repaired if necessary,
 * before it is added.
 */

import { basename, extname } from 'node:path';
import { resolvePages } from '#contract/api/page-selection';
import { sentence } from '#contract/errors';
import { type Merge, type MergedPartFacts, PdfError } from '#pdf';
import { unreadablePdf } from '#pdf/reading/unreadable-pdf';
import { isMergeable, needsRepair } from '#render/arrangement/mergeable';
import { Deadline } from '#runtime/deadline';
import type { Data } from '#template/data/parse-data-file';
import type { InputPasswords } from '../../inputs/input-passwords.ts';
import { repairPdf } from '../../inputs/input-pdf.ts';
import type { Session } from '../../session.ts';
import type { PdfItem, SourceItem } from './merge-items.ts';
import type { RenderSource } from './merge-sources.ts';

export interface MergeDocumentsOptions {
  /** Receives the data of the first document if that is rendered. */
  readonly start: (data: Data | undefined, deadline: Deadline) => Promise<Merge>;
  readonly passwords: InputPasswords;
  /** Reads a PDF; what it leaves in the file is added when the result is written. */
  readonly readPdf: (item: PdfItem, options: ReadPdfOptions) => Promise<Uint8Array>;
  /** Set if there are documents to render. */
  readonly renderSource?: RenderSource | undefined;
  /** Milliseconds per document: there may be thousands of them. */
  readonly timeout: number | undefined;
}

interface ReadPdfOptions {
  /** Ends the wait for a pipe. */
  readonly signal?: AbortSignal | undefined;
  /** Whether an attempt failed to merge what was left of the files. */
  readonly isRepeated: boolean;
  /** Whether the document before it is still being merged: no password may be asked for. Default: false. */
  readonly isAhead?: boolean;
}

/** Returns the merged file and its parts. Throws `invalid_pdf`, `file_unreadable`, `timeout`, `invalid_option` for pages that are not there, and whatever rendering throws. */
export async function mergeDocuments(
  session: Session,
  items: readonly (SourceItem | PdfItem)[],
  options: MergeDocumentsOptions,
): Promise<MergedFile> {
  const run = new MergeRun(session, items, options);
  try {
    return (await run.unchecked()) ?? (await run.checked());
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw unreadablePdf(error, sentence(error.message));
  }
}

export interface MergedFile {
  readonly pdf: Uint8Array;
  readonly parts: readonly MergedPartFacts[];
}

interface MergeDocument {
  readonly pdf: Uint8Array;
  readonly data?: Data | undefined;
  /** The PDF may turn out to be unreadable. */
  readonly isUnchecked?: boolean;
}

class MergeRun {
  readonly #session: Session;
  readonly #items: readonly (SourceItem | PdfItem)[];
  readonly #options: MergeDocumentsOptions;
  /** By index: documents that were rendered or repaired, which a restart reuses. */
  readonly #made = new Map<number, MergeDocument>();
  /** By index: PDFs read from pipes, which can be read only once. */
  readonly #piped = new Map<number, Uint8Array>();
  #ahead: { readonly index: number; readonly pdf: Promise<Uint8Array> } | undefined;

  constructor(session: Session, items: readonly (SourceItem | PdfItem)[], options: MergeDocumentsOptions) {
    this.#session = session;
    this.#items = items;
    this.#options = options;
  }

  /** Merges PDFs unchecked. Returns undefined if one of them cannot be read. */
  async unchecked(): Promise<MergedFile | undefined> {
    const lastPdf = this.#items.findLastIndex(({ kind }) => kind === 'pdf');
    return await this.#merged({ checking: false, keepUntil: lastPdf });
  }

  /** Merges PDFs that were checked first. Consumes the documents that the first attempt made. */
  async checked(): Promise<MergedFile> {
    const merged = await this.#merged({ checking: true, keepUntil: -1 });
    if (!merged) throw new Error('A checked PDF was treated as unchecked.');
    return merged;
  }

  async #merged({ checking, keepUntil }: { checking: boolean; keepUntil: number }) {
    const { start, timeout } = this.#options;
    let merge: Merge | undefined;
    for (const [index, item] of this.#items.entries()) {
      this.#session.terminal.activity(`${index + 1} of ${this.#items.length}: ${item.text}`);
      const deadline = new Deadline(timeout);
      try {
        const document = this.#made.get(index) ?? (await this.#document(index, item, checking, deadline));
        if (index <= keepUntil && !document.isUnchecked) this.#made.set(index, document);
        else this.#made.delete(index);
        merge ??= await start(document.data, deadline);
        if (!addTo(merge, document, item)) return undefined;
        deadline.check(`merging ${item.text}`);
      } finally {
        deadline.close();
      }
    }
    return merge && { pdf: merge.finish(), parts: merge.parts };
  }

  async #document(
    index: number,
    item: SourceItem | PdfItem,
    checking: boolean,
    deadline: Deadline,
  ): Promise<MergeDocument> {
    const { renderSource, passwords } = this.#options;
    if (item.kind !== 'pdf') {
      if (!renderSource) throw new Error('A source cannot be merged without a renderer.');
      return await renderSource(item, deadline);
    }
    const pdf = await this.#read(index, item, checking, deadline);
    if (!needsRepair(pdf) && (!checking || isMergeable(pdf))) return { pdf, isUnchecked: !checking };
    const repairing = repairPdf(this.#session, item, pdf, passwords);
    return { pdf: await deadline.race(`repairing ${item.text}`, repairing) };
  }

  async #read(index: number, item: PdfItem, checking: boolean, deadline: Deadline): Promise<Uint8Array> {
    const read = () => this.#options.readPdf(item, { signal: deadline.signal, isRepeated: checking });
    const ahead = this.#ahead?.index === index ? this.#ahead.pdf : undefined;
    const reading = this.#piped.get(index) ?? ahead?.catch(read) ?? read();
    const hint = 'The program that writes it has not finished. Give it more time with --timeout.';
    const pdf = await deadline.race(`reading ${item.text}`, Promise.resolve(reading), { hint });
    if (!item.isFile && !checking) this.#piped.set(index, pdf);
    else this.#piped.delete(index);
    this.#readAhead(index + 1, checking);
    return pdf;
  }

  /** Reads this file while the document before it is merged. */
  #readAhead(index: number, checking: boolean): void {
    const item = this.#items[index];
    if (item?.kind !== 'pdf' || !item.isFile || this.#made.has(index)) return;
    const pdf = this.#options.readPdf(item, { isRepeated: checking, isAhead: true });
    // It is read again when it is merged: the error is reported then, or a password is asked for.
    pdf.catch(() => {});
    this.#ahead = { index, pdf };
  }
}

/** Returns false if an unchecked PDF cannot be read. */
function addTo(
  merge: Merge,
  { pdf, isUnchecked }: MergeDocument,
  { text, kind, pages }: SourceItem | PdfItem,
): boolean {
  try {
    const untitled = kind !== 'folder' ? basename(text, extname(text)) : undefined;
    const selectPages =
      pages === undefined
        ? undefined
        : (count: number) => resolvePages(pages, count, { field: 'pages', name: text }, { mayRepeat: true });
    merge.add(pdf, { name: text, untitled, selectPages });
    return true;
  } catch (error) {
    if (error instanceof PdfError && isUnchecked) return false;
    throw error;
  }
}
