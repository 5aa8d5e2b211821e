/** Compares a printed document with what the specification says, and returns each difference in a sentence. */
import type { Expected, ExpectedPage, PagedCase } from './paged-case.ts';
import { joinRuns, type PositionedPage, readPages, type TextRun } from './read-pages.ts';

/** Millimetres to points. */
const points = (millimetres: number) => (millimetres / 25.4) * 72;
const millimetres = (value: number) => ((value / 72) * 25.4).toFixed(1);

/** Points by which a position may differ. */
const tolerance = 1;
/** Texts of one margin box are closer to each other than this, in points. */
const boxGap = 9;

type Sides = readonly [top: number, right: number, bottom: number, left: number];

/** Returns nothing if the PDF is as expected. */
export async function judgeCase({ expect, margin = [20, 20, 20, 20] }: PagedCase, pdf: Uint8Array) {
  const found = await readPages(pdf);
  const sides = margin.map(points) as unknown as Sides;
  const differences: string[] = [];
  compare('number of pages', expect.pages.length, found.pages.length, differences);
  for (const [index, expected] of expect.pages.entries()) {
    const page = found.pages[index];
    if (page) differences.push(...judgePage(`page ${index + 1}`, expected, page, sides));
  }
  const sizes = found.pages.map(({ width, height }) =>
    [width, height].map((length) => Math.round(Number(millimetres(length)))),
  );
  for (const key of ['outline', 'labels', 'links', 'sizes'] as const satisfies (keyof Expected)[]) {
    if (expect[key]) compare(key, expect[key], key === 'sizes' ? sizes : found[key], differences);
  }
  return differences;
}

function judgePage(name: string, expected: ExpectedPage, page: PositionedPage, sides: Sides): string[] {
  const differences: string[] = [];
  const { inside, margins } = split(page, sides);
  if (expected.margins) compare(`${name}, margins`, sorted(expected.margins), sorted(margins), differences);
  const rows = joinRuns(inside, Number.POSITIVE_INFINITY);
  differences.push(...overlaps(name, inside));
  const texts = rows.map(({ text }) => text);
  for (const line of expected.lines ?? []) {
    if (!texts.includes(line)) {
      differences.push(`${name}: no line ${JSON.stringify(line)} in ${JSON.stringify(texts)}`);
    }
  }
  const whole = joinRuns(page.runs, Number.POSITIVE_INFINITY)
    .map(({ text }) => text)
    .join('\n');
  for (const text of expected.absent ?? []) {
    if (whole.includes(text)) differences.push(`${name}: has ${JSON.stringify(text)}`);
  }
  for (const leader of expected.leaders ?? []) {
    const problem = judgeLeader(leader, rows);
    if (problem) differences.push(`${name}, leader of ${JSON.stringify(leader.before)}: ${problem}`);
  }
  for (const place of expected.places ?? []) {
    const problem = judgePlace(place, joinRuns(page.runs, boxGap));
    if (problem) differences.push(`${name}: ${problem}`);
  }
  return differences;
}

/** Texts between the margins, and those of the margins by the box that they are in. */
function split({ width, height, runs }: PositionedPage, [top, right, bottom, left]: Sides) {
  const inside: TextRun[] = [];
  const outside: TextRun[] = [];
  for (const run of runs) {
    const middle = middleOf(run);
    const isInside = middle > top && middle < height - bottom && run.left < width - right && run.right > left;
    (isInside ? inside : outside).push(run);
  }
  const margins: Record<string, string> = {};
  const columnOf = (run: TextRun) => {
    const center = (run.left + run.right) / 2;
    return center < left ? 'left' : center > width - right ? 'right' : undefined;
  };
  // Corners touch their neighbours, so the texts of the columns are joined apart.
  const columns = [undefined, 'left', 'right'].map((column) =>
    outside.filter((run) => columnOf(run) === column),
  );
  for (const run of columns.flatMap((runs) => joinRuns(runs, boxGap))) {
    const middle = middleOf(run);
    const across = columnOf(run);
    const along = middle < top ? 'top' : middle > height - bottom ? 'bottom' : undefined;
    const box =
      along && across
        ? `${along}-${across}-corner`
        : along
          ? `${along}-${alignment(run, left, width - right)}`
          : `${across}-${third((middle - top) / (height - top - bottom))}`;
    margins[box] = margins[box] === undefined ? run.text : `${margins[box]} ${run.text}`;
  }
  return { inside, margins };
}

/** Texts of one line that are printed over each other. */
function overlaps(name: string, runs: readonly TextRun[]): string[] {
  return runs.flatMap((run, i) => {
    const over = runs
      .slice(i + 1)
      .find(
        (other) =>
          Math.abs(other.baseline - run.baseline) < 2 &&
          Math.min(other.right, run.right) - Math.max(other.left, run.left) > tolerance,
      );
    return over ? [`${name}: ${JSON.stringify(over.text)} is printed over ${JSON.stringify(run.text)}`] : [];
  });
}

/** Half of the height of capital letters above the baseline. */
const middleOf = ({ baseline, size }: TextRun) => baseline - 0.35 * size;

function alignment(run: TextRun, left: number, right: number): string {
  if (Math.abs(run.left - left) <= 2 * tolerance) return 'left';
  if (Math.abs(run.right - right) <= 2 * tolerance) return 'right';
  if (Math.abs(run.left + run.right - left - right) <= 4 * tolerance) return 'center';
  return `at ${millimetres(run.left)} mm`;
}

const third = (share: number) => (share < 1 / 3 ? 'top' : share < 2 / 3 ? 'middle' : 'bottom');

function judgeLeader(
  { before, after, pattern, right }: NonNullable<ExpectedPage['leaders']>[number],
  rows: readonly TextRun[],
): string | undefined {
  const row = rows.find(({ text }) => text.startsWith(before) && text.endsWith(after));
  if (!row)
    return `no line from it to ${JSON.stringify(after)} in ${JSON.stringify(rows.map((r) => r.text))}`;
  const between = row.text.slice(before.length, row.text.length - after.length).replaceAll(' ', '');
  const repeated = between.length / Math.max(1, pattern.length);
  if (between !== pattern.repeat(pattern ? Math.round(repeated) : 0)) return `consists of ${between}`;
  if (pattern && repeated < 3) return `repeats its pattern ${repeated} times`;
  if (Math.abs(row.right - points(right)) > tolerance) {
    return `the line ends at ${millimetres(row.right)} mm instead of ${right}`;
  }
  return undefined;
}

function judgePlace(
  { text, left, center, right, middle }: NonNullable<ExpectedPage['places']>[number],
  texts: readonly TextRun[],
): string | undefined {
  const run = texts.find((each) => each.text === text);
  if (!run) return `no ${JSON.stringify(text)} in ${JSON.stringify(texts.map((each) => each.text))}`;
  const wrong = (
    [
      ['left', left, run.left, tolerance],
      ['center', center, (run.left + run.right) / 2, tolerance],
      ['right', right, run.right, tolerance],
      ['middle', middle, middleOf(run), 2 * tolerance],
    ] as const
  ).flatMap(([name, expected, is, allowed]) =>
    expected !== undefined && Math.abs(is - points(expected)) > allowed
      ? [`${name} ${millimetres(is)} mm instead of ${expected}`]
      : [],
  );
  return wrong.length ? `${JSON.stringify(text)} is at ${wrong.join(', ')}` : undefined;
}

const sorted = (record: object) => Object.fromEntries(Object.entries(record).sort());

function compare(name: string, expected: unknown, found: unknown, differences: string[]): void {
  const [a, b] = [JSON.stringify(expected), JSON.stringify(found)];
  if (a !== b) differences.push(`${name}: expected ${a}, got ${b}`);
}
