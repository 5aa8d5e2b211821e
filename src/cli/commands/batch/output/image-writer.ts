/** Writes the images of a row's pages: all of them, or none if one fails. */
import { rmSync } from 'node:fs';
import type { Browser } from '#browser/browser';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import { drawImages } from '#render/images/draw-images';
import { Deadline } from '#runtime/deadline';
import { writeOutputFile } from '../../../io/output-file.ts';
import type { ImageSettings } from '../../../options/images/image-options.ts';
import { pathOfPage } from '../../../options/output-pattern.ts';
import type { WrittenImage } from '../../../rendering/write-images.ts';
import type { ShutdownHooks } from '../../../shutdown.ts';
import type { RowWriter } from './row-writer.ts';

export interface ImageWriterOptions {
  readonly settings: ImageSettings;
  readonly browser: Browser;
  /** The passwords that the rows are encrypted with. */
  readonly passwords: readonly string[];
  /** The time limit of each page, in milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly shutdown: ShutdownHooks;
}

/** Documents that files are looked for before they are rendered have at most so many digits in their number of pages. */
const maxDigits = 5;

export function imageWriter(options: ImageWriterOptions): RowWriter {
  const { settings, browser, passwords, timeoutMs, shutdown } = options;
  const { format, dpi } = settings;
  return {
    fingerprint: `${format} ${dpi}`,
    finished: (path, images) => ({
      images: pageNumbers(images).map((page) => ({ path: pagePath(path, page, images), page })),
    }),
    expected: (path) => [
      ...new Set(Array.from({ length: maxDigits }, (_, index) => pagePath(path, 1, 10 ** index))),
    ],
    async write({ pdf, path, overwrite, cancel, reserve }) {
      const bytes = await toBytes(pdf);
      cancel.throwIfAborted();
      let count = 0;
      let images: WrittenImage[] = [];
      try {
        await drawImages(
          browser,
          { pdf: bytes, passwords, format, dpi, pagesField: '--pages', owner: 'batch' },
          {
            deadline: () => new Deadline(timeoutMs, cancel),
            onOpen(pages) {
              count = pages.length;
              // Another browser begins again if one dies.
              images = [];
              for (const page of pages) reserve(pagePath(path, page, count));
            },
            async onImage({ bytes: image, page, width, height }) {
              const name = pagePath(path, page, count);
              await writeOutputFile(name, image, { overwrite, shutdown });
              images.push({ path: name, page, width, height, bytes: image.length });
            },
          },
        );
      } catch (error) {
        for (const image of images) rmSync(image.path, { force: true });
        throw error;
      }
      return { images, bytes: images.reduce((sum, image) => sum + image.bytes, 0) };
    },
  };
}

const pageNumbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Numbers have leading zeros, so that files are listed in the order of the pages. */
const pagePath = (path: string, page: number, count: number): string =>
  pathOfPage(path, String(page).padStart(String(count).length, '0'));
