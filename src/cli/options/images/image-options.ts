/** The options of commands that write images of pages. */
import { extname } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { Failure } from '#contract/errors';
import {
  defaultDpi,
  dpiLimits,
  formatOfExtension,
  type ImageFormat,
  imageFormats,
} from '#render/images/image-format';
import { isOutputFolder } from '../../io/output-file.ts';

/** In the names of images: the number of the page. */
export const pagePlaceholder = '{n}';

export interface ImageFlags {
  readonly image?: ImageFormat | undefined;
  readonly dpi?: number | undefined;
}

export interface ImageSettings {
  readonly format: ImageFormat;
  /** Pixels per inch. */
  readonly dpi: number;
}

export interface NamedOutput extends ImageFlags {
  readonly output?: string | undefined;
  readonly filename?: string | undefined;
  /** The key that the PDF is signed with. */
  readonly sign?: string | undefined;
}

/** Whether images are wanted, which a browser draws. */
export const wantsImages = (options: NamedOutput): boolean => readImageSettings(options) !== undefined;

export function addImageOptions(command: Command): Command {
  return command
    .option(
      '--image <format>',
      'write images of the pages: png, jpeg or webp; or name them: -o page-{n}.png',
      imageFormat,
    )
    .option('--dpi <number>', `pixels per inch of images (default: ${defaultDpi})`, dpi);
}

/**
 * Returns what images are wanted, by `--image` or by the name of the output. Undefined if the PDF itself is wanted. Throws
 * `usage`.
 */
export function readImageSettings(options: NamedOutput): ImageSettings | undefined {
  const isFolder = options.output !== undefined && isOutputFolder(options.output);
  const name = isFolder ? undefined : (options.output ?? options.filename);
  const named = name === undefined ? undefined : formatOfExtension(extname(name));
  const format = options.image ?? named;
  if (format === undefined) {
    if (options.dpi === undefined) return undefined;
    throw new Failure('usage', '--dpi is for images of pages.', {
      hint: 'Ask for them: --image png, or -o page-{n}.png',
    });
  }
  if (options.sign !== undefined) {
    throw new Failure('usage', '--sign signs a PDF, and images of its pages hold no signature.', {
      hint: 'Write the PDF, and draw it with pdfapi image.',
    });
  }
  const isOther = name !== undefined && name !== '-' && extname(name) !== '' && named !== format;
  if (isOther) {
    throw new Failure('usage', `--image ${format} and -o ${name} name different formats.`, {
      hint: 'Leave out --image: the name says the format.',
    });
  }
  return { format, dpi: options.dpi ?? defaultDpi };
}

function imageFormat(text: string): ImageFormat {
  const format = formatOfExtension(`.${text}`);
  if (format !== undefined) return format;
  throw new InvalidArgumentError(`It must be one of ${imageFormats.join(', ')}.`);
}

function dpi(text: string): number {
  const value = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= dpiLimits.min && value <= dpiLimits.max) return value;
  throw new InvalidArgumentError(`It must be a number from ${dpiLimits.min} to ${dpiLimits.max}.`);
}
