/**
 * The named destinations of a PDF as Chromium writes it: every object separate, in plain text, with a cross-reference
 * table.
 */
import { startTimeSlices } from '#runtime/time-slices';
import { PdfError } from '../pdf-error.ts';
import { linkedPlace, placeScheme } from './place-links.ts';

export interface PrintedDestinations {
  readonly pages: readonly {
    /** The number of its object. */
    readonly object: number;
    /** Points. */
    readonly width: number;
    readonly height: number;
  }[];
  /** By the names of destinations. Chromium writes them from the corner of the content, and not from that of the page. */
  readonly places: ReadonlyMap<string, PrintedPlace>;
  /** The places of links that tell their own. */
  readonly links: ReadonlyMap<string, PrintedPlace>;
}

export interface PrintedPlace {
  /** An index of `pages`. */
  readonly page: number;
  /** Points from the top left corner of the page. */
  readonly x: number;
  readonly y: number;
}

/** Bytes of a cross-reference entry. */
const entryLength = 20;

/** Reads page tree, destinations and links that tell their own place, and nothing else. Throws `unsupported` for the PDF of another program. */
export async function readPrintedDestinations(pdf: Buffer): Promise<PrintedDestinations> {
  const slice = startTimeSlices();
  const [, place = ''] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1', pdf.length - 64)) ?? [];
  const table = Number(place);
  const header = /^xref\n0 (\d+)\n/.exec(pdf.toString('latin1', table, table + 32));
  if (place === '' || !header) throw unsupported();
  const entries = table + header[0].length;
  const textOf = (object: number): string => {
    const at = entries + object * entryLength;
    const start = Number(pdf.toString('latin1', at, at + 10));
    const end = pdf.indexOf('endobj', start, 'latin1');
    return end < 0 ? '' : pdf.toString('latin1', start, end);
  };
  const root = referenceIn(pdf.toString('latin1', pdf.lastIndexOf('trailer')), 'Root');
  const catalog = root === undefined ? '' : textOf(root);
  const treeRoot = referenceIn(catalog, 'Pages');
  if (treeRoot === undefined) throw unsupported();

  const hasPlaceLinks = pdf.includes(`/URI (${placeScheme}`, 0, 'latin1');
  /** The number of an annotation → the index of its page. */
  const annotations = new Map<number, number>();
  const pages: PrintedDestinations['pages'][number][] = [];
  const indexes = new Map<number, number>();
  const waiting = [treeRoot];
  for (
    let object = waiting.pop();
    object !== undefined && pages.length < Number(header[1]);
    object = waiting.pop()
  ) {
    await slice();
    const text = textOf(object);
    const kids = /\/Kids \[([\d R\n]*)\]/.exec(text)?.[1];
    if (kids !== undefined) {
      const numbers = [...kids.matchAll(/(?<!\d)(\d+) \d+ R/g)].map(([, number]) => Number(number));
      waiting.push(...numbers.reverse());
      continue;
    }
    const [, left = 0, bottom = 0, right = 0, top = 0] =
      /\/MediaBox \[([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)\]/.exec(text)?.map(Number) ?? [];
    indexes.set(object, pages.length);
    const annots = hasPlaceLinks ? (/\/Annots \[([\d R\n]*)\]/.exec(text)?.[1] ?? '') : '';
    for (const [, number] of annots.matchAll(/(?<!\d)(\d+) \d+ R/g))
      annotations.set(Number(number), pages.length);
    pages.push({ object, width: right - left, height: top - bottom });
  }

  const places = new Map<string, PrintedPlace>();
  const destinations = referenceIn(catalog, 'Dests');
  const text = destinations === undefined ? '' : textOf(destinations);
  for (const match of text.matchAll(
    /\/([^\s/[\]<>()]*) \[(\d+) \d+ R \/XYZ ([-\d.]+) ([-\d.]+) [-\d.]+\]/g,
  )) {
    await slice();
    const [, name = '', object, x, y] = match;
    const page = indexes.get(Number(object));
    if (page === undefined) continue;
    const height = pages[page]?.height ?? 0;
    const decoded = name.replace(/#([\da-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    places.set(decoded, { page, x: Number(x), y: height - Number(y) });
  }
  const links = new Map<string, PrintedPlace>();
  const heights = new Map<string, number>();
  for (const [annotation, page] of annotations) {
    await slice();
    const text = textOf(annotation);
    const name = linkedPlace(text);
    if (name === undefined) continue;
    const [, x = 0, bottom = 0, , top = 0] = rectangle.exec(text)?.map(Number) ?? [];
    // A link on two lines has two annotations, and what reaches above its page has one at the end of the page before.
    if (top - bottom < (heights.get(name) ?? -1) + tolerance) continue;
    heights.set(name, top - bottom);
    links.set(name, { page, x, y: (pages[page]?.height ?? 0) - top });
  }
  return { pages, places, links };
}

/** Points. */
const tolerance = 0.5;

const rectangle = /\/Rect \[([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)\]/;

const referenceIn = (text: string, key: string): number | undefined => {
  const [, number] = new RegExp(`/${key} (\\d+) \\d+ R`).exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
};

const unsupported = () => new PdfError('unsupported', 'The PDF was not written by Chromium.');
