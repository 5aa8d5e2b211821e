/** Prepares a document with footnotes, and reads what it says of them. */
import type { PageToPrint } from '#browser/browser';
import { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import { placeScheme } from '#pdf/document/place-links';
import { footnoteNames } from '#pdf/tagging/links';
import { parseFlowContent } from '../css/flow-content.ts';
import { carriedName, carriedPartName, type PagedCss } from '../css/read-paged-css.ts';
import type { FootnotePart } from '../css/selectors.ts';
import { inheritedProperties } from '../margin-boxes/inherited-properties.ts';
import { countCounters } from '../page-scripts/count-counters.ts';
import type { PagedStyles } from '../page-scripts/find-paged-styles.ts';
import { setUpFootnotes } from '../page-scripts/footnotes/set-up-footnotes.ts';
import { showBetween } from '../page-scripts/show-between.ts';
import { counterText } from '../passes/counter-text.ts';
import { footnoteRoomSheet } from '../passes/fill-sheet.ts';
import type { FootnoteSource } from './footnotes.ts';
import type { FootnotePolicy } from './plan-footnotes.ts';

const maxElements = 100_000;

/** What the texts of calls and markers are by default (css-gcpm 3, 2.4). */
const defaultContents: Readonly<Record<FootnotePart, string>> = {
  call: 'counter(footnote)',
  marker: 'counter(footnote) ". "',
};

/** Undefined for a document without footnotes, and for one that cannot have any, which is named in `problems`. */
export async function setUp(
  page: PageToPrint,
  css: PagedCss,
  { values, found }: PagedStyles,
  problems: string[],
): Promise<FootnoteSource | undefined> {
  const elements: number[] = [];
  const policies = new Map<number, string>();
  for (const { element, property, value } of found) {
    const text = values[value]?.toLowerCase() ?? '';
    if (property === carriedName('float') && text === 'footnote') elements.push(element);
    if (property === carriedName('footnote-policy')) policies.set(element, text);
  }
  if (elements.length === 0) return undefined;
  if (page.fitsContents) {
    problems.push('footnotes are printed in the text, because the paper is as high as its contents');
    return undefined;
  }
  const carried = (part: FootnotePart) =>
    css.footnoteProperties[part].map((property) => [carriedPartName(part, property), property] as const);
  const { notes: texts, isUnfit } = await page.call(setUpFootnotes, [
    { getDocument: unclobberedDocument, countCounters, showBetween },
    {
      elements,
      call: carried('call'),
      marker: carried('marker'),
      inherited: inheritedProperties,
      maxElements,
      names: footnoteNames,
      placeScheme,
      styles: footnoteRoomSheet,
    },
  ]);
  if (isUnfit) {
    problems.push(
      'footnotes are printed in the text, because the body of the document is no block: set display: block for it',
    );
    return undefined;
  }
  const countsByPage = css.pageRules.some(({ declarations }) =>
    declarations.some(({ property, value }) => property === 'counter-reset' && /\bfootnote\b/.test(value)),
  );
  return {
    countsByPage,
    notes: texts.map(({ element, call, marker, number, marks }) => ({
      number,
      marks,
      policy: toPolicy(policies.get(element)),
      textsOf: (own) => ({ call: textOf('call', call, own), marker: textOf('marker', marker, own) }),
    })),
  };
}

const toPolicy = (value: string | undefined): FootnotePolicy =>
  value === 'line' || value === 'block' ? value : 'auto';

function textOf(part: FootnotePart, content: string, number: number): string {
  if (/^none$/i.test(content)) return '';
  const parts =
    (content === '' ? undefined : parseFlowContent(content)) ?? parseFlowContent(defaultContents[part]);
  return (parts ?? [])
    .map((each) => {
      if (each.kind === 'text') return each.text;
      return each.kind === 'counter' ? counterText(number, each.style) : '';
    })
    .join('');
}
