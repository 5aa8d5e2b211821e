/**
 * Work on PDFs that clients send, whatever wrote them: see `pdf-worker.ts`, in whose threads it runs. Damaged and encrypted
 * files are repaired where that loses nothing.
 */
import { cleanForm } from '#forms';
import type { FileProtection } from '#pdf';
import { type Bookmark, countPages, PdfError, readBookmarks, startMerge } from '#pdf';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import { PdfReader } from '#pdf/reading/reader';
import { unreadablePdf } from '#pdf/reading/unreadable-pdf';
import { type NamedProperties, readProperties } from '#pdf/xmp/named-properties';
import {
  type ArrangeDocument,
  arrangeDocument,
  type FinishOptions,
  finishArranged,
} from '#render/arrangement/arrange-document';
import { makeReadable } from '#render/arrangement/mergeable';
import { type SplitRule, splitDocument } from '#render/arrangement/split-document';
import { Deadline } from '#runtime/deadline';

/** Longer than every deadline of a request or a job: the thread ends with that one. */
const maxMs = 3_600_000;

interface NamedPdf {
  /** Names the PDF in errors. */
  readonly name: string;
  readonly pdf: Uint8Array;
}

export interface ArrangeTask extends NamedPdf {
  readonly kind: 'arrange';
  readonly changes: Pick<ArrangeDocument, 'pages' | 'rotate' | 'flatten' | 'imageQuality' | 'bookmarks'> &
    Pick<FinishOptions, 'asked' | 'metadata' | 'properties' | 'attachments' | 'eInvoice' | 'protection'>;
}

export interface SplitTask extends NamedPdf {
  readonly kind: 'split';
  /** The pages that are split. Default: all. */
  readonly pages?: string | undefined;
  readonly rule: SplitRule;
}

/** Merges PDFs as they are, without labels. */
export interface JoinPdfsTask {
  readonly kind: 'join';
  readonly documents: readonly Uint8Array[];
  readonly names: readonly string[];
}

/** The result is JSON of `PdfDescription`. */
export interface DescribeTask extends NamedPdf {
  readonly kind: 'describe';
}

export interface PdfDescription {
  readonly pages: number;
  /** `1.7`, for example. */
  readonly version: string;
  readonly properties: NamedProperties;
  readonly bookmarks: readonly Bookmark[];
}

/** Throws `invalid_pdf`, `not_conforming`, and `invalid_option` for pages that the PDF does not have. */
export async function arrangeForeign({ name, pdf, changes }: ArrangeTask): Promise<Uint8Array> {
  const { pages, rotate, flatten, imageQuality, bookmarks, ...finishing } = changes;
  const arranged = await arrangeDocument(pdf, {
    name,
    pages,
    rotate,
    flatten,
    imageQuality,
    bookmarks,
    repair: () => repaired(pdf),
  });
  return await finish(arranged, { name, ...finishing });
}

/** Throws what `arrangeForeign` throws. */
export async function splitForeign({ name, pdf, pages, rule }: SplitTask): Promise<readonly Uint8Array[]> {
  const whole = await arrangeDocument(pdf, { name, pages, repair: () => repaired(pdf) });
  const parts = await splitDocument(whole, rule, (part) => finish(part, { name }));
  return parts.map((part) => part.pdf);
}

async function finish(
  arranged: Parameters<typeof finishArranged>[0],
  options: {
    readonly name: string;
    readonly protection?: FileProtection | undefined;
  } & Partial<FinishOptions>,
): Promise<Uint8Array> {
  const deadline = new Deadline(maxMs);
  try {
    const { pdf } = await finishArranged(arranged, { date: new Date(), deadline, ...options });
    return await toBytes(pdf);
  } finally {
    deadline.close();
  }
}

/** Throws `invalid_pdf`, which names the document. */
export async function joinForeign({ documents, names }: JoinPdfsTask): Promise<Uint8Array> {
  const merge = startMerge();
  for (const [index, pdf] of documents.entries()) {
    const name = names[index] ?? `Document ${index + 1}`;
    await naming(name, async () => merge.add((await makeReadable(pdf)).readable, { name }));
  }
  return merge.finish();
}

/** Throws `invalid_pdf`. */
export async function describeForeign({ name, pdf }: DescribeTask): Promise<PdfDescription> {
  return await naming(name, async () => {
    const { readable } = await makeReadable(pdf);
    const file = new PdfReader(readable);
    return {
      pages: countPages(readable),
      version: file.version,
      properties: readProperties(file),
      bookmarks: readBookmarks(file),
    };
  });
}

const repaired = async (pdf: Uint8Array): Promise<Uint8Array> =>
  (await cleanForm(pdf, { draw: 'needed' })).pdf;

async function naming<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw unreadablePdf(
      error,
      error.message.startsWith(`${name}: `) ? error.message : `${name}: ${error.message}`,
    );
  }
}
