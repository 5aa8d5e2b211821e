/** Formats the difference of two texts as a unified diff, like `diff -u` and `patch`. */

/** Unchanged lines around a change. */
const context = 3;
/** The search for the shortest diff stops at this number of changes, because it takes quadratic time. */
const maxChanges = 1_000;

type Kind = ' ' | '-' | '+';
interface Edit {
  readonly kind: Kind;
  readonly line: string;
}

/** Returns the hunks, line by line, without line ends; none for equal texts. */
export function unifiedDiff(before: string, after: string): string[] {
  const edits = editsBetween(linesOf(before), linesOf(after));
  return hunksOf(edits).flatMap(({ from, to }) => {
    const hunk = edits.slice(from, to);
    const ahead = edits.slice(0, from);
    const place = (other: Kind) => {
      const start = ahead.filter(({ kind }) => kind !== other).length;
      const length = hunk.filter(({ kind }) => kind !== other).length;
      // For an empty range, the line before it is given.
      return `${length === 0 ? start : start + 1}${length === 1 ? '' : `,${length}`}`;
    };
    return [`@@ -${place('+')} +${place('-')} @@`, ...hunk.flatMap(shown)];
  });
}

/** Keeps line ends, so that a missing one at the end counts. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const shown = ({ kind, line }: Edit): string[] =>
  line.endsWith('\n') ? [`${kind}${line.slice(0, -1)}`] : [`${kind}${line}`, '\\ No newline at end of file'];

/** Ranges of edits: changes with their context, joined if they touch. */
function hunksOf(edits: readonly Edit[]): { from: number; to: number }[] {
  const hunks: { from: number; to: number }[] = [];
  for (const [index, { kind }] of edits.entries()) {
    if (kind === ' ') continue;
    const from = Math.max(0, index - context);
    const to = Math.min(edits.length, index + context + 1);
    const last = hunks.at(-1);
    if (last && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return hunks;
}

function editsBetween(before: readonly string[], after: readonly string[]): Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const same = (lines: readonly string[]) => lines.map((line): Edit => ({ kind: ' ', line }));
  return [
    ...same(before.slice(0, start)),
    ...shortestEdits(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

/** Myers, "An O(ND) Difference Algorithm and Its Variations", 1986: the greedy search and the backtracking. */
function shortestEdits(before: readonly string[], after: readonly string[]): Edit[] {
  /** For each number of changes, how far each diagonal has got before it. */
  const reached: Map<number, number>[] = [];
  let last = new Map<number, number>([[1, 0]]);
  for (let changes = 0; changes <= Math.min(maxChanges, before.length + after.length); changes++) {
    reached.push(last);
    const next = new Map<number, number>();
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = stepInto(last, diagonal, changes);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      next.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return wayBack(before, after, reached);
    }
    last = next;
  }
  return [
    ...before.map((line): Edit => ({ kind: '-', line })),
    ...after.map((line): Edit => ({ kind: '+', line })),
  ];
}

const isDown = (last: ReadonlyMap<number, number>, diagonal: number, changes: number): boolean =>
  diagonal === -changes ||
  (diagonal !== changes && (last.get(diagonal - 1) ?? -1) < (last.get(diagonal + 1) ?? -1));

/** A step down is an insertion, a step right a deletion. */
const stepInto = (last: ReadonlyMap<number, number>, diagonal: number, changes: number): number =>
  isDown(last, diagonal, changes) ? (last.get(diagonal + 1) ?? 0) : (last.get(diagonal - 1) ?? 0) + 1;

function wayBack(
  before: readonly string[],
  after: readonly string[],
  reached: readonly ReadonlyMap<number, number>[],
): Edit[] {
  const edits: Edit[] = [];
  let x = before.length;
  let y = after.length;
  for (let changes = reached.length - 1; changes >= 0; changes--) {
    const last = reached[changes] ?? new Map();
    const diagonal = x - y;
    const previous = isDown(last, diagonal, changes) ? diagonal + 1 : diagonal - 1;
    const fromX = changes === 0 ? 0 : (last.get(previous) ?? 0);
    const fromY = changes === 0 ? 0 : fromX - previous;
    while (x > fromX && y > fromY) {
      edits.push({ kind: ' ', line: before[--x] ?? '' });
      y--;
    }
    if (changes === 0) break;
    if (x === fromX) edits.push({ kind: '+', line: after[--y] ?? '' });
    else edits.push({ kind: '-', line: before[--x] ?? '' });
  }
  return edits.reverse();
}
