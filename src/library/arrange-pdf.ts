/** Chooses, turns and splits the pages of PDFs that exist. */
import { z } from 'zod';
import { pageSelectionRule, parsePageSelection } from '#contract/api/page-selection';
import { findTurnProblem } from '#contract/api/page-turns';
import { type ArrangedPages, type Bookmark, cleanPdf, PdfError } from '#pdf';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import { unreadablePdf } from '#pdf/reading/unreadable-pdf';
import { findPropertyProblem, type NamedProperties } from '#pdf/xmp/named-properties';
import { arrangeDocument, finishArranged } from '#render/arrangement/arrange-document';
import { type SplitRule, splitDocument } from '#render/arrangement/split-document';
import { assertProtectable, prepareProtection } from '#render/sealing/requested-protection';
import { Deadline } from '#runtime/deadline';
import { bookmarksSchema } from './bookmarks-schema.ts';
import { type DocumentOptions, documentOptionsShape, readOptions } from './document-options.ts';
import { invalidOption } from './invalid-option.ts';
import { type PdfResult, pdfResult } from './pdf-result.ts';

export interface ArrangePdfOptions extends Pick<DocumentOptions, 'metadata' | 'pdfua' | 'signal'> {
  /**
   * The pages to keep, in this order; a page may be repeated. Default: all.
   *
   * @example '3,1-2,r1,even'
   */
  readonly pages?: string | undefined;
  /**
   * How pages are turned, clockwise. A number without a sign replaces how they are turned already. Page numbers are those of
   * the result.
   *
   * @example ['+90', '180:2-3']
   */
  readonly rotate?: string | readonly string[] | undefined;
  /** Makes fields, comments and stamps a part of the pages, so that they cannot be changed; links stay. Default: false. */
  readonly flatten?: boolean | undefined;
  /** Encodes pictures as JPEG of this quality, from 1 to 100, where that makes them smaller. Default: they stay. */
  readonly imageQuality?: number | undefined;
  /**
   * Replace the outline. Page numbers are those of the result; of a split, those of the whole. Default: what is left of its
   * own.
   *
   * @example [{ title: 'Annex', page: 3, children: [{ title: 'Table', page: 4 }] }]
   */
  readonly bookmarks?: readonly Bookmark[] | undefined;
  /**
   * Any properties, by their names in Info or XMP. An empty text removes one.
   *
   * @example { Department: 'Sales', 'dc:rights': '© Example GmbH', ModDate: '2026-01-31T12:00:00Z' }
   */
  readonly properties?: NamedProperties | undefined;
  /** Files to attach, beside those that the PDF has. */
  readonly attachments?: DocumentOptions['attachments'];
  /** User or owner password, if the PDF is encrypted. */
  readonly password?: string | undefined;
  /** The language of the document (BCP 47). Default: that of the PDF. */
  readonly lang?: DocumentOptions['lang'];
  /** As for `render`. Default: what the PDF claims, if the result conforms to it. */
  readonly pdfa?: DocumentOptions['pdfa'];
  /** As for `render`. The password of the PDF does not pass on. */
  readonly protection?: DocumentOptions['protection'];
}

/** One of `every`, `size` and `outline`. */
export interface SplitPdfOptions extends ArrangePdfOptions {
  /** Pages of each part. */
  readonly every?: number | undefined;
  /** Bytes that a part has at most. A single page that is larger is a part of its own. */
  readonly size?: number | undefined;
  /** A part for each entry of the outline down to this level, from 1 on. */
  readonly outline?: number | undefined;
}

export interface PdfPart extends PdfResult {
  /** The number of its first page, from 1 on. */
  readonly firstPage: number;
  /** With `outline`: the entry with which it begins. */
  readonly title: string | undefined;
}

/** For the check of the result. */
const maxCheckMs = 600_000;

const turn = z.string({ error: 'must be text' }).refine((text) => findTurnProblem(text) === undefined, {
  error: 'must be a turn such as +90, 180 or left:1-3',
});
const amount = z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' });

const propertiesSchema = z
  .record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.array(z.string())], {
      error: 'must be text, a number, true or false, or an array of texts',
    }),
    { error: 'must be an object' },
  )
  .superRefine((properties, { addIssue }) => {
    for (const [name, value] of Object.entries(properties)) {
      const message = findPropertyProblem(name, value);
      if (message !== undefined) addIssue({ code: 'custom', path: [name], message });
    }
  });

const arrangeShape = {
  pages: z
    .string({ error: 'must be text' })
    .refine((text) => parsePageSelection(text) !== undefined, { error: `is none: ${pageSelectionRule}` })
    .optional(),
  rotate: z.union([turn, z.array(turn)]).optional(),
  flatten: z.boolean({ error: 'must be true or false' }).optional(),
  imageQuality: amount.max(100, { error: 'must be at most 100' }).optional(),
  bookmarks: bookmarksSchema.optional(),
  properties: propertiesSchema.optional(),
  attachments: documentOptionsShape.attachments,
  password: documentOptionsShape.basePassword,
  lang: documentOptionsShape.lang,
  metadata: documentOptionsShape.metadata,
  pdfa: documentOptionsShape.pdfa,
  pdfua: documentOptionsShape.pdfua,
  protection: documentOptionsShape.protection,
  signal: documentOptionsShape.signal,
};
const arrangeSchema = z.strictObject(arrangeShape);
const splitSchema = z.strictObject({
  ...arrangeShape,
  every: amount.optional(),
  size: amount.optional(),
  outline: amount.optional(),
});

/**
 * Returns the PDF with the pages that are chosen, in their order, turned if that is asked. Outline, links, tags, form fields
 * and page labels of the pages stay. Damaged and encrypted files are read in a thread, the rest runs in this one and takes
 * about 10 ms for a megabyte. `warnings` says what was lost, such as signatures.
 *
 * Throws `invalid_pdf`, `not_conforming` and `invalid_option`.
 *
 * @example
 * const { pdf } = await arrangePdf(scan, { pages: '3,1-2', rotate: '+90:1' });
 */
export async function arrangePdf(pdf: Uint8Array, options: ArrangePdfOptions = {}): Promise<PdfResult> {
  const read = readOptions(arrangeSchema, options);
  return await arranged(pdf, read, async (whole, warnings, finish) => {
    const { bytes, pages } = await finish(whole);
    return pdfResult(bytes, pages, warnings);
  });
}

/**
 * Splits a PDF, after its pages were chosen and turned, every so many pages, by the size of the parts, or where chapters begin.
 * Each part is complete like a result of `arrangePdf`.
 *
 * Throws what `arrangePdf` throws.
 *
 * @example
 * for (const { pdf, title } of await splitPdf(book, { outline: 1 })) await writeFile(`${title}.pdf`, pdf);
 */
export async function splitPdf(pdf: Uint8Array, options: SplitPdfOptions): Promise<readonly PdfPart[]> {
  const read = readOptions(splitSchema, options);
  const split = toSplit(read);
  return await arranged(pdf, read, async (whole, warnings, finish) => {
    const made = await splitDocument(whole, split, async (part) => (await finish(part)).bytes);
    return made.map(({ pdf: bytes, start, end, title }) => ({
      ...pdfResult(bytes, end - start, warnings),
      firstPage: start + 1,
      title,
    }));
  });
}

function toSplit({ every, size, outline }: SplitPdfOptions): SplitRule {
  const given: SplitRule[] = [
    ...(every === undefined ? [] : [{ kind: 'every', pages: every } as const]),
    ...(size === undefined ? [] : [{ kind: 'size', bytes: size } as const]),
    ...(outline === undefined ? [] : [{ kind: 'outline', level: outline } as const]),
  ];
  const [split, another] = given;
  if (split && !another) return split;
  throw invalidOption('options', 'must have one of every, size and outline');
}

type Finish = (part: ArrangedPages) => Promise<{ readonly bytes: Uint8Array; readonly pages: number }>;

async function arranged<Result>(
  pdf: Uint8Array,
  {
    pages,
    rotate = [],
    flatten,
    imageQuality,
    bookmarks,
    properties,
    attachments,
    password,
    pdfa,
    pdfua,
    lang,
    metadata,
    signal,
    ...sealing
  }: ArrangePdfOptions,
  work: (whole: ArrangedPages, warnings: readonly string[], finish: Finish) => Promise<Result>,
): Promise<Result> {
  if (!(pdf instanceof Uint8Array)) throw invalidOption('pdf', 'must be a Uint8Array');
  if (prepareProtection(sealing.protection)) {
    assertProtectable({ pdfa, isInvoice: false, isReproducible: false });
  }
  const warnings: string[] = [];
  const repair = async () => {
    const cleaned = await cleanPdf(pdf, { password });
    warnings.push(...cleaned.warnings.map(({ message }) => message));
    return cleaned.pdf;
  };
  const name = 'The PDF';
  const turns = typeof rotate === 'string' ? [rotate] : rotate;
  const deadline = new Deadline(maxCheckMs, signal, { audience: 'library' });
  try {
    const whole = await arrangeDocument(pdf, {
      name,
      pages,
      rotate: turns,
      flatten,
      imageQuality,
      bookmarks,
      repair,
      onWarning: (message) => warnings.push(message),
    });
    return await work(whole, warnings, async (part) => {
      deadline.check('arranging the pages');
      const protection = prepareProtection(sealing.protection);
      const asked = { pdfa, pdfua };
      const finished = await finishArranged(part, {
        name,
        asked,
        metadata,
        properties,
        attachments,
        language: lang,
        date: new Date(),
        deadline,
        protection,
      });
      const { lostInvoice } = finished;
      if (lostInvoice && !warnings.includes(lostInvoice)) warnings.push(lostInvoice);
      const bytes = await toBytes(finished.pdf);
      return { bytes, pages: finished.pages };
    });
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw unreadablePdf(error, error.message);
  } finally {
    deadline.close();
  }
}
