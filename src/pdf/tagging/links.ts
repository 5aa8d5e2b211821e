/**
 * Describes links and puts those of headers and footers into the structure: a link belongs to an element and has a text
 * of its own (ISO 14289-1, 7.18.5).
 */
import { getName, isDict, type PdfDict, PdfName, PdfRef, PdfString } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { encodeText } from '../text-string.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { addLinkElements } from './link-elements.ts';
import { annotationsOf, type Element, findPrintedElements } from './printed-elements.ts';

/** The address of a link in the PDF, `#name` within the document, or nothing; and what the page says of it. */
export type LinkText = readonly [address: string, text: string];

/** How the names of the places of the calls and the markers of footnotes begin. A marker is the first thing in its note. */
export const footnoteNames = { call: 'pdfapi-footnote-call-', marker: 'pdfapi-footnote-marker-' } as const;

const subtype = '/Subtype /Link\n';

/** `texts`: of the document's links, in their order. Throws `malformed`. */
export function describeLinks(
  file: PdfReader,
  root: PdfDict,
  texts: readonly LinkText[],
  update: IncrementalUpdate,
): void {
  if (!file.bytes.includes(subtype, 0, 'latin1')) return;
  const queues = new Map<string, string[]>();
  for (const [address, text] of texts) {
    // It may be an empty element, which has no annotation.
    if (text === '') continue;
    const key = toKey(address);
    const queue = queues.get(key);
    if (queue) queue.push(text);
    else queues.set(key, [text]);
  }
  const next = (address: string): string => {
    const queue = queues.get(toKey(address)) ?? [];
    return (queue.length > 1 ? queue.shift() : queue[0]) || address || 'Link';
  };
  for (const { dict } of findPrintedElements(file, 'Link')) {
    const annotations = annotationsOf(file, dict);
    const [first] = annotations;
    // A link to a name that the document lacks has no annotation.
    if (!first) continue;
    // Only a link that tells its own place has a name. It is described already.
    const place = file.string(first.dict, 'NM')?.bytes;
    const address = addressOfLink(file, first.dict);
    if (place?.startsWith(footnoteNames.marker) || address.startsWith(`#${footnoteNames.call}`))
      markNote(file, dict, update);
    if (place !== undefined) continue;
    const text = next(address);
    for (const annotation of annotations) describe(annotation, text, update);
  }
  const isDone = (link: PdfDict) => link.has('Contents');
  for (const link of addLinkElements(file, root, { update, isDone })) {
    const address = addressOfLink(file, link.dict);
    describe(link, link.isInBody ? next(address) : address || 'Link', update);
  }
}

/** Makes a note of the element that a link back to its call is in (ISO 32000-1, 14.8.4.4). */
function markNote(file: PdfReader, link: PdfDict, update: IncrementalUpdate): void {
  const ref = link.get('P');
  const note = file.resolve(ref ?? null);
  if (!(ref instanceof PdfRef) || !isDict(note)) return;
  note.set('S', new PdfName('Note'));
  if (!note.has('ID')) note.set('ID', new PdfString(`note${ref.number}`));
  update.replace(ref, note);
}

/** Chromium decodes the name of a destination, but not one that the document lacks. */
function toKey(address: string): string {
  if (!address.startsWith('#')) return address;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/**
 * The address of a link, or `#name` of its destination; empty for one to the first page of the document. Throws `malformed`.
 */
export function addressOfLink(file: PdfReader, link: PdfDict): string {
  const destination = getName(link.get('Dest'));
  if (destination !== undefined) return `#${Buffer.from(destination, 'latin1').toString('utf8')}`;
  const action = file.dict(link, 'A');
  const address = action && file.get(action, 'URI');
  return address instanceof PdfString ? address.bytes : '';
}

function describe({ ref, dict }: Element, text: string, update: IncrementalUpdate): void {
  update.replace(ref, dict.set('Contents', encodeText(text)));
}
