/** The labels of a merged file: those that are asked for, or those that all its parts have in common. */
import { resolvePages } from '#contract/api/page-selection';
import {
  isPdf2,
  type Metadata,
  namesStandard,
  type PdfaLevel,
  pdfaLevels,
  pdfuaPart,
  type StandardsSettings,
} from '#contract/documents';
import { Failure } from '#contract/errors';
import {
  type Attachment,
  choosePages,
  countPages,
  type EmbeddedInvoice,
  type FileProtection,
  type MergedPartFacts,
  makeReproducible,
  protectPdf,
  type Standards,
  setMetadata,
} from '#pdf';
import { attachFiles } from '#pdf/attach';
import type { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { toLargePdf } from '#pdf/large-pdf/insert-streams';
import type { PdfContent } from '#pdf/large-pdf/large-pdf';
import { PdfReader } from '#pdf/reading/reader';
import { findInvoiceFiles, withPlainInvoices } from '#pdf/standards/claimed-invoice';
import type { NamedProperties } from '#pdf/xmp/named-properties';
import type { Deadline } from '#runtime/deadline';
import { invoiceWarnings, toEmbeddedInvoice } from '#template/embedded-invoice';
import { pdfWorkInThisThread as work } from './pdf-work.ts';
import { assertConforms, resolveStandards } from './requested-standards.ts';

export interface MergedLabels {
  readonly parts: readonly MergedPartFacts[];
  readonly asked?: StandardsSettings | undefined;
  /** The XML of an e-invoice for the whole file. */
  readonly eInvoice?: string | undefined;
  /** Properties of the file. Default: those that it has. */
  readonly metadata?: Metadata | undefined;
  /** Any properties by name. Default: those that it has. */
  readonly properties?: NamedProperties | undefined;
  /** Files to attach, beside those that it has. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** The language of the file (BCP 47). Default: the one that it has. */
  readonly language?: string | undefined;
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
export async function labelMerged(whole: Uint8Array, options: MergedLabels): Promise<LabelledMerge> {
  const { pdf: labelled, lostInvoice, doubts } = await addLabels(whole, options);
  const { protection, isProtectedLater = false } = options;
  return {
    pdf: protection && !isProtectedLater ? protectPdf(labelled, protection) : labelled,
    warnings: [...doubts.map((doubt) => `${doubt}.`), ...(lostInvoice === undefined ? [] : [lostInvoice])],
  };
}

export interface LabelledMerge {
  readonly pdf: Uint8Array;
  /** What to ask about its e-invoice, and why it is not marked as one that it has, as sentences. */
  readonly warnings: readonly string[];
}

/** A merged file that is ready to be written. The caller closes `pdf` if it is a `LargePdf`. */
export interface FinishedMerge {
  readonly pdf: PdfContent;
  readonly pages: number;
  /** Why the file is not marked as the e-invoice that a part of it was, as a sentence. */
  readonly lostInvoice?: string | undefined;
  /** What its receiver may ask about the e-invoice that was embedded, each without a full stop. */
  readonly doubts: readonly string[];
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
    const { pdf: labelled, lostInvoice, doubts } = await addLabels(whole, options);
    const pages = countPages(labelled);
    const { deadline, protection, isShared } = options;
    if (deferred.all.length > 0)
      return {
        pdf: await toLargePdf(labelled, deferred, { deadline, protection, work, isShared }),
        pages,
        lostInvoice,
        doubts,
      };
    await deferred.close();
    return { pdf: protection ? protectPdf(labelled, protection) : labelled, pages, lostInvoice, doubts };
  } catch (error) {
    await deferred.close();
    throw error;
  }
}

type Labelled = Pick<FinishedMerge, 'lostInvoice' | 'doubts'> & { readonly pdf: Uint8Array };

async function addLabels(whole: Uint8Array, options: MergedLabels): Promise<Labelled> {
  const { parts, asked = {}, eInvoice, deadline, pages, attachments = [] } = options;
  const selected =
    pages === undefined ? undefined : resolvePages(pages, countPages(whole), { field: 'config.pages' });
  const chosen = selected ? choosePages(whole, selected) : whole;
  const stamped = options.stamp ? await options.stamp(chosen) : chosen;
  const merged = attachments.length > 0 ? attachFiles(stamped, attachments) : stamped;
  const isInvoice = eInvoice !== undefined;
  const required =
    namesStandard(asked) || isInvoice
      ? resolveStandards({ ...asked, isInvoice, attachments, bringsFiles: true })
      : undefined;
  const { embedded, doubts } = await checkInvoice(eInvoice, deadline);
  const { describePage = (page: number) => placeOf((selected?.[page - 1] ?? page - 1) + 1, parts) } = options;
  const common = commonStandards(parts.map(({ claimed }) => claimed));
  for (const labels of candidates(required, withoutForbidden(common, options.protection))) {
    const { keptInvoice, lostInvoice } = embedded ? {} : judgeInvoice(merged, options, labels);
    const content = lostInvoice === undefined ? merged : withPlainInvoices(merged);
    if (!labels) return { pdf: await finish(content, options, undefined), lostInvoice, doubts };
    const labelled = await finish(content, options, { ...labels, eInvoice: embedded, keptInvoice });
    try {
      await assertConforms(labelled, labels, { check: work.checkConformance, deadline, describePage });
      return { pdf: labelled, lostInvoice, doubts };
    } catch (error) {
      if (labels === required || !(error instanceof Failure) || error.code !== 'not_conforming') throw error;
    }
  }
  throw new Error('The last labels are those that were asked for, or none.');
}

/** The invoice to embed, if there is one. Throws `invalid_e_invoice`. */
async function checkInvoice(
  xml: string | undefined,
  deadline: Deadline,
): Promise<{ readonly embedded?: EmbeddedInvoice; readonly doubts: readonly string[] }> {
  if (xml === undefined) return { doubts: [] };
  const source = { field: 'config.e_invoice' };
  const checked = await work.checkEInvoice(xml, deadline);
  return { embedded: toEmbeddedInvoice(xml, checked, source), doubts: invoiceWarnings(checked, source) };
}

/** What is tried: the labels that are asked for together with those that all parts have, then the former alone. */
function candidates(
  required: StandardsSettings | undefined,
  common: StandardsSettings | undefined,
): readonly (StandardsSettings | undefined)[] {
  if (!common) return [required];
  if (!required) return [common, undefined];
  // PDF/A-4 and PDF/UA-2 go with none of the parts before them.
  if (isPdf2(required) !== isPdf2(common)) return [required];
  const both = { pdfa: required.pdfa ?? common.pdfa, pdfua: required.pdfua || common.pdfua };
  const isMore = both.pdfa !== required.pdfa || both.pdfua !== required.pdfua;
  return isMore ? [both, required] : [required];
}

interface JudgedInvoice extends Pick<FinishedMerge, 'lostInvoice'>, Pick<Standards, 'keptInvoice'> {}

/**
 * The label of an invoice that is kept: only of a single document, and with the file that it names (Factur-X 1.0, 6.2).
 * Throws `malformed`.
 */
function judgeInvoice(
  merged: Uint8Array,
  { parts, protection }: MergedLabels,
  labels: StandardsSettings | undefined,
): JudgedInvoice {
  const part = parts.find(({ claimed }) => claimed.invoice !== undefined);
  const label = part?.claimed.invoice;
  if (!part || !label) return {};
  const lost = (reason: string) => ({
    lostInvoice: `${part.name} is an e-invoice, but the result is not marked as one: ${reason}.`,
  });
  if (parts.length > 1) return lost('it has the pages of other documents too');
  if (!labels?.pdfa?.startsWith('3')) {
    return lost(
      protection ? 'PDF/A-3, which an invoice must be, forbids passwords' : 'it does not conform to PDF/A-3',
    );
  }
  if (label === 'unknown') return lost('its mark is of another version than Factur-X 1.0');
  const file = new PdfReader(merged);
  const attached = findInvoiceFiles(file, file.catalog);
  if (attached.length > 1) return lost('several invoices are attached to it');
  if (attached[0]?.name !== label.fileName) return lost(`${label.fileName} is not attached to it`);
  return { keptInvoice: label };
}

/** PDF/A forbids encryption. A label that only the parts suggest is left out for it. */
function withoutForbidden(
  labels: StandardsSettings | undefined,
  protection: FileProtection | undefined,
): StandardsSettings | undefined {
  if (!protection) return labels;
  return labels?.pdfua ? { pdfua: labels.pdfua } : undefined;
}

const noChange: Metadata = {};

async function finish(
  merged: Uint8Array,
  { date, isReproducible, metadata = noChange, language, properties: named }: MergedLabels,
  standards: Standards | undefined,
): Promise<Uint8Array> {
  const properties = { metadata, language, date, standards };
  const isChanged = standards !== undefined || language !== undefined || Object.keys(metadata).length > 0;
  const described = isReproducible
    ? makeReproducible(merged, isChanged ? { date, properties } : { date })
    : isChanged
      ? setMetadata(merged, metadata, properties)
      : merged;
  if (!named || Object.keys(named).length === 0) return described;
  const { writeProperties } = await import('#pdf/xmp/named-properties');
  return writeProperties(described, named);
}

/** The weakest level of PDF/A that all parts claim, and PDF/UA if all of them claim it. */
export function commonStandards(claims: readonly StandardsSettings[]): StandardsSettings | undefined {
  const [first] = claims;
  const part = pdfuaPart(first?.pdfua);
  const pdfua = claims.every((claim) => pdfuaPart(claim.pdfua) === part) && (first?.pdfua ?? false);
  const pdfa = commonLevel(claims);
  return pdfa || pdfua ? { pdfa, pdfua } : undefined;
}

function commonLevel(claims: readonly StandardsSettings[]): PdfaLevel | undefined {
  const levels = claims.flatMap(({ pdfa }) => pdfa ?? []);
  if (levels.length < claims.length) return undefined;
  if (levels.some((level) => level.startsWith('4'))) {
    const kinds = new Set(levels);
    // The two others hold what PDF/A-4 holds, and not each other.
    if (kinds.size > 1) kinds.delete('4');
    const [only, other] = kinds;
    return other || !only?.startsWith('4') ? undefined : only;
  }
  // Levels of PDF/A-3 come last, and allow what those of PDF/A-2 allow.
  const number = levels.some((level) => level.startsWith('3')) ? '3' : '2';
  const weakest = ['b', 'u', 'a'].find((letter) => levels.some((level) => level.endsWith(letter)));
  return pdfaLevels.find((level) => level === `${number}${weakest}`);
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
