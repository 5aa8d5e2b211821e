/** Says what the style sheets of a document ask for and the PDF does not show. */
import type { PageToPrint } from '#browser/browser';
import { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import { readableAddress } from '#template/model/document-address';
import type { SheetText } from '../css/read-paged-css.ts';
import { maxUnprintedPlaces, type UnprintedCss, unprintedFeatures } from '../css/unprinted-css.ts';
import { findAppliedRules } from '../page-scripts/find-applied-rules.ts';
import { isConditionMet } from '../page-scripts/is-condition-met.ts';

export interface SourceTexts {
  readonly html: string;
  /** `styles.css` */
  readonly styles?: string | undefined;
}

/** One sentence for each feature, with its first place. Rules that apply to nothing in the document are left out. */
export async function unprintedProblems(
  page: PageToPrint,
  unprinted: readonly UnprintedCss[],
  { sheets, source }: { readonly sheets: readonly SheetText[]; readonly source: SourceTexts },
): Promise<string[]> {
  if (unprinted.length === 0) return [];
  const applied = await page.call(findAppliedRules, [
    { getDocument: unclobberedDocument, isMet: isConditionMet },
    unprinted.map(({ conditions, selector }) => ({ conditions, selector })),
  ]);
  const features = Map.groupBy(
    unprinted.filter((_, i) => applied[i]),
    ({ feature }) => feature,
  );
  return [...features].map(([feature, places]) => {
    const [first] = places as [UnprintedCss];
    const others = places.length - 1;
    const isCut = unprinted.filter((each) => each.feature === feature).length >= maxUnprintedPlaces;
    const count = `${isCut ? 'at least ' : ''}${others} other place${others === 1 ? '' : 's'}`;
    const more = others === 0 ? '' : ` (and in ${count})`;
    const place = describePlace(sheets[first.sheet], first.line, source);
    return `${place}: ${first.written}${more} ${unprintedFeatures[feature]}`;
  });
}

function describePlace(sheet: SheetText | undefined, line: number, { html, styles }: SourceTexts): string {
  if (sheet?.url !== undefined) return `${readableAddress(sheet.url)}:${line}`;
  const attribute = sheet?.attributes?.[line - 1];
  const css = attribute ?? sheet?.css ?? '';
  // As the page has them.
  const text = html.replaceAll(/\r\n?/g, '\n');
  const at = text.indexOf(css);
  const lineInText = attribute === undefined ? line : 1;
  if (at >= 0) return `line ${text.slice(0, at).split('\n').length + lineInText - 1} of the HTML`;
  if (attribute !== undefined) return 'a style attribute';
  // Addresses in it may have been replaced.
  const isOwn = styles?.split(/\r\n|\r|\n/).length === css.split('\n').length;
  return isOwn ? `styles.css:${line}` : `line ${line} of a <style> element`;
}
