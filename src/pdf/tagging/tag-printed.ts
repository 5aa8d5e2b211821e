/**
 * Completes the tags of a PDF as Chromium writes it, so that every document is what PDF/UA asks for as far as its HTML
 * allows (ISO 14289-1): all content tagged or marked as an artifact, types that readers know, links with a text.
 */
import { PdfName, PdfRef, type PdfValue } from '../object.ts';
import { PdfReader } from '../reading/reader.ts';
import { IncrementalUpdate } from '../writing/incremental-update.ts';
import { applyHints } from './apply-hints.ts';
import { dropDecoration } from './decoration.ts';
import { describeLinks, type LinkText } from './links.ts';
import { divideListItems } from './list-items.ts';
import { type MarkedContents, markArtifacts } from './mark-artifacts.ts';
import { nameGlyphs } from './nameless-glyphs.ts';
import { type Element, findPrintedElements, kidElements } from './printed-elements.ts';
import { dropRepeatedContent } from './repeats/repeated-content.ts';
import { dissolveSiblingGroups } from './sibling-groups.ts';
import { limitColumnHeaders } from './tables/column-headers.ts';
import { restoreEmptyCells } from './tables/empty-cells.ts';

/** Types of PDF 2.0 and of Chromium, and those of PDF 1.7 that come next to them (ISO 32000-1, 14.7.3). */
const roles: ReadonlyMap<string, PdfValue> = new Map(
  Object.entries({ Aside: 'Sect', Em: 'Span', Strong: 'Span', Sub: 'Span', Title: 'P' }).map(
    ([type, standard]) => [type, new PdfName(standard)],
  ),
);

export interface PrintedPdf {
  readonly pdf: Buffer;
  /** The texts of the document's links in their order, with the addresses that the PDF has. */
  readonly links?: readonly LinkText[] | undefined;
  /** The result of `startMarking` for this PDF before its links and its language were changed. */
  readonly marked?: Promise<MarkedContents> | undefined;
  /** Whether only this thread works on it, such as one with a lower priority than the others of the process. */
  readonly isAlone?: boolean | undefined;
}

/**
 * Begins with what takes longest: compressing, in other threads. A failure is that of `tagPrinted`, and does not need to be
 * handled before.
 */
export function startMarking(pdf: Buffer): Promise<MarkedContents> {
  const marked = (async () => await markArtifacts(new PdfReader(pdf)))();
  marked.catch(() => {});
  return marked;
}

/**
 * Returns the bytes followed by an update, or the bytes themselves if the PDF has no tags. Throws `PdfError`.
 *
 * @example
 * const marked = startMarking(pdf);
 * await rewriteLinks(pdf, rewrite);
 * const tagged = await tagPrinted({ pdf, links: [['https://example.com/', 'Example']], marked });
 */
export async function tagPrinted({ pdf, links = [], marked, isAlone }: PrintedPdf): Promise<Buffer> {
  const file = new PdfReader(pdf);
  const rootRef = file.catalog.get('StructTreeRoot');
  const root = file.dict(file.catalog, 'StructTreeRoot');
  if (!root || !(rootRef instanceof PdfRef)) return pdf;
  const update = new IncrementalUpdate(file);
  const complete = async () => {
    const figures = [...findPrintedElements(file, 'Figure')];
    // First, so that all others find the elements where they belong.
    dissolveSiblingGroups(file, figures, update);
    divideListItems(file, update);
    ungroupFigures(file, figures, update);
    // Before cells are added, which only the update has.
    limitColumnHeaders(file, update);
    restoreEmptyCells(file, update);
    nameGlyphs(file, update);
    describeLinks(file, root, links, update);
    // Last, because all others find elements of the file only.
    applyHints(figures, update);
    update.replace(rootRef, root.set('RoleMap', new Map(roles)));
  };
  const [mark] = await Promise.all([marked ?? markArtifacts(file, isAlone), complete()]);
  dropRepeatedContent(file, mark.repeated, update);
  dropDecoration(file, mark.decoration, update);
  mark.write(update);
  return Buffer.concat([pdf, update.bytes(new Map())]);
}

/**
 * Makes a `<figure>` a group. Chromium tags it like the picture inside it, but a figure of a PDF needs an alternate
 * text of its own (ISO 14289-1, 7.3), which would hide the caption. Throws `malformed`.
 */
function ungroupFigures(file: PdfReader, figures: readonly Element[], update: IncrementalUpdate): void {
  for (const { ref, dict } of figures) {
    if (dict.has('Alt') || kidElements(file, dict).length === 0) continue;
    update.replace(ref, dict.set('S', new PdfName('Div')));
  }
}
