/** The screenshot of a filled document, in place of its pages. */
import { Failure } from '#contract/errors';
import type { FilledDocument } from './filled-document.ts';
import type { PrintTools } from './print-content.ts';
import type { RenderedDocument } from './render-request.ts';

/**
 * Returns the image as the `pdf` of the result, whose report has no pages. Throws the errors of `Browser.print`, `strict`, and
 * `invalid_option` for an image that is too large and for an editor template.
 */
export async function captureContent(
  filled: FilledDocument,
  { browser, deadline, isLong }: PrintTools,
): Promise<RenderedDocument> {
  const { content, request, notices, ms } = filled;
  const { screenshot } = request;
  if ('editorResult' in content || !screenshot) {
    const message = 'An editor template has pages only: draw images of them.';
    throw new Failure('invalid_option', message, { errors: { screenshot: [message] } });
  }
  if (!browser) throw new Error('A screenshot cannot be taken without a browser.');
  const start = performance.now();
  // With a static import, what prints would be one more file for every command.
  const { toPrintJob } = await import('./print-html.ts');
  const job = { ...toPrintJob(content, { filled, tools: { isLong } }), screenshot };
  const { image, findings, timings } = await browser.print(job, deadline);
  if (!image) throw new Failure('internal', 'No screenshot was taken.');
  const problems = [...notices.describe(request.sources), ...findings.problems, ...content.warnings];
  const found = { ...findings, problems };
  if (request.strict) {
    const { assertNoFindings } = await import('./judge-content.ts');
    assertNoFindings(found);
  }
  const { bytes, width, height } = image;
  const total = ms + performance.now() - start;
  return {
    pdf: bytes,
    report: {
      pages: 0,
      bytes: bytes.length,
      screenshot: { width, height },
      timings: { fill: ms, ...timings, finish: 0, total },
      ...found,
    },
  };
}
