/** The images that a batch writes in place of PDFs: what its options say, checked before anything is rendered. */
import { extname } from 'node:path';
import { parsePageSelection } from '#contract/api/page-selection';
import { Failure } from '#contract/errors';
import { extensionOf } from '#render/images/image-format';
import { isOutputFolder } from '../../../io/output-file.ts';
import {
  type ImageSettings,
  pagePlaceholder,
  readImageSettings,
} from '../../../options/images/image-options.ts';
import type { BatchOptions } from '../batch-options.ts';

/**
 * Returns what images are wanted of each row, by `--image` or by the extension of `-o`. Undefined for PDFs. Throws `usage`
 * for what cannot be images, and for names that would be the same for all pages of a row.
 */
export function readBatchImages(options: BatchOptions): ImageSettings | undefined {
  const { async, image, dpi, mergeInto, output, pages, sign, signIdentity } = options;
  const flag = image === undefined ? '--dpi' : '--image';
  if (async) {
    if (image === undefined && dpi === undefined) return undefined;
    throw new Failure('usage', `--async and ${flag} are mutually exclusive: a job makes PDFs.`, {
      hint: 'Without --async, this process draws the images of what the server renders.',
    });
  }
  if (mergeInto !== undefined) {
    if (image === undefined && dpi === undefined) return undefined;
    throw new Failure(
      'usage',
      `--merge-into and ${flag} are mutually exclusive: images are files of a row.`,
      {
        hint: `Draw the finished PDF: pdfapi image ${mergeInto === '-' ? '-' : mergeInto}`,
      },
    );
  }
  const pattern = output === undefined || isOutputFolder(output) ? undefined : output;
  const named = pattern !== undefined && extensionIn(pattern) !== '' ? pattern : undefined;
  const settings = readImageSettings({ image, dpi, output: named, sign: sign ?? signIdentity });
  if (settings && pattern !== undefined && !pattern.includes(pagePlaceholder) && !isOnePage(pages)) {
    throw new Failure('usage', `-o "${pattern}" names the same file for every page of a row.`, {
      hint: `Name each: -o '${withPlaceholder(pattern)}'; or draw one page of each row: --pages 1`,
    });
  }
  return settings;
}

/** Returns the pattern of the images, of what `-o` says or of names without an extension. */
export const toImagePattern = (pattern: string, { format }: ImageSettings): string =>
  extensionIn(pattern) === '' ? `${pattern}${extensionOf(format)}` : pattern;

/** Names that end with a value of the row may contain dots, but have no extension. */
const extensionIn = (pattern: string): string => (/[{}]/.test(extname(pattern)) ? '' : extname(pattern));

const withPlaceholder = (output: string): string => {
  const extension = extensionIn(output);
  return `${output.slice(0, output.length - extension.length)}-${pagePlaceholder}${extension}`;
};

/** Whether a selection has one page, of any document. */
function isOnePage(pages: string | undefined): boolean {
  const [range, ...others] = (pages === undefined ? undefined : parsePageSelection(pages)) ?? [];
  return range !== undefined && others.length === 0 && range.first === range.last;
}
