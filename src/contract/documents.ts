/** The settings of a document that a client may choose: its properties, its standards and its file name. */

export const metadataKeys = ['title', 'author', 'subject', 'keywords', 'creator'] as const;
export type MetadataKey = (typeof metadataKeys)[number];

/** PDF document properties. Every value may contain Twig placeholders. */
export type Metadata = { readonly [key in MetadataKey]?: string | undefined };

/**
 * Part and level of PDF/A: `b` looks the same everywhere, `u` has text in Unicode, `a` has tags. Part 4, which is PDF 2.0, has
 * none of them; `4f` holds files of any kind, `4e` also 3D models.
 */
export const pdfaLevels = ['2b', '2u', '2a', '3b', '3u', '3a', '4', '4f', '4e'] as const;
export type PdfaLevel = (typeof pdfaLevels)[number];

/** The standards that a document is to meet. The caller's settings override those of a template key by key. */
export interface StandardsSettings {
  readonly pdfa?: PdfaLevel | undefined;
  /** PDF/UA, for screen readers. */
  readonly pdfua?: Pdfua | undefined;
}

/** The part of PDF/UA. Part 2 is PDF 2.0. */
export const pdfuaParts = [1, 2] as const;
type PdfuaPart = (typeof pdfuaParts)[number];

/** Whether a document is to be PDF/UA, and which part. `true` is part 1. */
export type Pdfua = boolean | PdfuaPart;

export const isPdfua = (value: unknown): value is Pdfua =>
  typeof value === 'boolean' || pdfuaParts.some((part) => part === value);

/** Undefined if no part is asked for. */
export const pdfuaPart = (pdfua: Pdfua | undefined): PdfuaPart | undefined =>
  pdfua === true ? 1 : pdfua || undefined;

/** Whether a label is one of PDF 2.0: PDF/A-4 and PDF/UA-2. */
export const isPdf2 = ({ pdfa, pdfua }: StandardsSettings = {}): boolean =>
  pdfa?.startsWith('4') === true || pdfuaPart(pdfua) === 2;

/** Whether PDF/A or PDF/UA is asked for, or claimed. */
export const namesStandard = ({ pdfa, pdfua }: StandardsSettings): boolean =>
  pdfa !== undefined || pdfuaPart(pdfua) !== undefined;

/** Levels that need accessibility tags. */
export const isTaggedLevel = (level: PdfaLevel | undefined): boolean => level?.endsWith('a') === true;

/** Whether files that are no PDF/A may be attached. */
export const allowsAnyAttachment = (level: PdfaLevel | undefined): boolean =>
  level === undefined || /^3|^4[ef]$/.test(level);

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
