/**
 * Compares a PDF with an approved one, as a reader would: by what can be read in it, and by the pixels of its pages. The
 * same bytes are equal, and nothing is drawn then.
 */
import type { Browser } from '#browser/browser';
import type { DrawablePdf, DrawingPage } from '#browser/drawing/drawing-page';
import type { Deadline } from '#runtime/deadline';
import { compareFacts } from './compare-facts.ts';
import type { Difference } from './difference.ts';

export interface CompareRequest {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Pixels per inch at which pages are compared. Default: 100. */
  readonly dpi?: number | undefined;
  /** The share of the pixels of a page that may differ, from 0 to 1. Default: 0. */
  readonly tolerance?: number | undefined;
  /** Whether pages that differ are returned as images. Default: false. */
  readonly keepsImages?: boolean | undefined;
}

export interface PdfComparison {
  /** `equal`: the same bytes. `alike`: other bytes that look and read the same. */
  readonly result: 'equal' | 'alike' | 'different';
  /** Empty unless they are different. */
  readonly differences: readonly Difference[];
  readonly images: readonly PageImages[];
}

/** PNGs of a page that differs. */
export interface PageImages {
  /** From 1. */
  readonly page: number;
  readonly before: Buffer;
  readonly after: Buffer;
  readonly difference: Buffer;
}

const defaultCompareDpi = 100;

/**
 * Colours from 0 to 255. Programs round positions, and a letter that is moved by a twentieth of a pixel differs by less: no eye
 * sees that.
 */
const maxDifference = 24;

/** The most images of one PDF. A page takes up to a megabyte. */
const maxImages = 20;

/**
 * `deadline` returns the deadline of a step: opening both PDFs, reading them, comparing a page. Throws `invalid_pdf`,
 * `invalid_option` for a page that is too large, `timeout`, `page_failed` and `memory_limit`.
 */
export async function comparePdfs(
  browser: Browser,
  request: CompareRequest,
  deadline: () => Deadline,
): Promise<PdfComparison> {
  const { before, after } = request;
  if (Buffer.compare(before, after) === 0) return { result: 'equal', differences: [], images: [] };
  const step = async <Result>(work: (until: Deadline) => Promise<Result>): Promise<Result> => {
    const until = deadline();
    try {
      return await work(until);
    } finally {
      until.close();
    }
  };
  return await step((opening) =>
    browser.draw(
      {},
      async (page) => {
        const [old, now] = await step(
          async (until) =>
            [
              await page.open(before, { deadline: until }),
              await page.open(after, { deadline: until }),
            ] as const,
        );
        const [oldFacts, newFacts] = [await step(old.facts), await step(now.facts)];
        const differences = compareFacts(oldFacts, newFacts);
        const pixels = await comparePixels(page, [old, now], request, step);
        const all = [...differences, ...pixels.differences];
        const result = all.length === 0 ? 'alike' : 'different';
        return { result, differences: all, images: pixels.images } as const;
      },
      opening,
    ),
  );
}

async function comparePixels(
  page: DrawingPage,
  [old, now]: readonly [DrawablePdf, DrawablePdf],
  { dpi = defaultCompareDpi, tolerance = 0, keepsImages = false }: CompareRequest,
  step: <Result>(work: (until: Deadline) => Promise<Result>) => Promise<Result>,
): Promise<Pick<PdfComparison, 'differences' | 'images'>> {
  const differences: Difference[] = [];
  const images: PageImages[] = [];
  for (let index = 0; index < Math.min(old.pages, now.pages); index++) {
    const options = { index, dpi, maxDifference, keepsImages: keepsImages && images.length < maxImages };
    const compared = await step((until) => page.compare(old, now, options, until));
    if (compared.different <= tolerance * compared.pixels) continue;
    differences.push({ kind: 'pixels', page: index + 1, text: describe(compared, dpi) });
    if (!compared.images) continue;
    const [before, after, difference] = compared.images;
    images.push({ page: index + 1, before, after, difference });
  }
  return { differences, images };
}

type Compared = Awaited<ReturnType<DrawingPage['compare']>>;

function describe({ different, pixels, box }: Compared, dpi: number): string {
  const share = (100 * different) / pixels;
  const percent = share < 0.01 ? 'less than 0.01 %' : `${share.toFixed(2)} %`;
  const count = `${different} ${different === 1 ? 'pixel' : 'pixels'}`;
  if (!box) return `${count}, ${percent} of the page`;
  const millimetres = (length: number) => Math.round((length / dpi) * 25.4);
  const [width, height] = [box.right - box.left, box.bottom - box.top].map((length) =>
    Math.max(1, millimetres(length)),
  );
  const place = `${millimetres(box.left)} mm from the left and ${millimetres(box.top)} mm from the top`;
  return `${count}, ${percent} of the page, within ${width} × ${height} mm, ${place}`;
}
