/** The report of a render, besides its PDF: pages, bytes, times and all findings. */
import type { FilledDocument } from './filled-document.ts';
import type { FinishedContent } from './finish-content.ts';
import type { RenderReport } from './render-request.ts';

/** Measures from now on. */
export function startReport({ request, notices, ms }: FilledDocument) {
  const start = performance.now();
  let printed = start;
  return {
    /** The pages are there; what follows finishes them. Returns what it gets. */
    afterPrinting<Content>(content: Content): Content {
      printed = performance.now();
      return content;
    },
    of(finished: FinishedContent, sealed: Uint8Array): RenderReport {
      const { pages, timings, findings, unread, longReport } = finished;
      const end = performance.now();
      return {
        pages,
        bytes: sealed.length,
        timings: {
          fill: tenths(ms - timings.drawn),
          browser: tenths(timings.browser),
          load: tenths(timings.load),
          print: tenths(timings.print + timings.drawn),
          finish: tenths(end - printed),
          total: tenths(ms + end - start),
        },
        ...findings,
        problems: [...unread, ...notices.describe(request.sources), ...findings.problems],
        ...longReport,
      };
    },
  };
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10;
