/** Finds where the source has the texts of a page that are hard to read. */

import { getAttribute, type LintDocument, type LintElement, quoteText } from '../lint-document.ts';
import type { LowContrast } from '../low-contrast.ts';
import { isPrinted, printed } from '../mask-twig.ts';
import type { ReportLint } from './report.ts';

/** A report at an element of one of the documents that a template consists of; at none if there is no such element. */
export interface LintedPart {
  readonly document: LintDocument;
  readonly report: ReportLint;
}

export function checkContrast(
  parts: readonly LintedPart[],
  texts: readonly LowContrast[],
  reportNowhere: (message: string) => void,
): void {
  for (const text of texts) {
    const message = describe(text);
    const candidates = parts.flatMap(({ document, report }) =>
      document.elements.flatMap((element) => {
        const likeness = compare(document, element, text);
        return likeness === undefined ? [] : [{ element, likeness, report }];
      }),
    );
    // The first of the most similar ones.
    const [best] = candidates.toSorted((a, b) => b.likeness - a.likeness);
    if (best) best.report('text-contrast', best.element, message);
    else reportNowhere(message);
  }
}

function describe({ text, color, background, ratio, required, count }: LowContrast): string {
  const others = count > 1 ? ` and ${count - 1} more have` : ' has';
  return `The text ${quoteText(text)}${others} a contrast of ${(Math.floor(ratio * 10) / 10).toFixed(1)}:1 (${color} on ${background}), and readers with low vision need ${required}:1: choose a ${isLight(background) ? 'darker' : 'lighter'} colour.`;
}

const isLight = (colour: string): boolean =>
  [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(colour.slice(at, at + 2), 16), 0) > 382;

/** Returns how much an element of the source is like that of the page; undefined if it cannot be the same. */
function compare(
  document: LintDocument,
  element: LintElement,
  { tag, id, classes, text }: LowContrast,
): number | undefined {
  if (element.tagName !== tag) return undefined;
  const likenesses = [
    compareTokens(getAttribute(element, 'id') ?? '', id),
    compareTokens(getAttribute(element, 'class') ?? '', classes),
    compareText(document.text(element), text),
  ];
  return likenesses.reduce<number | undefined>(
    (sum, each) => (sum === undefined || each === undefined ? undefined : sum + each),
    0,
  );
}

function compareTokens(source: string, page: string): number | undefined {
  const [written, present] = [source.split(/\s+/), page.split(/\s+/)].map((each) => each.filter(Boolean));
  if (!written || !present) return undefined;
  const fixed = written.filter((each) => !isPrinted(each));
  if (!fixed.every((each) => present.includes(each))) return undefined;
  if (fixed.length < written.length) return 1;
  // A script may have added others.
  return fixed.length === present.length ? 2 : 0;
}

function compareText(source: string, page: string): number | undefined {
  if (source.includes(page)) return 3;
  const pieces = source.split(printed);
  if (pieces.length < 2) return undefined;
  let at = 0;
  for (const piece of pieces.map((each) => each.trim())) {
    const found = page.indexOf(piece, at);
    // The page shows one text of an element that may have several.
    if (found < 0) return piece.includes(page) ? 2 : 0;
    at = found + piece.length;
  }
  return 1;
}
