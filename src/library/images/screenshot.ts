/** Screenshots: the options of a call and its result. */
import { z } from 'zod';
import type { ScreenshotSettings } from '#browser/screenshot/take-screenshot';
import { screenshotOptions } from '#contract/api/image-output';
import { type ImageFormat, imageFormats } from '#render/images/image-format';
import { type DocumentOptions, optionsShape, readOptions } from '../document-options.ts';
import { invalidOption } from '../invalid-option.ts';
import { listsSchema } from '../list-options.ts';
import type { RenderedPdf } from '../pdf-result.ts';
import type { TemplateSource } from '../template-source.ts';

/** What is captured: one of them. */
export interface ScreenshotSource {
  readonly html?: string | undefined;
  readonly markdown?: string | undefined;
  /** The address of a web page. */
  readonly url?: string | URL | undefined;
  readonly template?: TemplateSource | undefined;
}

/** The options of a document that say something of its page on a screen. */
const taken = [
  ...([
    'data',
    'lang',
    'locale',
    'timeZone',
    'headers',
    'cookies',
    'basicAuth',
    'userAgent',
    'waitFor',
  ] as const),
  ...([
    'media',
    'mediaFeatures',
    'viewport',
    'failOn',
    'strict',
    'allowHosts',
    'scripts',
    'reproducible',
  ] as const),
  ...(['timeoutMs', 'signal'] as const),
] as const;

export interface ScreenshotOptions
  extends Pick<DocumentOptions, (typeof taken)[number]>,
    Omit<ScreenshotSettings, 'format' | 'maxPixels'> {
  /** Default: `png`. */
  readonly format?: ImageFormat | undefined;
  /** The folder of images, styles and fonts with relative addresses, for `html` and `markdown`. */
  readonly assets?: string | undefined;
  /** If false, HTML is shown with its braces, without Twig. Default: true. */
  readonly twig?: boolean | undefined;
}

export interface RenderedScreenshot extends Pick<RenderedPdf, 'warnings' | 'report'> {
  readonly image: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

const shape = optionsShape('html');
const schema = z.strictObject({
  ...(Object.fromEntries(taken.map((name) => [name, shape[name]])) as Pick<
    typeof shape,
    (typeof taken)[number]
  >),
  ...screenshotOptions,
  format: z.enum(imageFormats, { error: `must be one of: ${imageFormats.join(', ')}` }).optional(),
  assets: z.string({ error: 'must be the path of a folder' }).optional(),
  twig: z.boolean({ error: 'must be true or false' }).optional(),
  rows: listsSchema,
});

/** Throws `invalid_option`. */
export function readScreenshotOptions(options: ScreenshotOptions) {
  const read = readOptions(schema, options);
  const { format = 'png', fullPage, clip, quality, omitBackground, ...others } = read;
  const { optimizeForSpeed, deviceScaleFactor, assets, twig, ...document } = others;
  const how = { fullPage, clip, quality, omitBackground, optimizeForSpeed, deviceScaleFactor };
  return { screenshot: { format, ...how }, assets, twig, document };
}

/** Returns the one thing that is to be captured, with its name. Throws `invalid_option`. */
export function readScreenshotSource(source: ScreenshotSource) {
  const [first, second] = Object.entries(source).filter(([, value]) => value !== undefined);
  if (!first || second) throw invalidOption('source', 'must have one of: html, markdown, url, template');
  return first as {
    [Name in keyof ScreenshotSource]-?: [Name, NonNullable<ScreenshotSource[Name]>];
  }[keyof ScreenshotSource];
}
