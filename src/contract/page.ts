/** Page settings of a document: paper, orientation, margins, header and footer (api.md 4.5). */
import { z } from 'zod';

/** Paper sizes in millimetres, portrait: [width, height]. Ledger is Tabloid turned, as in the trade. */
export const paperSizes = {
  A0: [841, 1189],
  A1: [594, 841],
  A2: [420, 594],
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  A6: [105, 148],
  Letter: [215.9, 279.4],
  Legal: [215.9, 355.6],
  Tabloid: [279.4, 431.8],
  Ledger: [431.8, 279.4],
} as const satisfies Record<string, readonly [number, number]>;

export type PaperFormat = keyof typeof paperSizes;
export const paperFormats = Object.keys(paperSizes) as PaperFormat[];

const byLowerCase = new Map(paperFormats.map((name) => [name.toLowerCase(), name]));

/** The paper format meant by a name in any case, or undefined. */
export const paperFormatOf = (name: string): PaperFormat | undefined => byLowerCase.get(name.toLowerCase());

export const formatSchema = z.string().transform((name, context): PaperFormat => {
  const format = paperFormatOf(name);
  if (format) return format;
  context.addIssue({ code: 'custom', message: `must be one of: ${paperFormats.join(', ')}` });
  return z.NEVER;
});

export const orientationSchema = z.enum(['portrait', 'landscape'], {
  error: 'must be one of: portrait, landscape',
});

/** Whole millimetres. 500 is above half of the longest paper, so that larger values can only be mistakes. */
export const marginSchema = z
  .int({ error: 'must be a whole number of millimetres' })
  .min(0, { error: 'must be at least 0' })
  .max(500, { error: 'must be at most 500' });

export const marginsSchema = z.strictObject({
  top: marginSchema.optional(),
  right: marginSchema.optional(),
  bottom: marginSchema.optional(),
  left: marginSchema.optional(),
});

/** What a caller or a `template.json` may say of the page. Header and footer are HTML, with Twig. */
export const pageSettingsSchema = z.strictObject({
  format: formatSchema.optional(),
  orientation: orientationSchema.optional(),
  margins: marginsSchema.optional(),
  header: z.string({ error: 'must be a string of HTML' }).optional(),
  footer: z.string({ error: 'must be a string of HTML' }).optional(),
});

export type Margins = z.output<typeof marginsSchema>;
export type PageSettings = z.output<typeof pageSettingsSchema>;

export const defaultMargin = 10;
