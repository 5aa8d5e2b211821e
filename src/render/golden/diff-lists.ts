/** The changes between two lists, found as programs for source code do: with the fewest lines gone and new. */

/** Entries that follow each other. Between two changes is at least one entry that both lists have. */
interface ListChange {
  readonly gone: readonly string[];
  readonly added: readonly string[];
}

/** Steps of the table for one page: some 2,000 lines that all may differ. Time and memory grow with them. */
const maxCells = 4_000_000;

/**
 * In order. What both lists begin and end with costs nothing; if what is between is too long to be compared, it is one
 * change.
 */
export function diffLists(before: readonly string[], after: readonly string[]): ListChange[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const gone = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  if (gone.length + added.length === 0) return [];
  if (gone.length * added.length > maxCells) return [{ gone, added }];
  return walk(gone, added, commonLengths(gone, added));
}

/** At `i * (after.length + 1) + j`, the length of the longest common subsequence from `i` and `j` on. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] =
        before[i] === after[j]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  return lengths;
}

function walk(before: readonly string[], after: readonly string[], lengths: Uint32Array): ListChange[] {
  const width = after.length + 1;
  const changes: { gone: string[]; added: string[] }[] = [];
  let change: (typeof changes)[number] | undefined;
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      change = undefined;
      i++;
      j++;
      continue;
    }
    if (!change) {
      change = { gone: [], added: [] };
      changes.push(change);
    }
    const at = i * width + j;
    const isGone =
      j === after.length || (i < before.length && (lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0));
    if (isGone) change.gone.push(before[i++] ?? '');
    else change.added.push(after[j++] ?? '');
  }
  return changes;
}
