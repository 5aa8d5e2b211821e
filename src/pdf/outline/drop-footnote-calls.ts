/** Takes the numbers of footnotes out of the titles of an outline, into which Chromium writes all that a heading shows. */
import { isDict, PdfRef } from '../object.ts';
import { PdfReader } from '../reading/reader.ts';
import { annotationsOf, type Element, kidElements } from '../tagging/printed-elements.ts';
import { editTitles } from './edit-titles.ts';

/** The call of a footnote that is in a heading. */
export interface HeadingCall {
  /** The name of its own place: see `placeScheme`. */
  readonly place: string;
  readonly text: string;
  /** How many letters of the heading follow it, without spaces and other calls. */
  readonly lettersBehind: number;
}

/** Elements of a heading that are looked at. */
const maxElements = 500;

/**
 * The PDF must be as Chromium writes it, and may be changed. Throws `PdfError`.
 *
 * @example
 * await dropFootnoteCalls(pdf, [{ place: 'a', text: '1', lettersBehind: 5 }]); // 'Second1 words' → 'Second words'
 */
export async function dropFootnoteCalls(pdf: Buffer, calls: readonly HeadingCall[]): Promise<Buffer> {
  if (calls.length === 0) return pdf;
  const byPlace = new Map(calls.map((call) => [call.place, call]));
  const file = new PdfReader(pdf);
  return await editTitles(pdf, (title, entry) => {
    const dict = entry === undefined ? null : file.resolve(file.ref(entry, 0));
    const ref = isDict(dict) ? dict.get('SE') : undefined;
    const heading = file.resolve(ref ?? null);
    if (!(ref instanceof PdfRef) || !isDict(heading)) return title;
    const own = [...placesIn(file, { ref, dict: heading })].flatMap((place) => byPlace.get(place) ?? []);
    return own.toReversed().reduce(withoutCall, title);
  });
}

/**
 * The names of the places of the links in an element, in their order. At the top of a page, what is raised is drawn at the end of the
 * one before as well, and the title has it twice.
 */
function* placesIn(file: PdfReader, heading: Element): Generator<string> {
  const waiting = [heading];
  for (let count = 0; count < maxElements; count++) {
    const element = waiting.pop();
    if (!element) return;
    for (const { dict } of annotationsOf(file, element.dict)) yield file.string(dict, 'NM')?.bytes ?? '';
    waiting.push(...kidElements(file, element.dict).reverse());
  }
}

function withoutCall(title: string, { text, lettersBehind }: HeadingCall): string {
  let end = title.length;
  for (let left = lettersBehind; left > 0 && end > 0; end--) if (/\S/.test(title[end - 1] ?? '')) left--;
  const written = title.slice(0, end).trimEnd();
  if (written.endsWith(text))
    return `${written.slice(0, -text.length)}${title.slice(written.length)}`.replaceAll('  ', ' ').trim();
  // Something that styles add may follow as well.
  const parts = title.split(text);
  return parts.length === 2 ? parts.join('') : title;
}
