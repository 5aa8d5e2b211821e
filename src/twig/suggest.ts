/** Returns the end of an error about an unknown name, ` Did you mean "upper"?`, or '' if no known name is near. */
export function suggest(name: string, known: Iterable<string>): string {
  // A name this long is not a typing error, and the cost of the distance below is quadratic in its length.
  if (name.length > 64) return '';
  if (name.length < 2) return '';
  const maxDistance = Math.max(1, Math.floor(name.length / 3));
  const near: { readonly candidate: string; readonly weight: number }[] = [];
  let compared = 0;
  for (const candidate of known) {
    if (++compared > maxCompared) break;
    const isPart = name.length > 2 && candidate.includes(name);
    if (!isPart && Math.abs(candidate.length - name.length) > maxDistance) continue;
    // The cost of the distance is the product of the lengths.
    if (candidate.length > 64) continue;
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (!isPart && edits > maxDistance) continue;
    // Among equally close names, one that starts with the given name or ends with it as a word is more likely.
    const isLikelier = candidate.startsWith(name) || candidate.endsWith(`_${name}`);
    const weight = Math.min(edits, isPart ? maxDistance : edits) - (isLikelier ? 0.5 : 0);
    near.push({ candidate, weight });
  }
  const nearest = Math.min(...near.map(({ weight }) => weight));
  const shown = near.filter(({ weight }) => weight === nearest).slice(0, maxSuggestions);
  if (shown.length === 0) return '';
  const quoted = shown.map(({ candidate }) => `"${candidate}"`);
  const last = quoted.pop();
  return ` Did you mean ${quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`}?`;
}

/** Untrusted data may have a million names. */
const maxCompared = 1_000;

/** The maximum number of equally close names in one suggestion. */
const maxSuggestions = 3;

/** Returns the edit distance of two words. A swap of two adjacent characters is one edit. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + same,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] as number) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] as number;
}
