/** Draws the page that a request wants in place of its PDF. */
import { defaultImageDpi, isImageOutput } from '#contract/api/image-output';
import { Failure } from '#contract/errors';
import { type PdfContent, toBytes } from '#pdf/large-pdf/large-pdf';
import { drawImages } from '#render/images/draw-images';
import type { Deadline } from '#runtime/deadline';
import type { Team } from '#store/teams';
import type { ServerContext } from '../context.ts';

interface RequestedImage {
  readonly output?: string | undefined;
  readonly page?: number | undefined;
  readonly dpi?: number | undefined;
}

/** The limit of one image. A pixel takes four bytes while it is drawn, and as much again while it is encoded. */
const maxPixels = 36_000_000;

/** A PDF that is drawn is one message to the browser. */
const drawnLimit = { maxBytes: 256 * 1024 * 1024, advice: 'Ask for the PDF: "output": "binary".' } as const;

/**
 * Returns the PDF, or the image if one is wanted. Drawing waits for its turn as a document does. Throws `invalid_option` for
 * a page that the PDF does not have and for too many pixels, and what `drawImages` throws.
 */
export async function drawRequestedImage(
  { queue, browserPool }: ServerContext,
  team: Team,
  pdf: PdfContent,
  { output, page = 1, dpi = defaultImageDpi }: RequestedImage,
  deadline: Deadline,
): Promise<PdfContent> {
  if (!isImageOutput(output)) return pdf;
  const bytes = await toBytes(pdf, drawnLimit);
  const owner = String(team.id);
  const request = {
    pdf: bytes,
    format: output,
    dpi,
    pages: String(page),
    pagesField: 'page',
    maxPixels,
    owner,
  };
  let image: Buffer | undefined;
  await queue.run(team.id, deadline.signal, () =>
    drawImages(browserPool, request, {
      deadline: () => deadline.endedBy(deadline.signal),
      onImage: (drawn) => {
        image = drawn.bytes;
      },
    }),
  );
  if (!image) throw new Failure('internal', 'No page was drawn.');
  return image;
}
