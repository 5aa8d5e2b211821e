/** The labels of a merged file: those that are asked for, or those that all its parts have in common. */
import { resolvePages } from '#contract/api/page-selection';
import {
  type Metadata,
  namesStandard,
  type PdfaLevel,
  pdfaLevels,
  type StandardsSettings,
} from '#contract/documents';
import { Failure } from '#contract/errors';
import {
  choosePages,
  countPages,
  type FileProtection,
  type MergedPartFacts,
  makeReproducible,
  protectPdf,
  type Standards,
  setMetadata,
} from '#pdf';
import type { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { toLargePdf } from '#pdf/large-pdf/insert-streams';
import type { PdfContent } from '#pdf/large-pdf/large-pdf';
import type { Deadline } from '#runtime/deadline';
import { toEmbeddedInvoice } from '#template/embedded-invoice';
import { pdfWorkInThisThread as work } from './pdf-work.ts';
import { assertConforms, resolveStandards } from './requested-standards.ts';

export interface MergedLabels {
  readonly parts: readonly MergedPartFacts[];
  readonly asked?: StandardsSettings | undefined;
  /** The XML of an e-invoice for the whole file. */
  readonly eInvoice?: string | undefined;
  /** The date in the properties of the file. */
  readonly date: Date;
  /** The file gets the same bytes from the same input. */
  readonly isReproducible?: boolean | undefined;
  readonly deadline: Deadline;
  /** The pages of the merged file that are wanted, as `1-3,7,9-`. Default: all. */
  readonly pages?: string | undefined;
  /** Draws stamps on the pages that are left. */
  readonly stamp?: ((pdf: Uint8Array) => Promise<Uint8Array>) | undefined;
  /** Names a page, from 1 on, of the file in a finding. Default: the page of the part that it comes from. */
  readonly describePage?: ((page: number) => string) | undefined;
  /** Encrypts the merged file. Labels that forbid it must have been rejected: see `assertProtectable`. */
  readonly protection?: FileProtection | undefined;
  /** Whether the caller of `labelMerged` encrypts the result instead. Default: false. */
  readonly isProtectedLater?: boolean | undefined;
  /** Whether several files are finished with the same `deferred`, which the caller closes. Default: false. */
  readonly isShared?: boolean | undefined;
}

/**
 * Returns the merged file, or its selected pages, with its labels and protected; checks it in this thread. Labels that
 * only its parts suggest are left out if it does not conform. Throws `not_conforming` with the part and the page of each
 * finding, `invalid_e_invoice` and `invalid_option`.
 */
export async function labelMerged(whole: Uint8Array, options: MergedLabels): Promise<Uint8Array> {
  const labelled = await addLabels(whole, options);
  const { protection, isProtectedLater = false } = options;
  return protection && !isProtectedLater ? protectPdf(labelled, protection) : labelled;
}

/** A merged file that is ready to be written. The caller closes `pdf` if it is a `LargePdf`. */
export interface FinishedMerge {
  readonly pdf: PdfContent;
  readonly pages: number;
}

/**
 * Like `labelMerged`, for documents that were printed with `deferred`. Throws the same errors, and then closes it.
 */
export async function finishMerged(
  whole: Uint8Array,
  options: MergedLabels,
  deferred: DeferredStreams,
): Promise<FinishedMerge> {
  try {
    const labelled = await addLabels(whole, options);
    const pages = countPages(labelled);
    const { deadline, protection, isShared } = options;
    if (deferred.all.length > 0)
      return { pdf: await toLargePdf(labelled, deferred, { deadline, protection, work, isShared }), pages };
    await deferred.close();
    return { pdf: protection ? protectPdf(labelled, protection) : labelled, pages };
  } catch (error) {
    await deferred.close();
    throw error;
  }
}

async function addLabels(whole: Uint8Array, options: MergedLabels): Promise<Uint8Array> {
  const { parts, asked = {}, eInvoice, deadline, pages } = options;
  const selected =
    pages === undefined ? undefined : resolvePages(pages, countPages(whole), { field: 'config.pages' });
  const chosen = selected ? choosePages(whole, selected) : whole;
  const merged = options.stamp ? await options.stamp(chosen) : chosen;
  const isAsked = namesStandard(asked) || eInvoice !== undefined;
  const isInvoice = eInvoice !== undefined;
  const labels = isAsked
    ? resolveStandards({ ...asked, isInvoice, attachments: [] })
    : withoutForbidden(commonStandards(parts.map(({ claimed }) => claimed)), options.protection);
  if (!labels) return finish(merged, options, undefined);
  const invoice =
    eInvoice === undefined
      ? undefined
      : toEmbeddedInvoice(eInvoice, await work.checkEInvoice(eInvoice, deadline), 'config.e_invoice');
  const labelled = finish(merged, options, { ...labels, eInvoice: invoice });
  try {
    const { describePage = (page: number) => placeOf((selected?.[page - 1] ?? page - 1) + 1, parts) } =
      options;
    await assertConforms(labelled, labels, { check: work.checkConformance, deadline, describePage });
    return labelled;
  } catch (error) {
    if (isAsked || !(error instanceof Failure) || error.code !== 'not_conforming') throw error;
    return finish(merged, options, undefined);
  }
}

/** PDF/A forbids encryption. A label that only the parts suggest is left out for it. */
function withoutForbidden(
  labels: StandardsSettings | undefined,
  protection: FileProtection | undefined,
): StandardsSettings | undefined {
  if (!protection) return labels;
  return labels?.pdfua ? { pdfua: true } : undefined;
}

const noChange: Metadata = {};

function finish(
  merged: Uint8Array,
  { date, isReproducible }: Pick<MergedLabels, 'date' | 'isReproducible'>,
  standards: Standards | undefined,
): Uint8Array {
  const properties = { metadata: noChange, date, standards };
  if (isReproducible) return makeReproducible(merged, standards ? { date, properties } : { date });
  return standards ? setMetadata(merged, noChange, properties) : merged;
}

/** The weakest level of PDF/A that all parts claim, and PDF/UA if all of them claim it. */
export function commonStandards(claims: readonly StandardsSettings[]): StandardsSettings | undefined {
  const pdfua = claims.every((claim) => claim.pdfua === true);
  const levels = claims.flatMap(({ pdfa }) => pdfa ?? []);
  // Levels of PDF/A-3 come last, and allow what those of PDF/A-2 allow.
  const part = levels.some((level) => level.startsWith('3')) ? '3' : '2';
  const weakest = ['b', 'u', 'a'].find((letter) => levels.some((level) => level.endsWith(letter)));
  const pdfa: PdfaLevel | undefined =
    levels.length === claims.length ? pdfaLevels.find((level) => level === `${part}${weakest}`) : undefined;
  return pdfa || pdfua ? { pdfa, pdfua } : undefined;
}

/** `page 2 of terms.pdf`. */
function placeOf(page: number, parts: readonly MergedPartFacts[]): string {
  let before = 0;
  for (const { name, pages } of parts) {
    if (page <= before + pages) return `page ${page - before} of ${name}`;
    before += pages;
  }
  return `page ${page}`;
}
