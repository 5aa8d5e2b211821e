/** Splits a document: every so many pages, by the size of the files, or where chapters begin. */
import { Failure } from '#contract/errors';
import { type ArrangedPages, arrangePages } from '#pdf';
import type { PdfContent } from '#pdf/large-pdf/large-pdf';
import { readOutlineStarts } from '#pdf/pages/outline-starts';

export type SplitRule =
  | { readonly kind: 'every'; readonly pages: number }
  | { readonly kind: 'size'; readonly bytes: number }
  | { readonly kind: 'outline'; readonly level: number };

interface SplitPart {
  /** Indexes of the first page and of the one behind the last. */
  readonly start: number;
  readonly end: number;
  /** The title of the entry of the outline that it begins with. */
  readonly title?: string | undefined;
}

export interface FinishedPart<Pdf extends PdfContent = PdfContent> extends SplitPart {
  readonly pdf: Pdf;
  /** A single page that is larger than a file shall be. */
  readonly isTooLarge?: boolean | undefined;
}

/** Makes the file of a part. */
type Finish<Pdf> = (part: ArrangedPages) => Promise<Pdf>;

/**
 * Returns the parts in the order of the pages; each page is in one of them. Bookmarks, links and page labels of a part are
 * those of its pages. Throws what `finish` throws, `PdfError`, and `invalid_option` for a document without an outline.
 */
export async function splitDocument<Pdf extends PdfContent>(
  whole: ArrangedPages,
  split: SplitRule,
  finish: Finish<Pdf>,
): Promise<readonly FinishedPart<Pdf>[]> {
  if (split.kind === 'size') return await splitBySize(whole, split.bytes, finish);
  const parts: FinishedPart<Pdf>[] = [];
  for (const part of split.kind === 'every'
    ? partsOf(whole.pages, split.pages)
    : chapters(whole, split.level)) {
    parts.push({ ...part, pdf: await finish(take(whole, part)) });
  }
  return parts;
}

function partsOf(count: number, pages: number): SplitPart[] {
  const starts = Array.from({ length: Math.ceil(count / pages) }, (_, i) => i * pages);
  return starts.map((start) => ({ start, end: Math.min(start + pages, count) }));
}

/** The pages before the first chapter are a part of their own. */
function chapters({ pdf, pages }: ArrangedPages, level: number): SplitPart[] {
  const found = readOutlineStarts(pdf, level);
  if (found.length === 0) {
    const message = 'The PDF has no outline whose entries lead to pages, so that it cannot be split by it.';
    throw new Failure('invalid_option', message, { errors: { outline: [message] } });
  }
  const starts = found[0]?.page === 0 ? found : [{ page: 0, title: undefined }, ...found];
  return starts.map(({ page, title }, i) => ({ start: page, end: starts[i + 1]?.page ?? pages, title }));
}

/** Each part has as many pages as fit. Sizes are those of the finished files. */
async function splitBySize<Pdf extends PdfContent>(
  whole: ArrangedPages,
  bytes: number,
  finish: Finish<Pdf>,
): Promise<FinishedPart<Pdf>[]> {
  const parts: FinishedPart<Pdf>[] = [];
  const make = async (start: number, end: number): Promise<FinishedPart<Pdf>> => ({
    start,
    end,
    pdf: await finish(take(whole, { start, end })),
  });
  const fits = ({ pdf }: FinishedPart<Pdf>) => pdf.length <= bytes;
  let bytesOfPage = whole.pdf.length / whole.pages;
  for (let start = 0; start < whole.pages; ) {
    let best: FinishedPart<Pdf> | undefined;
    // The greatest number of pages that fits is from `low` on and below `high`.
    let low = start + 1;
    let high = whole.pages + 1;
    let guess = start + Math.floor(bytes / bytesOfPage);
    while (low < high) {
      const end = Math.min(Math.max(guess, low), high - 1);
      const part = await make(start, end);
      if (fits(part)) best = part;
      if (fits(part)) low = end + 1;
      else high = end;
      bytesOfPage = Math.max(1, part.pdf.length / (end - start));
      // After the first guess, the size of what was made shows how many more, or fewer, pages fit.
      const next = start + Math.floor(bytes / bytesOfPage);
      guess = next >= low && next < high ? next : (low + high) >> 1;
    }
    const part = best ?? { ...(await make(start, start + 1)), isTooLarge: true };
    parts.push(part);
    start = part.end;
  }
  return parts;
}

function take(whole: ArrangedPages, { start, end }: SplitPart): ArrangedPages {
  if (start === 0 && end === whole.pages) return whole;
  const pages = Array.from({ length: end - start }, (_, i) => start + i);
  return {
    ...arrangePages(whole.pdf, () => ({ pages })),
    claimed: whole.claimed,
    indexes: whole.indexes.slice(start, end),
  };
}
