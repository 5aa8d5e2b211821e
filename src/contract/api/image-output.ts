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

interface Imaged {
  readonly output?: string | undefined;
  readonly page?: number | undefined;
  readonly dpi?: number | undefined;
  readonly config?: { readonly protection?: object | undefined; readonly sign?: unknown } | undefined;
}

/** Reports settings of images without one, and an image that is to be encrypted. */
export function checkImage({ output, page, dpi, config }: Imaged, context: z.core.$RefinementCtx): void {
  const add = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (isImageOutput(output)) {
    if (config?.protection) {
      add(['config', 'protection'], 'must not be given for an image, which has no password');
    }
    if (config?.sign !== undefined)
      add(['config', 'sign'], 'must not be given for an image, which is not signed');
    return;
  }
  for (const [name, value] of Object.entries({ page, dpi })) {
    if (value !== undefined) add([name], `must only be given for output: ${imageOutputs.join(', ')}`);
  }
}
