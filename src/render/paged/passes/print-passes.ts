/**
 * Prints a document in passes: a print shows the pages of what references name, which are then filled in and printed
 * again, until a print shows what it was filled with.
 */

import type { PageToPrint } from '#browser/browser';
import { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import { millimetresPerPoint } from '#contract/length';
import type { OutlineEntry } from '#pdf';
import { dropFootnoteCalls } from '#pdf/outline/drop-footnote-calls';
import type { PrintedSheet } from '#pdf/overlay/finish-sheets';
import type { Deadline } from '#runtime/deadline';
import { documentAddress } from '#template/model/document-address';
import type { Paper } from '#template/model/page-settings';
import { carriedName, hasPageName, type PagedCss } from '../css/read-paged-css.ts';
import { Footnotes } from '../footnotes/footnotes.ts';
import { setUp } from '../footnotes/set-up.ts';
import { inheritedProperties } from '../margin-boxes/inherited-properties.ts';
import { shownCounters } from '../margin-boxes/shown-counters.ts';
import { marginBoxNames, type PageRule } from '../page-rule.ts';
import { countCounters } from '../page-scripts/count-counters.ts';
import { findPagedStyles } from '../page-scripts/find-paged-styles.ts';
import { findSideBreaks, hasForcedBreak } from '../page-scripts/find-side-breaks.ts';
import { findHeadingCalls } from '../page-scripts/footnotes/find-heading-calls.ts';
import { markBled } from '../page-scripts/grow-pages.ts';
import { isConditionMet } from '../page-scripts/is-condition-met.ts';
import { listPageRules } from '../page-scripts/list-page-rules.ts';
import { markElements } from '../page-scripts/mark-elements.ts';
import { type PageContext, readPageContext } from '../page-scripts/read-page-context.ts';
import { resolvePaged } from '../page-scripts/resolve-paged.ts';
import type { ResolvedPaged } from '../page-scripts/resolved-paged.ts';
import { runningHtml } from '../page-scripts/running-html.ts';
import { swapPageSides } from '../page-scripts/swap-page-sides.ts';
import type { PagedFacts } from '../paged-facts.ts';
import { planSheets, printedSheets, reachOf } from '../sheets/plan-sheets.ts';
import { bleedStyles, printOnSheets } from '../sheets/print-on-sheets.ts';
import { defaultBookmarks, fillSheet, footnoteDefaults } from './fill-sheet.ts';
import { type DocumentPages, toBookmarks, toFacts } from './page-facts.ts';
import { printUntilSettled } from './print-until-settled.ts';
import { readDocumentCss } from './read-document-css.ts';
import { toResolveItems } from './resolve-items.ts';
import { type SourceTexts, unprintedProblems } from './unprinted-problems.ts';
import { windowRules } from './window-rules.ts';

const limits = {
  maxElements: 100_000,
  maxFound: 50_000,
  maxCharacters: 2_000,
  maxHtml: 5_000_000,
  maxStyles: 3_000_000,
};

const maxBookmarks = 10_000;

/** The facts about the pages that their margin boxes depend on. */
export interface PagedPages {
  readonly facts: PagedFacts;
  /** The size of each page in millimetres. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  /** The rules that apply, in the order of the cascade. */
  readonly pageRules: readonly PageRule[];
  /** Set if Chromium printed no margin boxes, because one of them shows what it does not know. */
  readonly context: PageContext | undefined;
}

export interface PagedResult extends PagedPages {
  /** Undefined if the outline is that of the headings, as Chromium writes it. */
  readonly bookmarks: readonly OutlineEntry[] | undefined;
  /** Set if the pages were printed on larger sheets, for marks and bleed: see `finishSheets`. */
  readonly sheets: readonly PrintedSheet[] | undefined;
  /** Addresses (`#name`) of references to no place, which `problems` names. */
  readonly unresolved: ReadonlySet<string>;
}

export interface PrintedInPasses {
  readonly pdf: Buffer;
  /** Undefined for a document that turns out to use no paged media. */
  readonly result: PagedResult | undefined;
  /** One sentence each, for the findings. */
  readonly problems: readonly string[];
}

/**
 * For a document that `usesPagedMedia` or `mayNameUnprintedCss`, or whose pages are to be named.
 *
 * @example
 * const { pdf, result } = await printInPasses(page, { paper, deadline });
 * result?.facts.pageNumbers;
 */
export async function printInPasses(
  page: PageToPrint,
  {
    paper,
    source: texts,
    deadline,
    namesPages = false,
    onDraft = () => {},
  }: {
    readonly paper: Paper;
    readonly source: SourceTexts;
    readonly deadline: Deadline;
    readonly namesPages?: boolean | undefined;
    /** Called before the next print with the pages that it is expected to have. */
    readonly onDraft?: ((pages: PagedPages) => void) | undefined;
  },
): Promise<PrintedInPasses> {
  const { css, sheets, problems } = await readDocumentCss(page, deadline);
  problems.push(...(await unprintedProblems(page, css.unprinted, { sheets, source: texts })));
  const counters = shownCounters(css.pageRules);
  const planned = planSheets(css.pageRules, paper);
  if (typeof planned === 'string') problems.push(planned);
  const edges = typeof planned === 'string' ? undefined : planned;
  const hasLargeMargins = edges !== undefined && css.pageRules.some(({ boxes }) => boxes.size > 0);
  const takesOverMarginBoxes =
    counters.length > 0 || showsUnknownContent(css) || hasUnknownPages(css) || hasLargeMargins;
  const readsPageNames = namesPages || css.pageRules.some(({ selector }) => hasPageName(selector));
  if (!usesAnything(css) && !takesOverMarginBoxes && !namesPages && !edges)
    return { pdf: await page.print(), result: undefined, problems };
  const styles = await page.call(findPagedStyles, [
    { getDocument: unclobberedDocument, isMet: isConditionMet },
    toStyleOptions(css, {
      takesOverMarginBoxes,
      sizes: paper.sizeGiven || page.fitsContents ? '' : css.sizes,
      isOnSheets: edges !== undefined,
    }),
  ]);
  if (styles.isCut) problems.push('the document has too many references: those at its end are not printed');
  const source = css.usesFootnotes ? await setUp(page, css, styles, problems) : undefined;
  const resolved = await page.call(resolvePaged, [
    { unclobberedDocument, countCounters, markElements, findSideBreaks, hasForcedBreak, runningHtml },
    {
      ...(await toResolveItems(styles)),
      readsPageCounter: css.usesPageCounter,
      readsPageNames,
      countsPages: css.countsPages,
      shownCounters: counters,
      selector: css.selector,
      sideSelector: page.fitsContents ? '' : css.sideSelector,
      inherited: inheritedProperties,
      ...limits,
    },
  ]);
  if (resolved.sides.length === 0 && !usesMore(css) && !takesOverMarginBoxes && !namesPages && !edges)
    return { pdf: await page.print(), result: undefined, problems };
  for (const address of resolved.missing)
    problems.push(`the reference to ${address} leads to no element of the document`);
  for (const address of resolved.hidden)
    problems.push(`the reference to ${address} leads to an element that is not displayed`);
  const unresolved = new Set([...resolved.missing, ...resolved.hidden]);
  const held = new Map(conditionsOf(css).map((condition, i) => [condition, styles.conditions[i]]));
  const pageRules = css.pageRules.filter(({ conditions }) =>
    conditions.every((condition) => held.get(condition) !== false),
  );
  const context = takesOverMarginBoxes
    ? await page.call(readPageContext, [
        unclobberedDocument,
        { properties: inheritedProperties, maxCharacters: limits.maxStyles, documentAddress },
      ])
    : undefined;
  if (resolved.areSidesSwapped)
    await page.call(swapPageSides, [{ getDocument: unclobberedDocument, listPageRules }]);
  const toPages = (document: DocumentPages): PagedPages => ({
    facts: toFacts(resolved, document, pageRules),
    sizes: document.pages.map(({ width, height }) => ({
      width: width * millimetresPerPoint,
      height: height * millimetresPerPoint,
    })),
    pageRules,
    context,
  });
  const sheetPage = edges && printOnSheets(page, { edges, paper, reach: reachOf(pageRules, paper) });
  const { pdf, pages } = await printUntilSettled(sheetPage ?? page, {
    resolved,
    paper,
    edges,
    pageRules,
    problems,
    footnotes: source && new Footnotes(page, { source, rules: pageRules, paper }),
    onDraft: (expected) => onDraft(toPages(expected)),
  });
  // What is measured now is the document as it is.
  if (edges) await page.call(markBled, [unclobberedDocument, undefined]);
  if (isRepeated(resolved, pages))
    problems.push(
      'counter(page) in an element that is printed on several pages shows the number of one: use @page { @bottom-center { … } }',
    );
  const bookmarks = css.usesBookmarks ? toBookmarks(resolved, pages, pageRules) : undefined;
  if (bookmarks && bookmarks.length > maxBookmarks) {
    problems.push(
      `the document has more than ${maxBookmarks.toLocaleString('en')} bookmarks: the last ones are left out`,
    );
    bookmarks.length = maxBookmarks;
  }
  const calls = source ? await page.call(findHeadingCalls, []) : [];
  const result = toPages(pages);
  const onSheets = edges && printedSheets(pageRules, { ...result, edges, paper });
  return {
    pdf: await dropFootnoteCalls(pdf, calls),
    result: { ...result, bookmarks, unresolved, sheets: onSheets },
    problems,
  };
}

function toStyleOptions(
  css: PagedCss,
  {
    takesOverMarginBoxes,
    sizes,
    isOnSheets,
  }: { readonly takesOverMarginBoxes: boolean; readonly sizes: string; readonly isOnSheets: boolean },
): Parameters<typeof findPagedStyles>[1] {
  const properties = [
    ...(css.usesStrings ? ['string-set'] : []),
    ...(css.usesRunning ? ['position'] : []),
    ...(css.usesFootnotes ? ['float', 'footnote-policy'] : []),
    ...(css.usesBookmarks ? ['bookmark-level', 'bookmark-label', 'bookmark-state'] : []),
  ];
  const defaults = [
    css.usesBookmarks ? defaultBookmarks : '',
    css.usesFootnotes ? footnoteDefaults : '',
  ].join('');
  const boxes = takesOverMarginBoxes ? withoutMarginBoxes(css.pageRules) : '';
  return {
    sheets: [
      `${fillSheet}${defaults}${css.css}`,
      boxes + (isOnSheets ? bleedStyles : ''),
      ...(sizes === '' ? [] : [sizes]),
    ],
    windowRules,
    selector: css.selector,
    pseudos: css.pseudos,
    properties: properties.map(carriedName),
    pseudoProperty: css.usesReferences ? carriedName('content') : undefined,
    conditions: conditionsOf(css),
    maxElements: limits.maxElements,
    maxFound: limits.maxFound,
  };
}

/** Whether an element is on several pages, such as the head of a table, and shows the number of one of them. */
const isRepeated = ({ repeated, marks }: ResolvedPaged, { pages, places }: DocumentPages): boolean => {
  const pageOf = (mark: number) => places.get(marks[mark]?.name ?? '')?.page;
  return repeated.some(({ mark, end }) => (end < 0 ? pages.length > 1 : pageOf(mark) !== pageOf(end)));
};

const conditionsOf = ({ pageRules }: PagedCss): string[] => [
  ...new Set(pageRules.flatMap(({ conditions }) => conditions)),
];

const usesAnything = (css: PagedCss): boolean => css.sideSelector !== '' || css.sizes !== '' || usesMore(css);

const usesMore = (css: PagedCss): boolean =>
  css.usesFootnotes ||
  css.usesReferences ||
  css.usesStrings ||
  css.usesRunning ||
  css.usesBookmarks ||
  css.usesPageCounter;

/** Chromium drops such a box, and its own counter of pages counts on. */
function showsUnknownContent({ pageRules, usesPageCounter }: PagedCss): boolean {
  const values = pageRules.flatMap(({ boxes }) => [...boxes.values()].flat().map(({ value }) => value));
  return values.some(
    (value) =>
      /\b(?:string|element)\(/i.test(value) || (usesPageCounter && /\bcounters?\(\s*page\b/i.test(value)),
  );
}

/** Whether a margin box is for pages that Chromium does not tell from others. Without breaks to a side none is blank. */
const hasUnknownPages = ({ pageRules, sideSelector }: PagedCss): boolean =>
  pageRules.some(
    ({ boxes, declarations, selector: { pseudos, nths } }) =>
      (nths && boxes.size + declarations.length > 0) ||
      (boxes.size > 0 && sideSelector !== '' && pseudos.includes('blank')),
  );

/** Important, for each selector, because a box with a more special one would be printed. */
function withoutMarginBoxes(rules: readonly PageRule[]): string {
  const boxes = marginBoxNames.map((name) => `@${name}{content:none!important}`).join('');
  const selectors = rules.map(({ selector }) => {
    const name = selector.name === undefined ? '' : selector.name.replace(/[^-\w\u0080-\uffff]/g, '\\$&');
    return `${name}${selector.pseudos.map((pseudo) => `:${pseudo}`).join('')}`;
  });
  return ['', ...new Set(selectors)].map((selector) => `@page ${selector}{${boxes}}`).join('');
}
