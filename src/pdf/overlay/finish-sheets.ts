/** Makes a printer's sheet of each page of a printed document: its boxes, its bleed, and marks for cutting and for colours. */
import { listContents } from '../document/page-contents.ts';
import { getPages } from '../document/page-tree.ts';
import { type Box, pageView } from '../document/page-view.ts';
import { type PdfDict, PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { compressedStream } from '../writing/compressed-stream.ts';
import { IncrementalUpdate } from '../writing/incremental-update.ts';

/** Lengths in points. */
export interface PrintedSheet {
  /** The upper left corner of the page on the sheet that was printed, from that of the sheet. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Outside of the page. */
  readonly bleed: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;
  readonly crop: boolean;
  readonly cross: boolean;
}

/** Points outside of the bleed that marks take: a gap, the marks, and a gap. */
const marksRoom = 24;
const gap = 3;
const markLength = marksRoom - 2 * gap;
const radius = 4.5;

/**
 * Sets the trim box (the page), the bleed box and the media box of pages that were printed on larger sheets, lets what
 * reaches out of the page be seen in its bleed, and draws marks outside of it, which screen readers skip. `sheets`: of
 * each page. The file must be as Chromium writes it.
 *
 * Throws `PdfError`.
 *
 * @example
 * finishSheets(pdf, [{ x: 40, y: 40, width: 420, height: 595, bleed: { top: 9, right: 9, bottom: 9, left: 9 }, crop: true, cross: false }]);
 */
export function finishSheets(pdf: Uint8Array, sheets: readonly PrintedSheet[]): Buffer {
  const file = new PdfReader(pdf);
  const update = new IncrementalUpdate(file);
  const pages = [...getPages(file)];
  for (const [i, page] of pages.entries()) {
    const sheet = sheets[i];
    if (!sheet) continue;
    if (!page.ref) throw new PdfError('malformed', 'A page of the PDF is not an indirect object.');
    const [left, , , top] = pageView(file, page).box;
    const { x, y, width, height } = sheet;
    const trim: Box = [left + x, top - y - height, left + x + width, top - y];
    const bled = grown(trim, sheet.bleed);
    const hasMarks = sheet.crop || sheet.cross;
    const all = { top: marksRoom, right: marksRoom, bottom: marksRoom, left: marksRoom };
    const dict: PdfDict = new Map(page.dict)
      .set('MediaBox', rounded(hasMarks ? grown(bled, all) : bled))
      .set('BleedBox', rounded(bled))
      .set('TrimBox', rounded(trim));
    dict.delete('CropBox');
    // Chromium draws the pages as one strip: above and below its own place, a page also has parts of its neighbours.
    const isLast = i === pages.length - 1;
    const shown = [bled[0], isLast ? bled[1] : undefined, bled[2], i === 0 ? bled[3] : undefined];
    const hasBleed = Object.values(sheet.bleed).some((length) => length > 0);
    const contents = listContents(file, page).map((each) => (hasBleed ? widened(file, each, shown) : each));
    const add = (value: PdfValue) => (value instanceof PdfStream ? update.add(value) : value);
    const drawing = (text: string) => add(new PdfStream(new Map(), Buffer.from(text)));
    const whole = hasMarks
      ? [
          drawing(`q ${areaText(bled)} re W n\n`),
          ...contents.map(add),
          drawing(`\nQ\n${marksText(trim, bled, sheet)}`),
        ]
      : contents.map(add);
    update.replace(page.ref, dict.set('Contents', whole));
  }
  return Buffer.concat([pdf, update.bytes(new Map())]);
}

const grown = ([left, bottom, right, top]: Box, by: PrintedSheet['bleed']): Box => [
  left - by.left,
  bottom - by.bottom,
  right + by.right,
  top + by.top,
];

const text = (number: number): string => String(Number(number.toFixed(4)));
const rounded = (box: Box): number[] => box.map((number) => Number(text(number)));
const areaText = ([left, bottom, right, top]: Box): string =>
  [left, bottom, right - left, top - bottom].map(text).join(' ');

/** How Chromium scales what it draws on a page. */
const outer = /^\s*([\d.]+) 0 0 -([\d.]+) ([-\d.]+) ([-\d.]+) cm\n/;
const clip = /^([-\d.]+ [-\d.]+ [\d.]+ [\d.]+) re\nW\*? n$/;

/**
 * Chromium draws what reaches into the margins of a page and clips it. Returns the content with a clip that reaches to the
 * places in `shown` (left, bottom, right, top), or as it is if it has none.
 */
function widened(file: PdfReader, value: PdfValue, shown: readonly (number | undefined)[]): PdfValue {
  const stream = file.resolve(value);
  if (!(stream instanceof PdfStream)) return value;
  const content = Buffer.from(file.decode(stream)).toString('latin1');
  const [, a, d, e, f] = outer.exec(content)?.map(Number) ?? [];
  const area = a && d && e !== undefined && f !== undefined && firstClip(content);
  if (!area) return value;
  const [x = 0, y = 0, width = 0, height = 0] = area.split(' ').map(Number);
  const [left, bottom, right, top] = shown;
  const from = left === undefined ? x : (left - e) / a;
  const to = right === undefined ? x + width : (right - e) / a;
  const upper = top === undefined ? y : (f - top) / d;
  const lower = bottom === undefined ? y + height : (f - bottom) / d;
  const own = [from, upper, to - from, lower - upper].map(text).join(' ');
  // Each layer of the page has it.
  return compressedStream(
    Buffer.from(content.replaceAll(`\nq\n${area} re\nW`, `\nq\n${own} re\nW`), 'latin1'),
  );
}

/** The clip that is not within another drawing: in a state of its own on the page. */
function firstClip(content: string): string | undefined {
  let depth = 0;
  const lines = content.split('\n');
  for (const [i, line] of lines.entries()) {
    if (line === 'q') depth++;
    else if (line === 'Q') depth--;
    else if (depth === 1 && lines[i - 1] === 'q' && line.endsWith(' re')) {
      const [, area] = clip.exec(`${line}\n${lines[i + 1] ?? ''}`) ?? [];
      if (area) return area;
    }
  }
  return undefined;
}

const opening = '/Artifact <</Type /Page>>BDC\nq 0 G 0.25 w\n';

function marksText(trim: Box, bleed: Box, { crop, cross }: PrintedSheet): string {
  const [left, bottom, right, top] = trim;
  const [bleedLeft, bleedBottom, bleedRight, bleedTop] = bleed;
  const lines: string[] = [];
  const line = (...points: readonly [number, number, number, number]) =>
    lines.push(`${text(points[0])} ${text(points[1])} m ${text(points[2])} ${text(points[3])} l S\n`);
  const ends = [
    [bleedLeft - gap, bleedBottom - gap, -1],
    [bleedRight + gap, bleedTop + gap, 1],
  ] as const;
  for (const [x, y, sign] of crop ? ends : []) {
    for (const height of [bottom, top]) line(x, height, x + sign * markLength, height);
    for (const place of [left, right]) line(place, y, place, y + sign * markLength);
  }
  const middle = markLength / 2;
  for (const [x, y, sign] of cross ? ends : []) {
    const centres = [
      [x + sign * middle, (bottom + top) / 2],
      [(left + right) / 2, y + sign * middle],
    ] as const;
    for (const [cx, cy] of centres) {
      line(cx - middle, cy, cx + middle, cy);
      line(cx, cy - middle, cx, cy + middle);
      lines.push(circle(cx, cy));
    }
  }
  return `${opening}${lines.join('')}Q EMC\n`;
}

/** Four Bézier curves. */
function circle(x: number, y: number): string {
  const r = radius;
  const k = r * 0.552285;
  const curve = (...points: readonly number[]) =>
    `${points.map((offset, i) => text((i % 2 === 0 ? x : y) + offset)).join(' ')} c `;
  return `${text(x + r)} ${text(y)} m ${curve(r, k, k, r, 0, r)}${curve(-k, r, -r, k, -r, 0)}${curve(-r, -k, -k, -r, 0, -r)}${curve(k, -r, r, -k, r, 0)}s\n`;
}
