/** Prints a document again until a print shows the numbers that it was filled with. */

import type { PageToPrint } from '#browser/browser';
import { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import { millimetresPerPoint } from '#contract/length';
import { type PrintedDestinations, readPrintedDestinations } from '#pdf/document/printed-destinations';
import type { Paper } from '#template/model/page-settings';
import { pageMargins } from '../margin-boxes/page-margins.ts';
import { pageStyle } from '../margin-boxes/page-style.ts';
import type { PageRule } from '../page-rule.ts';
import { fillReferences } from '../page-scripts/fill-references.ts';
import type { ResolvedPaged } from '../page-scripts/resolve-paged.ts';
import { showSkipped } from '../page-scripts/show-skipped.ts';
import { skipLayout } from '../page-scripts/skip-layout.ts';
import { type ReferenceFill, toFills } from './reference-fills.ts';
import { windowMark } from './window-rules.ts';

/** Prints of one document. Nearly all documents with references need two, of which the first one is a draft. */
const maxPrints = 4;

const pixelsPerPoint = 96 / 72;

/** CSS pixels of each unit of length. */
const pixels: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
};

const maxRepeats = 1_000;

/**
 * `problems` gets a sentence for what cannot be printed right. `onDraft` is called between a draft and the next print. Throws
 * the errors of printing.
 */
export async function printUntilSettled(
  page: PageToPrint,
  options: {
    readonly resolved: ResolvedPaged;
    readonly paper: Paper;
    readonly pageRules: readonly PageRule[];
    readonly problems: string[];
    readonly onDraft: (destinations: PrintedDestinations) => void;
  },
): Promise<{ pdf: Buffer; destinations: PrintedDestinations }> {
  const { resolved, paper, pageRules, problems, onDraft } = options;
  let fills = toFills(resolved, undefined, pageRules);
  let contentWidth: number | undefined;
  let keepsSkipped = dependsOnPages(resolved) && !page.hasScripts;
  for (let prints = 1; ; prints++) {
    const isDraft = prints === 1 && dependsOnPages(resolved);
    if (fills.length > 0)
      await page.call(fillReferences, [
        { unclobberedDocument, skipLayout, showSkipped },
        { fills, contentWidth, maxRepeats, isDraft, windowMark: keepsSkipped ? windowMark : undefined },
      ]);
    const pdf = await page.print({ isDraft });
    const destinations = await readPrintedDestinations(pdf);
    // A print that is taken for the window lacks what is not laid out for it.
    if (keepsSkipped && destinations.places.has(windowMark)) {
      keepsSkipped = false;
      await page.call(showSkipped, [unclobberedDocument]);
      prints--;
      continue;
    }
    const next = toFills(resolved, destinations, pageRules);
    const changed = next.filter((fill, i) => !isSame(fill, fills[i]));
    const isComplete = contentWidth !== undefined || fills.every(({ leader }) => leader === undefined);
    if ((changed.length === 0 && isComplete && !isDraft) || prints === maxPrints) {
      if (changed.length > 0) problems.push(describeUnsettled(changed));
      problems.push(...missingPlaces(resolved, destinations));
      if (keepsSkipped) await page.call(showSkipped, [unclobberedDocument]);
      return { pdf, destinations };
    }
    if (isDraft) onDraft(destinations);
    contentWidth = contentWidthOf(destinations, pageRules, paper);
    fills = next;
  }
}

/** Whether the first print cannot be the last one. */
const dependsOnPages = ({ references }: ResolvedPaged): boolean =>
  references.some(({ parts }) => parts.some(({ kind }) => /^(?:pages?|leader)$/.test(kind)));

/** CSS pixels: the width of the content of a page without a name. */
function contentWidthOf({ pages }: PrintedDestinations, rules: readonly PageRule[], paper: Paper): number {
  const { width, height } = pages.at(-1) ?? { width: 0, height: 0 };
  const { page } = pageStyle(rules, { name: '', side: 'right', isFirst: false });
  const size = { width: width * millimetresPerPoint, height: height * millimetresPerPoint };
  const { left, right } = pageMargins(page, size, paper);
  return width * pixelsPerPoint - toPixels(left) - toPixels(right);
}

function toPixels(length: string): number {
  const [, number = '', unit = ''] = /^([-+.\d]+)([a-z]*)$/i.exec(length) ?? [];
  return Number(number) * (pixels[unit.toLowerCase()] ?? 0);
}

const isSame = (a: ReferenceFill, b: ReferenceFill | undefined): boolean =>
  a.content === b?.content && a.leader?.after === b.leader?.after;

function describeUnsettled(changed: readonly ReferenceFill[]): string {
  const count = changed.length === 1 ? 'one reference is' : `${changed.length} references are`;
  return `${count} printed with a wrong page number: filling in the right one moves what it refers to, each time again`;
}

/** Elements that are not printed have no page. */
function missingPlaces({ references, marks }: ResolvedPaged, { places }: PrintedDestinations): string[] {
  const missing = new Set<string>();
  for (const part of references.flatMap(({ parts }) => parts)) {
    if (part.kind !== 'page') continue;
    const name = marks[part.mark]?.name;
    if (name === undefined || places.has(name)) continue;
    missing.add(`the reference to #${name} leads to an element that is not printed`);
  }
  return [...missing].slice(0, 50);
}
