/** Reads where on its page each text of a PDF is, as a reader of the paper sees it. */
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A run of letters without a gap. Lengths in points from the left and top edges of the page. */
export interface TextRun {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
}

export interface PositionedPage {
  readonly width: number;
  readonly height: number;
  /** From top to bottom, then from left to right. */
  readonly runs: readonly TextRun[];
}

export interface PositionedPdf {
  readonly pages: readonly PositionedPage[];
  /** `Title @page`, indented, ` closed` behind those that are. */
  readonly outline: readonly string[];
  readonly labels: readonly string[] | undefined;
  /** `page → page` of the links within the document. */
  readonly links: readonly string[];
}

/** Letters that are closer than this share of their size belong to one word. */
const wordGap = 0.18;

export async function readPages(bytes: Uint8Array): Promise<PositionedPdf> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0, useSystemFonts: false });
  const pdf = await task.promise;
  try {
    const pages: PositionedPage[] = [];
    const links: string[] = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      const runs: TextRun[] = [];
      for (const item of items) {
        if (!('str' in item) || item.str.trim() === '') continue;
        const [a = 0, b = 0, , , x = 0, y = 0] = item.transform as number[];
        const perLetter = item.width / item.str.length;
        const start = item.str.length - item.str.trimStart().length;
        const end = item.str.length - item.str.trimEnd().length;
        runs.push({
          text: item.str.trim(),
          left: x + start * perLetter,
          right: x + item.width - end * perLetter,
          baseline: height - y,
          size: Math.hypot(a, b),
        });
      }
      pages.push({
        width,
        height,
        runs: runs.toSorted((p, q) => p.baseline - q.baseline || p.left - q.left),
      });
      for (const link of await page.getAnnotations()) {
        if (link.subtype === 'Link' && link.dest) links.push(`${number} → ${await pageOf(pdf, link.dest)}`);
      }
    }
    const labels = (await pdf.getPageLabels()) ?? undefined;
    return {
      pages,
      outline: await outlineOf(pdf, await pdf.getOutline(), ''),
      labels,
      links: [...new Set(links)],
    };
  } finally {
    await task.destroy();
  }
}

/** Joins the runs of each line whose gaps are below `gap` points. A space is put between words. */
export function joinRuns(runs: readonly TextRun[], gap: number): TextRun[] {
  const joined: TextRun[] = [];
  const rows: TextRun[][] = [];
  for (const run of runs) {
    const row = rows.find(([first]) => first && Math.abs(first.baseline - run.baseline) < 2);
    if (row) row.push(run);
    else rows.push([run]);
  }
  for (const row of rows) {
    let last: TextRun | undefined;
    for (const run of row.toSorted((p, q) => p.left - q.left)) {
      if (last && run.left - last.right < gap) {
        const space = run.left - last.right > wordGap * run.size ? ' ' : '';
        last = { ...last, text: last.text + space + run.text, right: Math.max(last.right, run.right) };
        joined[joined.length - 1] = last;
      } else {
        last = run;
        joined.push(last);
      }
    }
  }
  return joined.map((run) => ({ ...run, text: run.text.replace(/\s+/g, ' ') }));
}

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

async function outlineOf(pdf: PDFDocumentProxy, entries: Outline, indent: string): Promise<string[]> {
  const found: string[] = [];
  for (const { title, dest, items, count } of entries ?? []) {
    const closed = items.length && count !== undefined && count < 0 ? ' closed' : '';
    found.push(`${indent}${title} @${dest ? await pageOf(pdf, dest) : '?'}${closed}`);
    found.push(...(await outlineOf(pdf, items, `${indent}  `)));
  }
  return found;
}

async function pageOf(pdf: PDFDocumentProxy, target: string | unknown[]): Promise<number | string> {
  const destination = typeof target === 'string' ? await pdf.getDestination(target) : target;
  const page = destination?.[0];
  if (typeof page === 'number') return page + 1;
  return page ? (await pdf.getPageIndex(page as Parameters<typeof pdf.getPageIndex>[0])) + 1 : 'nowhere';
}
