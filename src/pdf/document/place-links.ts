/**
 * Links that tell their own place. To a PDF, Chromium writes the place of each target of a link within the document, and looks for all
 * of them on each page, which takes most of the time of a long document with many. A link of a scheme of its own needs no target:
 * its annotation is where it is, and gets its destination when all pages are known.
 */
import { findText } from '#runtime/find-text';
import { applyEdits, type Edit } from '../printed-edits.ts';
import { encodeText } from '../text-string.ts';
import { ownReferences, serialize } from '../writing/serialize.ts';
import type { PrintedDestinations } from './printed-destinations.ts';

/**
 * How the address of such a link begins. After it come the name of its own place and that of the place that it leads to, which are
 * words of letters, digits, `-` and `_`, and its text, percent-encoded, all with `/` between them.
 */
export const placeScheme = 'pdfapi-place:';

const actionStart = '/A <</Type /Action\n/S /URI\n/URI (';
const address = /^pdfapi-place:([-\w]+)\/([-\w]+)\/([^()]*)\)>>/;

/** More characters than these are in no such address. */
const maxAddress = 2_000;

/** The name of the place of a link, from its annotation as Chromium has written it. */
export const linkedPlace = (annotation: string): string | undefined =>
  /\/URI \(pdfapi-place:([-\w]+)\//.exec(annotation)?.[1];

/**
 * Makes such links lead to the places of others, by which they are known from then on: `/NM` has the name of their own. One to a place
 * that was not printed leads nowhere. Throws `unsupported` for the PDF of another program.
 *
 * @example
 * const destinations = await readPrintedDestinations(pdf);
 * const connected = await connectPlaces(pdf, destinations);
 */
export async function connectPlaces(pdf: Buffer, { pages, links }: PrintedDestinations): Promise<Buffer> {
  const edits: Edit[] = [];
  for await (const start of findText(pdf, actionStart + placeScheme)) {
    const at = start + actionStart.length;
    const [all = '', name, target = '', text = ''] =
      address.exec(pdf.toString('latin1', at, at + maxAddress)) ?? [];
    if (name === undefined) continue;
    const place = links.get(target);
    const page = place && pages[place.page];
    const destination = page
      ? `/Dest [${page.object} 0 R /XYZ ${toNumber(place.x)} ${toNumber(page.height - place.y)} 0]\n`
      : '';
    const described = `/Contents ${serialize(encodeText(decoded(text)), ownReferences)}`;
    edits.push({ start, end: at + all.length, text: `${destination}/NM (${name})\n${described}` });
  }
  return edits.length > 0 ? await applyEdits(pdf, edits) : pdf;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The document has such a link itself.
    return text;
  }
}

/** A hundredth of a point is less than anything that a reader sees. */
const toNumber = (points: number): string => String(Math.round(points * 100) / 100);
