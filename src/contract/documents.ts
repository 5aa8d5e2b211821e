/** What a caller says of a document: its properties and its file name (api.md 2.6, 4.3). */
import { z } from 'zod';

export const metadataKeys = ['title', 'author', 'subject', 'keywords', 'creator'] as const;
export type MetadataKey = (typeof metadataKeys)[number];

const metadataValue = z.string({ error: 'must be a string' }).optional();

/** PDF document properties; every value may hold Twig placeholders. */
export const metadataSchema = z.strictObject({
  title: metadataValue,
  author: metadataValue,
  subject: metadataValue,
  keywords: metadataValue,
  creator: metadataValue,
});

export type Metadata = z.output<typeof metadataSchema>;

/** Letters, numbers, dashes, underscores and dots; never hidden, never a directory. */
export const filenamePattern = /^(?!\.)[A-Za-z0-9._-]{1,255}$/;
