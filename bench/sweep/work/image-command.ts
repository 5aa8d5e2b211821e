/** The picture of a page by pdf.js, beside those of poppler and MuPDF. */
import { readFileSync, writeFileSync } from 'node:fs';
import { imageDistance } from '../../../test/support/images/poppler-image.ts';
import { type Pixels, readPng } from '../../../test/support/images/read-png.ts';
import { dpi } from '../judges/page-readers.ts';
import { type SweepCommand, sound } from './sweep-command.ts';

/** Per cent of pixels: programs smooth edges in their own ways. */
const slack = 1;

export const image: SweepCommand = {
  name: 'image',
  async run(input) {
    const renderer = await input.tools.renderer();
    for await (const drawn of renderer.images(input.bytes, { dpi, pages: '1' })) {
      writeFileSync(input.output('page.png'), drawn.image);
    }
    return { warnings: [] };
  },
  words: ({ path, output }) => [
    'image',
    path,
    '--pages',
    '1',
    '--dpi',
    `${dpi}`,
    '-o',
    output('page.png'),
    '--force',
  ],
  /** It may differ from each of them, but not by more than they differ from each other. */
  async judge(input) {
    const [poppler, mupdf] = await Promise.all(
      input.readers.map(async (reader) => await reader.picture({ path: input.path }, 1)),
    );
    if (!poppler || !mupdf) return sound();
    const ours = readPng(readFileSync(input.output('page.png')));
    const others = [poppler, mupdf];
    const distance = (a: Pixels, b: Pixels) => imageDistance(crop(a, b), crop(b, a)).far;
    const sizes = [...others, ours].map(({ width, height }) => [width, height]);
    const [widths = [], heights = []] = [0, 1].map((index) => sizes.map((size) => size[index] ?? 0));
    // Sizes that are no whole number of pixels are rounded in both directions; pdftoppm does not know UserUnit.
    if ([widths, heights].some((all) => Math.max(...all) - Math.min(...all) > 1)) return sound();
    const [far = 0, farther = 0] = others.map((one) => distance(ours, one));
    const between = distance(poppler, mupdf);
    const nearest = Math.min(far, farther);
    const what = `${nearest.toFixed(1)} % of page 1 are unlike both, which differ in ${between.toFixed(1)} %`;
    return {
      differences: nearest > between + slack ? [{ reader: 'poppler', what }] : [],
      readers: ['poppler', 'MuPDF'],
    };
  },
};

/** Without the last row and column if the other picture does not have them. */
function crop(picture: Pixels, other: Pixels): Pixels {
  const [width, height] = [Math.min(picture.width, other.width), Math.min(picture.height, other.height)];
  if (width === picture.width) return { ...picture, height };
  const rows = Array.from({ length: height }, (_, y) =>
    picture.data.subarray(y * picture.width * 3, (y * picture.width + width) * 3),
  );
  return { ...picture, width, height, data: Buffer.concat(rows) };
}
