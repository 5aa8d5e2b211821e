/** The findings of a page: how an error carries them, and one sentence for each. */

import type { SourceLocation } from '#contract/errors';
import { describeLintFinding } from '#template/lint/lint-finding';
import type { Warning } from '#template/model/check-result';
import { assetPath } from '#template/model/document-address';
import type { PageFindings } from './browser.ts';

export type DescribedFindings = Pick<
  PageFindings,
  'refused' | 'failed' | 'errors' | 'missingGlyphs' | 'problems' | 'unfinished' | 'accessibility'
>;

const findingsOfErrors = new WeakMap<object, PageFindings>();

/** Attaches what a page showed until `error` ended its render. Returns the error. */
export function attachFindings<Thrown>(error: Thrown, findings: PageFindings): Thrown {
  if (error instanceof Error) findingsOfErrors.set(error, findings);
  return error;
}

/** Returns what the page showed until `error` ended its render; undefined if it was not loaded. */
export const getFindings = (error: unknown): PageFindings | undefined =>
  error instanceof Error ? findingsOfErrors.get(error) : undefined;

/** `remedy` is appended to the address that was rejected. */
export const describeFindings = (
  { refused, failed, errors, missingGlyphs, problems, unfinished, accessibility = [] }: DescribedFindings,
  remedy: (url: string) => string = () => '',
): string[] => [
  ...failed.map(({ url, reason, place }) => `${describePlace(place)}${url} did not load: ${reason}`),
  ...refused.map(({ url, reason }) => `${url} was blocked: ${reason}${remedy(url)}`),
  ...errors.map((error) => `a script failed: ${error.split('\n')[0]}`),
  ...problems,
  ...(missingGlyphs.length > 0 ? [`no font has these characters: ${missingGlyphs.join(' ')}`] : []),
  ...(unfinished ? [describeUnfinished(unfinished)] : []),
  ...accessibility.map((finding) => describeLintFinding(finding)),
];

const describePlace = (place: SourceLocation | undefined): string =>
  place ? `${[place.file, place.line, place.column].filter((each) => each !== undefined).join(':')}: ` : '';

/** Adds the places where a template names files that did not load. `missing` are warnings of its check. */
export const placeFailed = (
  failed: PageFindings['failed'],
  missing: readonly Warning[],
): PageFindings['failed'] =>
  failed.map((each) => {
    const path = assetPath(each.url);
    const place = missing.find(({ asset }) => asset !== undefined && asset === path)?.location;
    return place ? { ...each, place } : each;
  });

/** The document is on paper as it was then, so its end may be missing. */
export const describeUnfinished = (unfinished: NonNullable<PageFindings['unfinished']>): string =>
  unfinished === 'scripts'
    ? 'scripts were still adding to the document when it was printed: give them more time with --timeout, or set window.pdfapiReady to a promise that resolves when it is complete'
    : `${unfinished} had not laid out all pages when the document was printed: give it more time with --timeout`;
