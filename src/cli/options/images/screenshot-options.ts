/** `--screenshot` and what belongs to it. */
import { extname } from 'node:path';
import type { Command } from 'commander';
import type { ScreenshotSettings } from '#browser/screenshot/take-screenshot';
import { Failure } from '#contract/errors';
import { formatOfExtension, type ImageFormat } from '#render/images/image-format';
import type { NamedOutput } from './image-options.ts';

export interface ScreenshotFlags {
  readonly screenshot?: true;
  readonly fullPage?: true;
  readonly clip?: string;
  readonly quality?: string;
  readonly omitBackground?: true;
  readonly deviceScaleFactor?: string;
}

export function addScreenshotOptions(command: Command): Command {
  return command
    .optionsGroup('Images:')
    .option('--screenshot', 'write an image of the page as the screen shows it; --viewport is its window')
    .option('--full-page', 'the screenshot has the whole page')
    .option('--clip <x,y,widthxheight>', 'the screenshot has a part of the page, in CSS pixels: 0,0,400x300')
    .option('--quality <number>', 'of a JPEG or WebP screenshot: 0 to 100')
    .option('--omit-background', 'the screenshot is transparent where the page has no background')
    .option('--device-scale-factor <number>', 'pixels of the screenshot for each CSS pixel (default: 1)');
}

/** Undefined without `--screenshot`. Throws `usage`. */
export function readScreenshotFlags(
  options: ScreenshotFlags &
    NamedOutput & { readonly image?: ImageFormat | undefined; readonly forms?: boolean | undefined },
): ScreenshotSettings | undefined {
  const { screenshot, fullPage, clip, quality, omitBackground, deviceScaleFactor } = options;
  if (!screenshot) {
    const given = Object.entries({ fullPage, clip, quality, omitBackground, deviceScaleFactor });
    const name = given.find(([, value]) => value !== undefined)?.[0];
    if (name === undefined) return undefined;
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new Failure('usage', `${flag} is for --screenshot.`);
  }
  if (options.dpi !== undefined) {
    throw new Failure('usage', '--dpi is for images of printed pages.', {
      hint: 'Pixels of a screenshot: --device-scale-factor 2',
    });
  }
  if (options.sign !== undefined) throw new Failure('usage', '--sign signs a PDF, and a screenshot is none.');
  if (options.forms) throw new Failure('usage', '--forms makes fields of a PDF, and a screenshot is none.');
  const named = formatOfExtension(extname(options.output ?? options.filename ?? ''));
  return {
    format: options.image ?? named ?? 'png',
    fullPage,
    clip: clip === undefined ? undefined : readClip(clip),
    quality: quality === undefined ? undefined : readNumber('--quality', quality, 0, 100),
    omitBackground,
    deviceScaleFactor:
      deviceScaleFactor === undefined
        ? undefined
        : readNumber('--device-scale-factor', deviceScaleFactor, 0.1, 5),
  };
}

function readClip(text: string): ScreenshotSettings['clip'] {
  const found = /^(\d{1,6}),(\d{1,6}),([1-9]\d{0,5})x([1-9]\d{0,5})$/.exec(text);
  const [x = 0, y = 0, width = 0, height = 0] = (found ?? []).slice(1).map(Number);
  if (found) return { x, y, width, height };
  throw new Failure('usage', `--clip "${text}" is not a part of a page.`, {
    hint: 'Write its left and top, width and height in CSS pixels: --clip 0,0,400x300',
  });
}

function readNumber(flag: string, text: string, min: number, max: number): number {
  const value = /^\d{1,3}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  const isWhole = flag !== '--quality' || Number.isInteger(value);
  if (value >= min && value <= max && isWhole) return value;
  throw new Failure('usage', `${flag} "${text}" is not a number from ${min} to ${max}.`);
}
