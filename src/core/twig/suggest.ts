import { whyAbsent } from './absent.ts';

/** The tail of an error about an unknown name: ` Did you mean "upper"?`, or nothing where no known name is near. */
export function suggest(name: string, known: Iterable<string>): string {
  const absent = whyAbsent(name);
  if (absent !== null) return absent;
  // Nobody mistypes a name this long, and the distance below costs its square.
  if (name.length > 64) return '';
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= bestDistance && !candidate.includes(name)) continue;
    const near = distance(name.toLowerCase(), candidate.toLowerCase());
    const weighed = candidate.includes(name) && name.length > 2 ? Math.min(near, bestDistance - 1) : near;
    if (weighed < bestDistance) {
      best = candidate;
      bestDistance = weighed;
    }
  }
  return best === null ? '' : ` Did you mean "${best}"?`;
}

/** Edits between two words, where two neighbours changing places is one edit. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + same,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (beforeLast[j - 2] as number) + 1);
      }
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] as number;
}
