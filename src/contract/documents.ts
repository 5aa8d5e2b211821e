/** The settings of a document that a client may choose: its properties, its standards and its file name. */

export const metadataKeys = ['title', 'author', 'subject', 'keywords', 'creator'] as const;
export type MetadataKey = (typeof metadataKeys)[number];

/** PDF document properties. Every value may contain Twig placeholders. */
export type Metadata = { readonly [key in MetadataKey]?: string | undefined };

/** Part and level of PDF/A: `b` looks the same everywhere, `u` has text in Unicode, `a` has tags. */
export const pdfaLevels = ['2b', '2u', '2a', '3b', '3u', '3a'] as const;
export type PdfaLevel = (typeof pdfaLevels)[number];

/** The standards that a document is to meet. The caller's settings override those of a template key by key. */
export interface StandardsSettings {
  readonly pdfa?: PdfaLevel | undefined;
  /** PDF/UA-1, for screen readers. */
  readonly pdfua?: boolean | undefined;
}

/** Whether PDF/A or PDF/UA is asked for, or claimed. */
export const namesStandard = ({ pdfa, pdfua }: StandardsSettings): boolean =>
  pdfa !== undefined || pdfua === true;

/** Levels that need accessibility tags. */
export const isTaggedLevel = (level: PdfaLevel | undefined): boolean => level?.endsWith('a') === true;

/** Only the third part of PDF/A allows attachments of any kind. */
export const allowsAnyAttachment = (level: PdfaLevel | undefined): boolean => level?.startsWith('2') !== true;

/** The level as people write it: `pdfa-3b` → `PDF/A-3b`, `pdfua-1` → `PDF/UA-1`, `pdfx-4` → `PDF/X-4`, `pdf` → `PDF`. */
export const levelName = (level: string): string =>
  level === 'pdf'
    ? 'PDF'
    : level.replace(/^pdf([a-z]+)-/, (_, standard: string) => `PDF/${standard.toUpperCase()}-`);

/** Letters, digits, dashes, underscores and dots. It rules out hidden files and paths. */
export const filenamePattern = /^(?!\.)[A-Za-z0-9._-]{1,255}$/;

/**
 * The nearest name that `filenamePattern` matches; `otherwise` if nothing of it is left.
 *
 * @example
 * plainFilename('Rechnung Müller.pdf', 'document.pdf'); // 'Rechnung-Muller.pdf'
 */
export const plainFilename = (name: string, otherwise: string): string =>
  name
    .slice(0, 255)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 255) || otherwise;
