/** Prints a document again until a print shows the numbers that it was filled with. */

import type { PageToPrint } from '#browser/browser';
import { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import { millimetresPerPoint } from '#contract/length';
import { connectPlaces } from '#pdf/document/place-links';
import { type PrintedDestinations, readPrintedDestinations } from '#pdf/document/printed-destinations';
import { listNames } from '#runtime/list-names';
import type { Paper } from '#template/model/page-settings';
import type { Footnotes } from '../footnotes/footnotes.ts';
import { presumedPages } from '../footnotes/page-geometry.ts';
import { cssPixels, pixelsPerPoint } from '../margin-boxes/css-pixels.ts';
import { pageMargins } from '../margin-boxes/page-margins.ts';
import { pageStyle, usualPage } from '../margin-boxes/page-style.ts';
import type { PageRule } from '../page-rule.ts';
import { fillReferences } from '../page-scripts/fill-references.ts';
import { placeBlankPages } from '../page-scripts/place-blank-pages.ts';
import type { ResolvedPaged } from '../page-scripts/resolved-paged.ts';
import { showBetween } from '../page-scripts/show-between.ts';
import { showSkipped } from '../page-scripts/show-skipped.ts';
import { skipLayout } from '../page-scripts/skip-layout.ts';
import type { SheetEdges } from '../sheets/plan-sheets.ts';
import { withoutEdges } from '../sheets/print-on-sheets.ts';
import {
  blankPagesToPlace,
  findBlankPlaces,
  type KnownLengths,
  withBlankPages,
  wrongSides,
} from './blank-pages.ts';
import { nthPageRules } from './nth-pages.ts';
import { type DocumentPages, selectedPages } from './page-facts.ts';
import { type ReferenceFill, toFills } from './reference-fills.ts';
import { windowMark } from './window-rules.ts';

/** Prints of one document. Nearly all with references or blank pages need two, of which the first one is a draft. */
const maxPrints = 4;
/** Further drafts, in which blank pages are not yet where they have to be. */
const maxMisses = 12;

/** The same for a document with footnotes: each print settles at least the pages up to the first one that was not as planned. */
const maxPrintsWithFootnotes = 10;

/** In a sentence. */
const maxNames = 5;

const maxRepeats = 1_000;

/**
 * `problems` gets a sentence for what cannot be printed right. `onDraft` is called between a draft and the next print, with
 * the pages that it is expected to have. Throws the errors of printing.
 */
export async function printUntilSettled(
  page: PageToPrint,
  options: {
    readonly resolved: ResolvedPaged;
    readonly paper: Paper;
    /** Set for pages on larger sheets. */
    readonly edges: SheetEdges | undefined;
    readonly pageRules: readonly PageRule[];
    readonly problems: string[];
    readonly footnotes: Footnotes | undefined;
    readonly onDraft: (pages: DocumentPages) => void;
  },
): Promise<{ pdf: Buffer; pages: DocumentPages }> {
  const { resolved, paper, edges, pageRules, problems, footnotes, onDraft } = options;
  const most = footnotes ? maxPrintsWithFootnotes : maxPrints;
  let fills = toFills(resolved, undefined, pageRules);
  let contentWidth: number | undefined;
  let placed: ReadonlySet<number> = new Set();
  const known: KnownLengths = new Map();
  let misses = 0;
  let hasMissed = false;
  /** Whether the last print had all notes where they belong. */
  let areNotesSettled = footnotes === undefined;
  const nthRules = nthPageRules(pageRules, resolved);
  const placeParts = { getDocument: unclobberedDocument, showBetween };
  if (nthRules !== '') await page.call(placeBlankPages, [placeParts, [], nthRules]);
  const presumed = footnotes && !dependsOnPages(resolved) && presumedPages(resolved, pageRules, paper);
  if (presumed) await footnotes.arrange(presumed, selectedPages(resolved, presumed), placed);
  let arrangements = presumed ? 1 : 0;
  let keepsSkipped = !footnotes && dependsOnPages(resolved) && !page.hasScripts;
  for (let prints = 1; ; prints++) {
    const mayHaveBlanks = resolved.sides.length > 0;
    const isFirstDraft = prints === 1 && (dependsOnPages(resolved) || mayHaveBlanks);
    // The first arrangement of a document without references is nearly always right.
    const isGuess = arrangements === 1 && !dependsOnPages(resolved);
    const isNotesDraft = !areNotesSettled && !isGuess && prints - misses < most;
    const isDraft = hasMissed || isFirstDraft || isNotesDraft;
    if (fills.length > 0 || mayHaveBlanks)
      await page.call(fillReferences, [
        { unclobberedDocument, skipLayout, showSkipped },
        { fills, contentWidth, maxRepeats, isDraft, windowMark: keepsSkipped ? windowMark : undefined },
      ]);
    await footnotes?.prepare(isDraft);
    const pdf = await page.print({ isDraft });
    const onSheets = await readPrintedDestinations(pdf);
    const destinations = edges ? withoutEdges(onSheets, edges) : onSheets;
    // A print that is taken for the window lacks what is not laid out for it.
    if (keepsSkipped && destinations.places.has(windowMark)) {
      keepsSkipped = false;
      await page.call(showSkipped, [unclobberedDocument]);
      prints--;
      continue;
    }
    areNotesSettled = !footnotes || (arrangements > 0 && footnotes.isSettled(destinations));
    // Notes change what was known of the pages before.
    if (footnotes) known.clear();
    const blanks = findBlankPlaces(resolved, destinations, { placed, known });
    const hasBlanks = isSameSet(blanks, placed);
    hasMissed = prints > 1 && !hasBlanks && misses < maxMisses;
    if (hasMissed) misses++;
    const isLast = prints - misses >= most && !isDraft;
    const pages = withBlankPages(resolved, destinations, { placed, wanted: isLast ? placed : blanks });
    const next = toFills(resolved, pages, pageRules);
    const changed = next.filter((fill, i) => !isSame(fill, fills[i]));
    const isComplete = contentWidth !== undefined || fills.every(({ leader }) => leader === undefined);
    const isSettled = changed.length === 0 && hasBlanks && isComplete && areNotesSettled;
    if ((isSettled && !isDraft) || isLast) {
      problems.push(...wrongSides(resolved, destinations));
      if (changed.length > 0) problems.push(describeUnsettled(changed));
      if (!areNotesSettled || footnotes?.isReleased) problems.push(describeUnplaced(footnotes, destinations));
      problems.push(...missingPlaces(resolved, pages));
      if (keepsSkipped) await page.call(showSkipped, [unclobberedDocument]);
      return { pdf: footnotes ? await connectPlaces(pdf, onSheets) : pdf, pages };
    }
    if (isDraft && !hasMissed) onDraft(pages);
    if (!hasBlanks) {
      const { blanks: wanted, css } = blankPagesToPlace(resolved, blanks, pageRules);
      await page.call(placeBlankPages, [placeParts, wanted, nthRules + css]);
      placed = blanks;
    }
    contentWidth = contentWidthOf(pages, pageRules, paper);
    fills = next;
    if (!footnotes || (areNotesSettled && hasBlanks)) continue;
    areNotesSettled = false;
    arrangements++;
    if (prints - misses === most - 1 && footnotes.isUnsafe) await footnotes.release();
    else await footnotes.arrange(destinations, selectedPages(resolved, pages), blanks);
  }
}

function describeUnplaced(footnotes: Footnotes | undefined, destinations: PrintedDestinations): string {
  if (footnotes?.isReleased || footnotes?.isUnsafe)
    return 'footnotes are printed in the text, because a page ends within something that nothing flows around, such as columns, a grid, a float or a flexible box: let it begin on a page of its own, or make it a plain block';
  const numbers = footnotes?.unsettled(destinations) ?? [];
  const which = numbers.length > 0 ? ` ${listNames(numbers.map(String), maxNames)}` : '';
  return `footnotes${which} are not at the foot of the page that calls them: they, or the text around them, have no room there`;
}

/** Whether the first print cannot be the last one. */
const dependsOnPages = ({ references }: ResolvedPaged): boolean =>
  references.some(({ parts }) => parts.some(({ kind }) => /^(?:pages?|leader)$/.test(kind)));

/** CSS pixels: the width of the content of a page without a name. */
function contentWidthOf({ pages }: DocumentPages, rules: readonly PageRule[], paper: Paper): number {
  const { width, height } = pages.at(-1) ?? { width: 0, height: 0 };
  const { page } = pageStyle(rules, usualPage);
  const size = { width: width * millimetresPerPoint, height: height * millimetresPerPoint };
  const { left, right } = pageMargins(page, size, paper);
  return width * pixelsPerPoint - cssPixels(left) - cssPixels(right);
}

const isSameSet = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a.size === b.size && [...a].every((each) => b.has(each));

const isSame = (a: ReferenceFill, b: ReferenceFill | undefined): boolean =>
  a.content === b?.content && a.leader?.after === b.leader?.after;

function describeUnsettled(changed: readonly ReferenceFill[]): string {
  const count = changed.length === 1 ? 'one reference is' : `${changed.length} references are`;
  return `${count} printed with a wrong page number: filling in the right one moves what it refers to, each time again`;
}

/** Elements that are not printed have no page. */
function missingPlaces({ references, marks }: ResolvedPaged, { places }: DocumentPages): string[] {
  const missing = new Set<string>();
  for (const part of references.flatMap(({ parts }) => parts)) {
    if (part.kind !== 'page') continue;
    const name = marks[part.mark]?.name;
    if (name === undefined || places.has(name)) continue;
    missing.add(`the reference to #${name} leads to an element that is not printed`);
  }
  return [...missing].slice(0, 50);
}
