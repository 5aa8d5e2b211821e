/**
 * Describes links and puts those of headers and footers into the structure: a link belongs to an element and has a text
 * of its own (ISO 14289-1, 7.18.5).
 */
import {
  getName,
  isDict,
  isNamed,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfString,
  type PdfValue,
  toList,
} from '../object.ts';
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
  for (const { ref, dict } of findPrintedElements(file, 'Link')) {
    const annotations = annotationsOf(file, dict);
    const [first] = annotations;
    // A link to a name that the document lacks has no annotation.
    if (!first) continue;
    // Only a link that tells its own place has a name. It is described already.
    const place = file.string(first.dict, 'NM')?.bytes;
    const address = addressOfLink(file, first.dict);
    if (place?.startsWith(footnoteNames.marker) || address.startsWith(`#${footnoteNames.call}`))
      markNote(file, { ref, dict }, update);
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

/** How deep in a note its first line may be. */
const maxDepth = 25;

/**
 * Makes a note of the element around a link back to its call, and the label of the note of the link (ISO 32000-1, 14.8.4.4). The
 * page has given the note a role of its own.
 */
function markNote(file: PdfReader, link: Element, update: IncrementalUpdate): void {
  const parent = elementAt(file, link.dict.get('P'));
  let note = parent;
  for (let depth = 0; depth < maxDepth && note && !isNamed(note.dict.get('S'), 'Aside'); depth++)
    note = elementAt(file, note.dict.get('P'));
  note ??= parent;
  if (!parent || !note) return;
  const isLink = (kid: PdfValue) => kid instanceof PdfRef && kid.number === link.ref.number;
  parent.dict.set(
    'K',
    toList(parent.dict.get('K')).filter((kid) => !isLink(kid)),
  );
  const label: PdfDict = new Map<string, PdfValue>([
    ['Type', new PdfName('StructElem')],
    ['S', new PdfName('Lbl')],
    ['P', note.ref],
    ['K', [link.ref]],
  ]);
  const ref = update.add(label);
  update.replace(link.ref, link.dict.set('P', ref));
  note.dict.set('S', new PdfName('Note')).set('K', [ref, ...toList(note.dict.get('K'))]);
  if (!note.dict.has('ID')) note.dict.set('ID', new PdfString(`note${note.ref.number}`));
  update.replace(parent.ref, parent.dict);
  update.replace(note.ref, note.dict);
}

function elementAt(file: PdfReader, ref: PdfValue | undefined): Element | undefined {
  const dict = file.resolve(ref ?? null);
  return ref instanceof PdfRef && isDict(dict) && dict.has('S') ? { ref, dict } : undefined;
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
