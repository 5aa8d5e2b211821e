/** The settings of a document that a client may choose: its properties and its file name. */

export const metadataKeys = ['title', 'author', 'subject', 'keywords', 'creator'] as const;
export type MetadataKey = (typeof metadataKeys)[number];

/** PDF document properties. Every value may contain Twig placeholders. */
export type Metadata = { readonly [key in MetadataKey]?: string | undefined };

/** Letters, digits, dashes, underscores and dots. It rules out hidden files and paths. */
export const filenamePattern = /^(?!\.)[A-Za-z0-9._-]{1,255}$/;
