/**
 * The documents of `pdfapi merge`, added one after the other. PDFs that somebody brings are taken as they are: most
 * are whole, and to look through all of them before would take half as long as to merge them. A merge that failed
 * cannot be gone on with. So the first PDF that cannot be read makes the merge start anew, and from then on each of
 * them is looked through, and mended where it has to be, before it is added.
 */
import { Failure } from '../contract/errors.ts';
import { Deadline } from '../core/deadline.ts';
import { type Merge, PdfError } from '../core/pdf/index.ts';
import type { Data } from '../core/template/parse-data-file.ts';
import type { RenderFolder } from './merge-folders.ts';
import type { FolderItem, PdfItem } from './merge-items.ts';
import { cleanPdfFile, isReadable, isSigned, readPdfFile } from './read-pdf-file.ts';
import type { Session } from './session.ts';

export interface MergeDocumentsOptions {
  /** Given what the first document was made of, where it was a folder. */
  readonly start: (data: Data | undefined) => Promise<Merge>;
  /** Holds the password of PDFs that have one. */
  readonly passwordFile?: string | undefined;
  /** Where there are folders. */
  readonly renderFolder?: RenderFolder | undefined;
  /** Milliseconds for each document: there may be thousands of them. */
  readonly timeout: number | undefined;
}

/** The merged file. Throws `invalid_pdf`, `file_unreadable`, and what rendering throws. */
export async function mergeDocuments(
  session: Session,
  items: readonly (FolderItem | PdfItem)[],
  options: MergeDocumentsOptions,
): Promise<Uint8Array> {
  const documents = new Documents(session, items, options);
  try {
    const merged =
      (await documents.merged({ looking: false })) ?? (await documents.merged({ looking: true }));
    if (!merged) throw new Error('A PDF that was looked through was taken as it is.');
    return merged;
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw new Failure('invalid_pdf', error.message.replace(/\.?$/, '.'), { cause: error });
  }
}

interface Document {
  readonly pdf: Uint8Array;
  readonly data?: Data | undefined;
  /** Nobody has looked through it yet. */
  readonly asItIs?: boolean;
}

class Documents {
  readonly #session: Session;
  readonly #items: readonly (FolderItem | PdfItem)[];
  readonly #options: MergeDocumentsOptions;
  /** What a second start would have to make again. By place, as the next one. */
  readonly #made = new Map<number, Document>();
  /** What can be read only once: a pipe. */
  readonly #read = new Map<number, Uint8Array>();
  readonly #lastPdf: number;
  #ahead: { readonly index: number; readonly pdf: Promise<Uint8Array> } | undefined;

  constructor(session: Session, items: readonly (FolderItem | PdfItem)[], options: MergeDocumentsOptions) {
    this.#session = session;
    this.#items = items;
    this.#options = options;
    this.#lastPdf = items.findLastIndex(({ kind }) => kind === 'pdf');
  }

  /** Undefined when a PDF that nobody had looked through cannot be read. */
  async merged({ looking }: { readonly looking: boolean }): Promise<Uint8Array | undefined> {
    const { start } = this.#options;
    let merge: Merge | undefined;
    for (const [index, item] of this.#items.entries()) {
      this.#session.terminal.activity(`${index + 1} of ${this.#items.length}: ${item.text}`);
      const document = this.#made.get(index) ?? (await this.#inTime(index, item, looking));
      merge ??= await start(document.data);
      try {
        merge.add(document.pdf, { name: item.text });
      } catch (error) {
        if (error instanceof PdfError && document.asItIs) return undefined;
        throw error;
      }
    }
    return merge?.finish();
  }

  async #inTime(index: number, item: FolderItem | PdfItem, looking: boolean): Promise<Document> {
    const deadline = new Deadline(this.#options.timeout);
    try {
      return await this.#document(index, item, looking, deadline);
    } finally {
      deadline.close();
    }
  }

  async #document(
    index: number,
    item: FolderItem | PdfItem,
    looking: boolean,
    deadline: Deadline,
  ): Promise<Document> {
    const { renderFolder, passwordFile } = this.#options;
    if (item.kind === 'folder') {
      if (!renderFolder) throw new Error('A folder is merged with nothing to render it.');
      return this.#keep(index, await renderFolder(item, deadline));
    }
    const pdf = await deadline.race(`reading ${item.text}`, this.#bytes(index, item));
    const isWhole = !isSigned(pdf) && (!looking || isReadable(pdf));
    if (isWhole) return { pdf, asItIs: !looking };
    return this.#keep(index, { pdf: await cleanPdfFile(this.#session, item.text, pdf, passwordFile) });
  }

  /** Only a PDF that is brought can make the merge start anew. */
  #keep(index: number, document: Document): Document {
    if (index <= this.#lastPdf) this.#made.set(index, document);
    return document;
  }

  async #bytes(index: number, item: PdfItem): Promise<Uint8Array> {
    const ahead = this.#ahead?.index === index ? this.#ahead.pdf : undefined;
    const pdf = this.#read.get(index) ?? (await (ahead ?? readPdfFile(this.#session, item)));
    if (!item.isFile) this.#read.set(index, pdf);
    this.#readAhead(index + 1);
    return pdf;
  }

  /** While the document before it is merged. */
  #readAhead(index: number): void {
    const item = this.#items[index];
    if (item?.kind !== 'pdf' || !item.isFile || this.#made.has(index)) return;
    const pdf = readPdfFile(this.#session, item);
    // Told when it is that file's turn.
    pdf.catch(() => {});
    this.#ahead = { index, pdf };
  }
}
