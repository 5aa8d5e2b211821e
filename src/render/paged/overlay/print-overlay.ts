/** Prints what is laid over a document, in one document of its own. */
import type { Browser, PageFindings, PrintedDocument, PrintJob } from '#browser/browser';
import type { ContentHeight } from '#browser/overlay/page-fields';
import type { NumberedControls } from '#forms';
import type { OverlaySheet } from '#pdf';
import type { Deadline } from '#runtime/deadline';
import {
  fieldAttributes,
  type OverlayBox,
  type OverlayPage,
  overlayBoxClass,
  overlayDocument,
} from './overlay-document.ts';

/** The settings that the overlay shares with the document that it is laid over. */
type OverlayJob = Pick<
  PrintJob,
  'owner' | 'styles' | 'lang' | 'assets' | 'date' | 'allowHosts' | 'listFonts' | 'isFollowed' | 'controls'
>;

/** The numbers before those of the controls of each overlay. A document has fewer. */
export const overlayControls = { header: 1_000_000, marginBoxes: 2_000_000 } as const;

export interface PrintedOverlay {
  readonly pdf: Buffer;
  readonly links: PrintedDocument['links'];
  /** Controls with one name are one control, on whichever pages they are. */
  readonly controls: PrintedDocument['controls'];
  /** The pages of `pdf` on each page of the document, for `layOverPages`. */
  readonly places: readonly (readonly OverlaySheet[])[];
  /** The height of the content of each printed box, in millimetres. */
  readonly heights: readonly (ContentHeight & { readonly kind: OverlayBox['kind'] })[];
  readonly findings: PageFindings;
  /** In milliseconds. */
  readonly timings: PrintedDocument['timings'];
}

export interface OverlayContent {
  readonly job: OverlayJob;
  /** The texts of elements of the classes `title`, `url` and `date`. */
  readonly fields: Readonly<Record<string, string>>;
  /** HTML for the head, such as styles that apply to all boxes. */
  readonly head?: string | undefined;
}

/** Returns undefined if there are no boxes. Throws the errors of `Browser.print`. */
export async function printOverlay(
  pages: readonly OverlayPage[],
  { job, fields, head }: OverlayContent,
  { browser, deadline }: { readonly browser: Browser; readonly deadline: Deadline },
): Promise<PrintedOverlay | undefined> {
  const { sheets, places } = overlaySheets(pages);
  const [first] = sheets;
  if (!first) return undefined;
  const { width, height } = first;
  const {
    pdf,
    links,
    controls = [],
    findings,
    timings,
    boxHeights = [],
  } = await browser.print(
    {
      ...job,
      html: overlayDocument(sheets, undefined, head),
      paper: { width, height, sizeGiven: false, margins: { top: 0, right: 0, bottom: 0, left: 0 } },
      scripts: false,
      tags: false,
      overlay: { boxes: `.${overlayBoxClass}`, texts: fields, attributes: fieldAttributes },
    },
    deadline,
  );
  const boxes = sheets.flatMap((sheet) => sheet.boxes);
  const heights = boxes.map(({ kind }, i) => ({ kind, full: 0, seen: 0, ...boxHeights[i] }));
  return { pdf, links, controls: uniteControls(controls), places, heights, findings, timings };
}

/** A header is filled for each page, but a form has each of its fields once. */
function uniteControls(controls: NumberedControls): NumberedControls {
  const known = new Map<string, NumberedControls[number][1]>();
  return controls.map(([number, control]) => {
    const { kind, name, values } = control;
    if (name === '') return [number, control];
    const isButton = kind === 'checkbox' || kind === 'radio';
    const key = JSON.stringify([kind, name, isButton ? values : []]);
    const first = known.get(key) ?? control;
    known.set(key, first);
    return [number, first];
  });
}

/** The pages that are printed for an overlay: what several pages of the document have in common is printed once. */
interface OverlaySheets {
  readonly sheets: readonly OverlayPage[];
  /** The sheets on each page of the document. */
  readonly places: readonly (readonly OverlaySheet[])[];
}

/** Header, footer and other boxes of a page are sheets of their own, because each is an artifact of its own. */
function overlaySheets(pages: readonly OverlayPage[]): OverlaySheets {
  const sheets: OverlayPage[] = [];
  const known = new Map<string, number>();
  const places = pages.map(({ width, height, boxes }) => {
    const byKind = Map.groupBy<OverlayBox['kind'], OverlayBox>(boxes, ({ kind }) => kind);
    return [...byKind].map(([kind, own]): OverlaySheet => {
      const key = JSON.stringify([width, height, own]);
      const index = known.get(key) ?? sheets.push({ width, height, boxes: own }) - 1;
      known.set(key, index);
      return { index, kind };
    });
  });
  return { sheets, places };
}
