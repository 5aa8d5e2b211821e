/** Counts the page numbers of a table of contents that are those of the pages. */
import { inspectPdf } from '../../src/pdf/inspect-pdf.ts';
import { joinRuns, readPages } from '../../test/integration/render/paged/read-pages.ts';

export interface PrintedNumbers {
  readonly pages: number;
  /** Entries whose number is that of the page which has the heading. */
  readonly right: number;
  readonly entries: number;
  readonly isTagged: boolean;
}

/** Engines differ in whether the page counter starts again at the first chapter, so either number counts as right. */
export async function printedNumbers(pdf: Uint8Array): Promise<PrintedNumbers> {
  const { pages } = await readPages(pdf);
  const texts = pages.map(({ runs, height }) =>
    joinRuns(
      // The heads repeat the headings.
      runs.filter(({ baseline }) => baseline > 72 && baseline < height - 72),
      Number.POSITIVE_INFINITY,
    ).map(({ text }) => text),
  );
  const headings = new Map<string, number>();
  const entries: { heading: string; number: number }[] = [];
  for (const [index, lines] of texts.entries()) {
    for (const line of lines) {
      const entry = /^(\d+(?:\.\d)? [a-z ]+?)[ .…]+(\d+)$/.exec(line);
      if (entry) entries.push({ heading: entry[1] ?? '', number: Number(entry[2]) });
      else if (/^\d+(?:\.\d)? [a-z ]+$/.test(line)) headings.set(line, index + 1);
    }
  }
  const first = Math.min(...headings.values());
  const right = entries.filter(({ heading, number }) => {
    const page = headings.get(heading);
    return page !== undefined && (number === page || number === page - first + 1);
  });
  const { tagged: isTagged } = inspectPdf(pdf);
  return { pages: pages.length, right: right.length, entries: entries.length, isTagged };
}
