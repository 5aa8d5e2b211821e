/** The fields of requests for an image of a page in place of the PDF. */
import { z } from 'zod';

export const imageOutputs = ['png', 'jpeg', 'webp'] as const;
export type ImageOutput = (typeof imageOutputs)[number];

export const isImageOutput = (output: string | undefined): output is ImageOutput =>
  imageOutputs.some((each) => each === output);

const maxPage = 999_999;
const pageRange = `must be between 1 and ${maxPage}`;

/** A4 has 35 million pixels then, which is what a server draws at most: see `draw-requested-image.ts`. */
const maxDpi = 600;
export const defaultImageDpi = 150;
const dpiRange = `must be between 1 and ${maxDpi}`;

/** Their defaults are no `default`, which generated clients send: without an image, the fields are not allowed. */
export const imageFields = {
  page: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: pageRange })
    .max(maxPage, { error: pageRange })
    .optional()
    .meta({
      id: 'ImagePage',
      description:
        'The page that `output: png`, `jpeg` or `webp` shows, of those that the PDF has. Default: 1.',
    }),
  dpi: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: dpiRange })
    .max(maxDpi, { error: dpiRange })
    .optional()
    .meta({
      id: 'ImageDpi',
      description: `Pixels per inch of paper, for \`output: png\`, \`jpeg\` or \`webp\`. Default: ${defaultImageDpi}. An image has at most 36 million.`,
    }),
};

const sides = { error: 'must be a number of CSS pixels' };
const pixels = z.number(sides).min(0, sides).max(1_000_000, sides);
const qualityRange = { error: 'must be from 0 to 100' };
const trueOrFalse = z.boolean({ error: 'must be true or false' });

const clip = z.strictObject(
  { x: pixels, y: pixels, width: pixels.min(1, sides), height: pixels.min(1, sides) },
  { error: 'must be an object with x, y, width and height' },
);

const factors = { error: 'must be from 0.1 to 5' };

/** Fields whose names differ between requests and the library follow. */
const captured = {
  clip: clip
    .optional()
    .meta({ id: 'ScreenshotClip', description: 'A part of the page, in CSS pixels from its corner.' }),
  quality: z
    .int(qualityRange)
    .min(0, qualityRange)
    .max(100, qualityRange)
    .optional()
    .meta({ description: 'From 0 to 100, for `jpeg` and `webp`. Default: that of Chromium.' }),
};
const fullPage = trueOrFalse.optional().meta({
  description: 'The whole page, however high it is. Default: what the window (`viewport`) shows.',
});
const omitBackground = trueOrFalse.optional().meta({
  description:
    'Without a background of its own, the page is transparent in `png` and `webp`. Default: it is white.',
});
const optimizeForSpeed = trueOrFalse.optional().meta({ description: 'Encode faster, into a larger file.' });
const deviceScaleFactor = z
  .number(factors)
  .min(0.1, factors)
  .max(5, factors)
  .optional()
  .meta({ description: 'Pixels of the image for each CSS pixel. Default: 1.' });

const anObject = 'must be an object, such as {} or { "full_page": true }';
const screenshotField = z
  .strictObject(
    {
      full_page: fullPage,
      ...captured,
      omit_background: omitBackground,
      optimize_for_speed: optimizeForSpeed,
      device_scale_factor: deviceScaleFactor,
    },
    { error: anObject },
  )
  .meta({
    id: 'Screenshot',
    description:
      'With `output: png`, `jpeg` or `webp`: the page as the screen shows it, in place of a printed page. `viewport` of `config` is its window, and `media` is `screen` by default.',
  });

/** As the library names them. */
export const screenshotOptions = {
  fullPage,
  ...captured,
  omitBackground,
  optimizeForSpeed,
  deviceScaleFactor,
};

export const screenshotFields = { screenshot: screenshotField.optional() };

/** Returns the settings of a request by the names of the library. */
export const toScreenshot = ({
  full_page,
  omit_background,
  optimize_for_speed,
  device_scale_factor,
  ...same
}: z.output<typeof screenshotField>) => ({
  ...same,
  fullPage: full_page,
  omitBackground: omit_background,
  optimizeForSpeed: optimize_for_speed,
  deviceScaleFactor: device_scale_factor,
});

/** The settings of pages, which a screenshot does not have. */
const ofPages = [
  ...['format', 'orientation', 'margins', 'header', 'footer', 'scale', 'prefer_css_page_size', 'backgrounds'],
  ...['pages', 'forms', 'pdfa', 'pdfua', 'e_invoice', 'stamp', 'metadata'],
];

interface Imaged {
  readonly output?: string | undefined;
  readonly page?: number | undefined;
  readonly dpi?: number | undefined;
  readonly screenshot?: object | undefined;
  readonly config?: { readonly protection?: object | undefined; readonly sign?: unknown } | undefined;
}

/** Reports settings of images without one, and an image that is to be encrypted. */
export function checkImage(
  { output, page, dpi, screenshot, config }: Imaged,
  context: z.core.$RefinementCtx,
): void {
  const add = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (isImageOutput(output)) {
    if (config?.protection) {
      add(['config', 'protection'], 'must not be given for an image, which has no password');
    }
    if (config?.sign !== undefined)
      add(['config', 'sign'], 'must not be given for an image, which is not signed');
    if (screenshot === undefined) return;
    for (const [name, value] of Object.entries({ page, dpi })) {
      if (value !== undefined) add([name], 'must not be given for a screenshot, which has no pages');
    }
    for (const [name, value] of Object.entries(config ?? {})) {
      if (value === undefined || !ofPages.includes(name)) continue;
      add(['config', name], 'must not be given for a screenshot, which has no pages');
    }
    return;
  }
  for (const [name, value] of Object.entries({ page, dpi, screenshot })) {
    if (value !== undefined) add([name], `must only be given for output: ${imageOutputs.join(', ')}`);
  }
}
