/** Page settings as a caller or a `template.json` writes them. Apart from the facts, because zod takes long to load. */
import { z } from 'zod';
import { largestMargin, orientations, paperFormatOf, paperFormats } from './page.ts';

export const formatSchema = z.string().transform((name, context) => {
  const format = paperFormatOf(name);
  if (format) return format;
  context.addIssue({ code: 'custom', message: `must be one of: ${paperFormats.join(', ')}` });
  return z.NEVER;
});

export const orientationSchema = z.enum(orientations, {
  error: `must be one of: ${orientations.join(', ')}`,
});

const margin = z
  .int({ error: 'must be a whole number of millimetres' })
  .min(0, { error: 'must be at least 0' })
  .max(largestMargin, { error: `must be at most ${largestMargin}` });

export const marginsSchema = z.strictObject(
  {
    top: margin.optional(),
    right: margin.optional(),
    bottom: margin.optional(),
    left: margin.optional(),
  },
  { error: 'must be an object with top, right, bottom and left' },
);
