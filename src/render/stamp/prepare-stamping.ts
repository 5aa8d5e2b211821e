/** Stamps on a PDF that is finished, such as a merged one: it has pages, but no data. */

import type { Browser, PageFindings } from '#browser/browser';
import type { AllowedHost } from '#browser/egress/allow-list';
import type { RegionSettings } from '#contract/language/region';
import type { Deadline } from '#runtime/deadline';
import type { Fill } from '#template/fill/fill';
import type { Stamp } from '#template/model/stamp';
import { noAssets } from '#template/model/template';
import type { PdfWork } from '../pdf-work.ts';
import { printStamps } from './print-stamps.ts';
import { stampFilling } from './stamp-filling.ts';

export interface StampFinishedTools {
  /** Needed for HTML. */
  readonly browser: Browser | undefined;
  readonly deadline: Deadline;
  readonly fill: Fill;
  /** Whose documents may share a browser process. */
  readonly owner?: string | undefined;
  readonly allowHosts?: readonly AllowedHost[] | undefined;
  /** The date of a reproducible PDF, which is now for Twig. */
  readonly date?: Date | undefined;
  readonly region?: RegionSettings | undefined;
  readonly strict?: boolean | undefined;
  readonly work: Pick<PdfWork, 'readPages' | 'stamp'>;
}

interface StampedPdf {
  readonly pdf: Uint8Array;
  /** The findings of the stamps that were printed. */
  readonly findings: PageFindings | undefined;
}

export type StampFinishedPdf = (pdf: Uint8Array) => Promise<StampedPdf>;

/**
 * Returns what draws the stamps on a PDF. Their HTML has Twig's `page`, and no other data; errors in its syntax are thrown
 * here. The function throws `invalid_option` for pages that the PDF does not have, `invalid_pdf`, `browser_missing`, and the
 * errors of filling and printing.
 */
export async function prepareStamping(
  stamps: readonly Stamp[],
  {
    browser,
    deadline,
    fill,
    owner,
    allowHosts = [],
    date,
    region: { locale, timeZone } = {},
    strict = false,
    work,
  }: StampFinishedTools,
): Promise<StampFinishedPdf> {
  const content = { partials: {}, strict, data: {}, now: date ?? new Date(), language: locale, timeZone };
  const region = { locale, timeZone, language: locale };
  const job = { owner, lang: undefined, assets: noAssets, date, region, allowHosts, listFonts: false };
  const fillStamps = await stampFilling(stamps, content, fill, deadline);
  return async (pdf) => {
    const pages = await work.readPages(Buffer.from(pdf), deadline);
    const tools = { browser, deadline, fill: fillStamps, job };
    const { layers, findings } = await printStamps(stamps, pages, tools);
    return { pdf: await work.stamp({ pdf, layers }, deadline), findings };
  };
}
