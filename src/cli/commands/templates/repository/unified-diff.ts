/** Formats the difference of two texts as a unified diff, like `diff -u` and `patch`. */
import { structuredPatch } from 'diff';

/** Unchanged lines around a change. */
const context = 3;
/** The search for the shortest diff stops at this number of changes, because it takes quadratic time. */
const maxEditLength = 1_000;

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** With their first character: a space, `-`, `+`, or `\` for a missing newline at the end. */
  readonly lines: readonly string[];
}

/** Returns the hunks, line by line, without line ends; none for equal texts. */
export function unifiedDiff(before: string, after: string): string[] {
  if (before === after) return [];
  const patch = structuredPatch('', '', before, after, '', '', { context, maxEditLength });
  const hunks = patch?.hunks ?? [replacement(before, after)];
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
    ...lines,
  ]);
}

/** For an empty range, the line before it is given. */
const range = (start: number, length: number): string =>
  `${length === 0 ? start - 1 : start}${length === 1 ? '' : `,${length}`}`;

/** Removes all lines and adds all others. */
function replacement(before: string, after: string): Hunk {
  const [removed, added] = [linesOf('-', before), linesOf('+', after)];
  return {
    oldStart: 1,
    oldLines: removed.filter((line) => !line.startsWith('\\')).length,
    newStart: 1,
    newLines: added.filter((line) => !line.startsWith('\\')).length,
    lines: [...removed, ...added],
  };
}

const linesOf = (sign: string, text: string): string[] =>
  (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).flatMap((line) =>
    line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'],
  );
