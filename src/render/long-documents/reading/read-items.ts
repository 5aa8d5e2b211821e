/** Finds the items of a long list, or the blocks or chapters of a long text, in the text of its document. */
import { startTimeSlices } from '#runtime/time-slices';
import { CannotDivide, type Heading, IsShort, type TableRows } from '../long-document.ts';
import { textCharacters } from '../may-be-divided.ts';
import { readHtmlTags, unreadable } from './html-tags.ts';

/** An element that has not ended. */
interface OpenElement {
  readonly name: string;
  /** Where each element directly in it begins. */
  readonly starts: number[];
  /** The name of all of them, or undefined if they have several. */
  kind: string | undefined;
  /** Where the last one of them ends. */
  end: number;
  /** The characters of the longest one. */
  longest: number;
  hasText: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const voids = words('area base br col embed hr img input link meta param source track wbr');
const inHead = words('base link meta script style title');
/** They end a paragraph that they are written in. */
const endParagraphs = words(
  'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul',
);
/** They end an open one of the same group, unless an element of the second group is between them. */
const endOthers: readonly (readonly [names: ReadonlySet<string>, within: ReadonlySet<string>])[] = [
  [words('li'), words('ol ul menu')],
  [words('dt dd'), words('dl')],
  [words('h1 h2 h3 h4 h5 h6'), words('div section article td th li blockquote')],
  [words('a'), words('')],
  [words('button'), words('')],
  [words('form'), words('')],
  [words('nobr'), words('')],
  [words('option optgroup'), words('')],
];
const maxDepth = 1_000;

/**
 * Returns the items of the element that has most elements directly in it, if they are at least `minItems`, or long. If it is not
 * long, they are the chapters of a text: what is directly in the longest element with several of them. Throws `CannotDivide`.
 */
export async function readItems(html: string, minItems: number): Promise<TableRows> {
  const slice = startTimeSlices();
  const body: OpenElement = openElement('body');
  const open: OpenElement[] = [body];
  let largest: OpenElement | undefined;
  let chapters: OpenElement | undefined;
  const complete = (element: OpenElement) => {
    if (element.starts.length > (largest?.starts.length ?? 0)) largest = element;
    if (hasChapters(element) && charactersIn(element) > charactersIn(chapters)) chapters = element;
  };
  let drawing = 0;
  const headings: Written[] = [];
  const sheets: number[] = [];
  for (const tag of readHtmlTags(html)) {
    await slice();
    const { name, isEnd, at, end } = tag;
    let parent = open.at(-1) ?? body;
    if (tag.hasTextBefore) parent.hasText = true;
    if (parent.name === 'head' && !inHead.has(name) && !(isEnd && name === 'head')) {
      open.pop();
      parent = open.at(-1) ?? body;
    }
    // They may be left out, and those that are there change nothing.
    if (name === 'html' || name === 'body') continue;
    if (isEnd) {
      if (voids.has(name) || parent.name !== name) throw unreadable(`an end tag of no <${name}>`);
      open.pop();
      if (name === 'svg') drawing--;
      complete(parent);
      endLast(open.at(-1) ?? body, end);
      continue;
    }
    const isBeforeBody = parent === body && body.starts.length === 0 && !body.hasText;
    if (!(isBeforeBody && (name === 'head' || inHead.has(name)))) addTo(parent, name, at, end);
    const [, level] = /^h([1-6])$/.exec(name) ?? [];
    if (level) headings.push({ at, level: Number(level) });
    if (name === 'style' || name === 'link') sheets.push(at);
    if (drawing > 0) {
      if (name === 'foreignobject' || endParagraphs.has(name)) throw unreadable(`<${name}> in a drawing`);
    } else checkOpen(open, name);
    if (voids.has(name) || (drawing > 0 && tag.text.endsWith('/>'))) continue;
    if (name === 'svg') drawing++;
    if (open.length > maxDepth)
      throw unreadable(`elements that are more than ${maxDepth} deep in each other`);
    open.push(openElement(name));
  }
  if (open.length > 1) throw unreadable(`<${open.at(-1)?.name}> without an end`);
  complete(body);
  const isLong = largest !== undefined && hasManyItems(largest, minItems);
  const rows = toRows(isLong ? largest : chapters, { headings, sheets, minItems });
  return { ...rows, hasChapters: !isLong };
}

const openElement = (name: string): OpenElement => ({
  name,
  starts: [],
  kind: undefined,
  end: 0,
  longest: 0,
  hasText: false,
});

function addTo(parent: OpenElement, name: string, at: number, end: number): void {
  if (parent.starts.length === 0) parent.kind = name;
  else if (parent.kind !== name) parent.kind = undefined;
  parent.starts.push(at);
  endLast(parent, end);
}

function endLast(parent: OpenElement, end: number): void {
  parent.end = end;
  parent.longest = Math.max(parent.longest, end - (parent.starts.at(-1) ?? end));
}

/** From the first element in it to the end of the last one. */
const charactersIn = (element: OpenElement | undefined): number =>
  element ? element.end - (element.starts[0] ?? element.end) : 0;

const hasManyItems = (element: OpenElement, minItems: number): boolean => {
  const { length } = element.starts;
  return (
    length >= minItems || (length >= minItems / 100 && charactersIn(element) >= textCharacters(minItems))
  );
};

/** A part has several, and begins where one of them begins a page. */
const hasChapters = (element: OpenElement): boolean =>
  element.longest <= Math.min(maxChapterCharacters, charactersIn(element) / minChapters);
const minChapters = 8;
/** A third of what a part has: see `endOfPart`. */
const maxChapterCharacters = 500_000;

/** Throws if a browser ends another element where this one begins. */
function checkOpen(open: readonly OpenElement[], name: string): void {
  if (endParagraphs.has(name)) {
    const paragraph = open.findLastIndex((element) => element.name === 'p');
    if (paragraph >= 0 && !open.slice(paragraph).some((element) => element.name === 'button')) {
      throw unreadable('a paragraph without an end');
    }
  }
  for (const [names, within] of endOthers) {
    if (!names.has(name)) continue;
    const other = open.findLastIndex((element) => names.has(element.name));
    if (other >= 0 && !open.slice(other + 1).some((element) => within.has(element.name))) {
      throw unreadable(`<${name}> within <${open[other]?.name}>`);
    }
  }
}

interface Written {
  readonly at: number;
  readonly level: number;
}

interface ReadDocument {
  readonly headings: readonly Written[];
  /** Where style sheets are. */
  readonly sheets: readonly number[];
  readonly minItems: number;
}

function toRows(found: OpenElement | undefined, { headings, sheets, minItems }: ReadDocument): TableRows {
  if (!found || !(hasManyItems(found, minItems) || charactersIn(found) >= textCharacters(minItems))) {
    throw new IsShort('no table, list or text in it is long');
  }
  const { starts, end } = found;
  const start = starts[0] ?? 0;
  if (sheets.some((at) => at >= start && at < end)) {
    throw new CannotDivide('it has style sheets between its paragraphs');
  }
  if (found.hasText) throw new CannotDivide('text is between its paragraphs');
  if (/^(?:table|thead|tbody|tfoot|tr|svg|head)$/.test(found.name)) {
    throw new CannotDivide(`most of it is in a <${found.name}>`);
  }
  return {
    kind: found.kind === 'li' ? 'list' : 'text',
    element: found.kind,
    start,
    end,
    sections: [{ tag: '', firstRow: 0, end }],
    starts,
    isFree: new Uint8Array(starts.length).fill(1),
    headers: new Map(),
    headings: toHeadings(headings, found),
  };
}

function toHeadings(headings: readonly Written[], { starts, end }: OpenElement): Heading[] {
  const found: Heading[] = [];
  let row = -1;
  for (const { at, level } of headings) {
    while ((starts[row + 1] ?? Number.POSITIVE_INFINITY) <= at) row++;
    if (row >= 0 && at < end) found.push({ row, level });
  }
  return found;
}
