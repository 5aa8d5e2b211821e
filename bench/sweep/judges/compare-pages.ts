/** Whether pages of a file that was written are those of its input, as each reader sees both. */
import { imageDistance } from '../../../test/support/images/poppler-image.ts';
import type { Pixels } from '../../../test/support/images/read-png.ts';
import { type PageReader, type PdfPath, pageReaders } from './page-readers.ts';

export interface PagePair {
  /** Page numbers. */
  readonly before: number;
  readonly after: number;
}

export interface PageComparison {
  readonly before: PdfPath;
  readonly after: PdfPath;
  /** Whose texts are compared. */
  readonly texts: readonly PagePair[];
  /** Whose pictures are compared. */
  readonly pictures: readonly PagePair[];
  /** What was drawn over the page, in pixels of its picture, and is not compared. */
  readonly except?: ((picture: Pixels) => Box) | undefined;
  /** Text that was added to the page. */
  readonly added?: string | undefined;
  /** Default: that of pages that stay where they are. */
  readonly tolerance?: Tolerance | undefined;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type JudgeName = PageReader['name'] | 'qpdf' | 'pdfsig' | 'pdfapi';

export interface Difference {
  readonly reader: JudgeName;
  /** One line, for people. */
  readonly what: string;
  /** What the command was asked for is missing, which no warning about something else excuses. */
  readonly isAsked?: true;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  /** Readers that read the input, so that there was something to compare. */
  readonly readers: readonly JudgeName[];
}

/**
 * Pictures are equal if no more than `far` per cent of their pixels are unlike all pixels around them and the colour values
 * differ by `mean` at most: programs round the edges of shapes by the number and order of the operators before them.
 */
const strict: Tolerance = { far: 0.02, mean: 0.3 };

export interface Tolerance {
  /** Per cent of the pixels. */
  readonly far: number;
  /** Of the colour values, from 0 to 255. */
  readonly mean: number;
}

export async function comparePages(
  comparison: PageComparison,
  readers: readonly PageReader[] = pageReaders,
): Promise<Comparison> {
  const seen = await Promise.all(readers.map(async (reader) => await compareWith(reader, comparison)));
  return {
    differences: seen.flatMap((one) => one ?? []),
    readers: readers.filter((_, index) => seen[index] !== undefined).map(({ name }) => name),
  };
}

/** Whether one reader alone sees a difference of the pages, and another sees none. */
export function isDisputed({ differences, readers }: Comparison): boolean {
  const objecting = new Set(differences.map(({ reader }) => reader));
  const [isAlone, isReader] = [objecting.size === 1, readers.some((reader) => objecting.has(reader))];
  return isAlone && isReader && readers.length > 1;
}

/** Undefined if the reader cannot read the input. */
async function compareWith(
  reader: PageReader,
  { before, after, texts, pictures, except, added, tolerance = strict }: PageComparison,
): Promise<Difference[] | undefined> {
  const differences: Difference[] = [];
  const differ = (what: string) => differences.push({ reader: reader.name, what });
  const old = await reader.texts(before, unique(texts.map((pair) => pair.before)));
  if (!old) return undefined;
  const now = await reader.texts(after, unique(texts.map((pair) => pair.after)));
  if (!now) differ('cannot read what was written');
  for (const pair of now ? texts : []) {
    const [was, is] = [words(old.get(pair.before)), words(now?.get(pair.after))];
    const isEqual = added === undefined ? was === is : letters(was + added) === letters(is);
    if (!isEqual) differ(`text of page ${pair.before}: ${firstDifference(was, is)}`);
  }
  for (const pair of now ? pictures : []) {
    const picture = await reader.picture(before, pair.before);
    if (!picture) continue;
    const what = describeDistance(picture, await reader.picture(after, pair.after), { except, tolerance });
    if (what) differ(`picture of page ${pair.before}: ${what}`);
  }
  return differences;
}

const unique = (numbers: readonly number[]): number[] => [...new Set(numbers)];

/** Line ends and widths of spaces follow from positions that may be rounded. */
const words = (text = ''): string => text.replaceAll(/\s+/g, ' ').trim();

/**
 * Readers find other columns, words and directions of writing around a text that lies over a page, and poppler leaves out
 * the hyphen of a word that it joins with the next line.
 */
const letters = (text: string): string =>
  [...text.replaceAll(/[-\u00ad\u2010 \u202a-\u202e\u2066-\u2069]/g, '')].sort().join('');

function firstDifference(was: string, is: string): string {
  let at = 0;
  while (at < was.length && was[at] === is[at]) at++;
  const show = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 8), at + 24));
  return `${show(was)} became ${show(is)}`;
}

/** Undefined if the pictures are equal. */
function describeDistance(
  was: Pixels,
  is: Pixels | undefined,
  { except, tolerance }: { readonly except: PageComparison['except']; readonly tolerance: Tolerance },
): string | undefined {
  if (!is) return 'cannot be drawn';
  if (was.width !== is.width || was.height !== is.height) {
    return `${was.width} × ${was.height} became ${is.width} × ${is.height} pixels`;
  }
  const box = except?.(was);
  const [a, b] = box ? [blank(was, box), blank(is, box)] : [was, is];
  if (Buffer.compare(a.data, b.data) === 0) return undefined;
  const { far, mean } = imageDistance(a, b);
  return far > tolerance.far || mean > tolerance.mean
    ? `${far.toFixed(2)} % far, mean ${mean.toFixed(2)}`
    : undefined;
}

function blank(picture: Pixels, { left, top, right, bottom }: Box): Pixels {
  const data = Buffer.from(picture.data);
  for (let y = Math.max(0, top); y < Math.min(bottom, picture.height); y++) {
    const row = y * picture.width;
    data.fill(255, (row + Math.max(0, left)) * 3, (row + Math.max(0, Math.min(right, picture.width))) * 3);
  }
  return { ...picture, data };
}
