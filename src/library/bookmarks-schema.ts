/** Bookmarks that programs give, or a file of `pdfapi pages`. */
import { z } from 'zod';
import type { Bookmark } from '#pdf';

const bookmarkSchema: z.ZodType<Bookmark> = z.lazy(() =>
  z.strictObject(
    {
      title: z.string({ error: 'must be text' }),
      page: z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }),
      children: bookmarksSchema.optional(),
    },
    { error: 'must be an object with title, page and children' },
  ),
);

export const bookmarksSchema = z.array(bookmarkSchema, { error: 'must be an array of bookmarks' });
