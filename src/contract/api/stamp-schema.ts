/** `config.stamp`: what is drawn over or under the pages of a PDF. */
import { z } from 'zod';
import { pagesSchema } from './page-schema.ts';

export interface StampConfig {
  readonly html?: string | undefined;
  /** Base64. */
  readonly pdf?: string | undefined;
  readonly under?: boolean | undefined;
  readonly pages?: string | undefined;
}

const maxStamps = 10;
const countOfStamps = `must have 1 to ${maxStamps} stamps`;

const oneStamp = z
  .strictObject(
    {
      html: z.string({ error: 'must be a string' }).optional().meta({
        description:
          'HTML with Twig, printed for each page in its size; its own CSS places it. It can use the data of the document, and `page`, such as `page.number` and `page.count`.',
      }),
      pdf: z.base64({ error: 'must be a PDF in Base64' }).optional().meta({
        description:
          'A PDF in Base64, in the middle of the page and not enlarged. Its page 1 is on the first page that is stamped, and so on; its last page on all further ones.',
      }),
      under: z
        .boolean({ error: 'must be true or false' })
        .optional()
        .meta({ description: 'Under the page, like a letterhead. Default: over it.' }),
      pages: pagesSchema.optional(),
    },
    { error: 'must be an object with html or pdf' },
  )
  .superRefine(({ html, pdf }, context) => {
    if ((html === undefined) !== (pdf === undefined)) return;
    context.addIssue({ code: 'custom', message: 'must have either html or pdf' });
  })
  .meta({ id: 'Stamp', description: 'What is drawn over or under pages. Screen readers skip it.' });

/** One stamp, or several: those that come later are above. */
export const stampSchema = z.union(
  [oneStamp, z.array(oneStamp).min(1, { error: countOfStamps }).max(maxStamps, { error: countOfStamps })],
  {
    error: `must be a stamp, an object with html or pdf, or an array of 1 to ${maxStamps} of them`,
  },
);
