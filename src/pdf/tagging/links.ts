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
 * page has given the note a role of its own, unless it is an item of a list, in which a note is added.
 */
function markNote(file: PdfReader, link: Element, update: IncrementalUpdate): void {
  /** Items of lists may have been divided already, into elements of the update. */
  const elementAt = (ref: PdfValue | undefined): Element | undefined => {
    if (!(ref instanceof PdfRef)) return undefined;
    const dict = update.get(ref) ?? file.resolve(ref);
    return isDict(dict) && dict.has('S') ? { ref, dict } : undefined;
  };
  const parent = elementAt(link.dict.get('P'));
  if (!parent) return;
  let note = noteAround(link, elementAt);
  const isLink = (kid: PdfValue) => kid instanceof PdfRef && kid.number === link.ref.number;
  const others = toList(parent.dict.get('K')).filter((kid) => !isLink(kid));
  const label = newElement('Lbl', [link.ref]);
  const ref = update.add(label);
  if (note) {
    parent.dict.set('K', others);
    note.dict.set('S', new PdfName('Note')).set('K', [ref, ...toList(note.dict.get('K'))]);
  } else {
    note = { dict: newElement('Note', [ref, ...others]), ref: update.add(null) };
    note.dict.set('P', parent.ref);
    for (const kid of others) {
      const element = elementAt(kid);
      if (element) update.replace(element.ref, element.dict.set('P', note.ref));
    }
    parent.dict.set('K', [note.ref]);
  }
  if (!note.dict.has('ID')) note.dict.set('ID', new PdfString(`note${note.ref.number}`));
  update.replace(note.ref, note.dict);
  update.replace(parent.ref, parent.dict);
  update.replace(ref, label.set('P', note.ref));
  update.replace(link.ref, link.dict.set('P', ref));
}

/** The element with that role of which the link is the first thing. */
function noteAround(
  link: Element,
  elementAt: (ref: PdfValue | undefined) => Element | undefined,
): Element | undefined {
  let at = link;
  for (let depth = 0; depth < maxDepth; depth++) {
    const around = elementAt(at.dict.get('P'));
    if (!around) return undefined;
    const first = toList(around.dict.get('K')).find((kid) => {
      const element = elementAt(kid);
      return element && !isNamed(element.dict.get('S'), 'Lbl');
    });
    if (!(first instanceof PdfRef) || first.number !== at.ref.number) return undefined;
    if (isNamed(around.dict.get('S'), 'Aside')) return around;
    at = around;
  }
  return undefined;
}

const newElement = (type: string, kids: readonly PdfValue[]): PdfDict =>
  new Map<string, PdfValue>([
    ['Type', new PdfName('StructElem')],
    ['S', new PdfName(type)],
    ['K', [...kids]],
  ]);

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
