/** What a caller says of a document: its properties and its file name. */

export const metadataKeys = ['title', 'author', 'subject', 'keywords', 'creator'] as const;
export type MetadataKey = (typeof metadataKeys)[number];

/** PDF document properties; every value may hold Twig placeholders. */
export type Metadata = { readonly [key in MetadataKey]?: string | undefined };

/** Letters, numbers, dashes, underscores and dots; never hidden, never a directory. */
export const filenamePattern = /^(?!\.)[A-Za-z0-9._-]{1,255}$/;
