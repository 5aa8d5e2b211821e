/** Draws the pages of a finished PDF and writes an image of each, one after the other. */

import type { Browser } from '#browser/browser';
import { drawImages, type ImageRequest } from '#render/images/draw-images';
import { Deadline } from '#runtime/deadline';
import { writeOutputFile } from '../io/output-file.ts';
import { progressBar } from '../io/progress-bar.ts';
import { writeStdout } from '../io/streams.ts';
import { type ImageTarget, imagePaths } from '../options/images/image-files.ts';
import type { Session } from '../session.ts';

/** An image as `--json` prints it. */
export interface WrittenImage {
  /** `-` is stdout. */
  readonly path: string;
  readonly page: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** Writes a screenshot, which has no pages. Throws the errors of `imagePaths` and files. */
export async function writeScreenshot(
  { shutdown }: Session,
  target: ImageTarget,
  { bytes, width, height }: Pick<WrittenImage, 'width' | 'height'> & { readonly bytes: Uint8Array },
): Promise<readonly WrittenImage[]> {
  const [path = null] = imagePaths(target, [1]);
  if (path === null) await writeStdout(bytes);
  else await writeOutputFile(path, bytes, { overwrite: target.overwrite, shutdown });
  return [{ path: path ?? '-', page: 1, width, height, bytes: bytes.length }];
}

/** Images that were written stay if a later page fails. Throws the errors of `drawImages`, `imagePaths` and files. */
export async function writeImages(
  { terminal, shutdown, globals }: Session,
  browser: Browser,
  target: ImageTarget,
  request: Pick<ImageRequest, 'pdf' | 'passwords' | 'pages'>,
): Promise<readonly WrittenImage[]> {
  const written: WrittenImage[] = [];
  let paths: readonly (string | null)[] = [];
  const { format, dpi } = target;
  await drawImages(
    browser,
    { ...request, format, dpi, pagesField: '--pages' },
    {
      // Each page has the time of a document: a long PDF takes as long as it has pages.
      deadline: () => new Deadline(globals.timeout),
      onOpen(pages) {
        paths = imagePaths(target, pages);
      },
      async onImage({ bytes, page, width, height }) {
        const path = paths[written.length] ?? null;
        if (path === null) await writeStdout(bytes);
        else await writeOutputFile(path, bytes, { overwrite: target.overwrite, shutdown });
        written.push({ path: path ?? '-', page, width, height, bytes: bytes.length });
        const done = written.length;
        if (paths.length > 1)
          terminal.activity(progressBar(done, paths.length, `${done} of ${paths.length} pages`));
      },
    },
  );
  return written;
}
