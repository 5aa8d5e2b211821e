/** Document properties in a request or a `template.json`. */
import { z } from 'zod';

const value = z.string({ error: 'must be a string' }).optional();

export const metadataSchema = z.strictObject({
  title: value,
  author: value,
  subject: value,
  keywords: value,
  creator: value,
});
