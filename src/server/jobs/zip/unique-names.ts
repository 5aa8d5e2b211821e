/** Names of files in one folder: a name that occurs again gets a number. */

/**
 * Returns a function that returns each name, or for one that it returned before, the first free of `a-2.pdf`, `a-3.pdf` …
 * Names that differ only by case or in how accents are encoded are equal, since they are on many file systems.
 *
 * @example
 * const unique = uniqueNames();
 * unique('a.pdf'); // 'a.pdf'
 * unique('A.pdf'); // 'A-2.pdf'
 */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  /** The number to try next, so that a thousand equal names do not take a million steps. */
  const next = new Map<string, number>();
  return (name) => {
    const key = toKey(name);
    let number = next.get(key) ?? 1;
    let unique: string;
    do {
      unique = number === 1 ? name : numbered(name, number);
      number += 1;
    } while (taken.has(toKey(unique)));
    next.set(key, number);
    taken.add(toKey(unique));
    return unique;
  };
}

const toKey = (name: string): string => name.normalize().toLowerCase();

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)}-${number}${name.slice(dot)}` : `${name}-${number}`;
}
