/** Gotenberg's order of files: by a number at the beginning, or else right before the extension, or else by name. */

interface Numbered {
  readonly number: number;
  readonly rest: string;
  readonly isPrefix: boolean;
}

/**
 * @example
 * ['10.pdf', '2.pdf', 'a.pdf'].sort(compareNames); // 2.pdf, 10.pdf, a.pdf
 */
export function compareNames(one: string, other: string): number {
  const [a, b] = [findNumber(one), findNumber(other)];
  if (a && b) {
    if (a.isPrefix && b.isPrefix) return a.number - b.number || compare(a.rest, b.rest);
    if (a.isPrefix === b.isPrefix) {
      return compare(a.rest, b.rest) || a.number - b.number || compare(one, other);
    }
    return compare(a.rest, b.rest) || (a.isPrefix ? -1 : 1);
  }
  if (a) return -1;
  return b ? 1 : compare(one, other);
}

function findNumber(name: string): Numbered | undefined {
  const prefix = /^(\d+)(.*)$/s.exec(name);
  if (prefix) return { number: Number(prefix[1]), rest: prefix[2] ?? '', isPrefix: true };
  // The digits right before the extension, or at the end.
  const dot = name.lastIndexOf('.');
  const hasExtension = dot >= 0 && dot < name.length - 1;
  const [stem, extension] = hasExtension ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let start = stem.length;
  while (start > 0 && /\d/.test(stem[start - 1] ?? '')) start--;
  const digits = stem.slice(start);
  if (digits === '') return undefined;
  return {
    number: Number(digits),
    rest: stem.slice(0, stem.length - digits.length) + extension,
    isPrefix: false,
  };
}

/** By bytes, as Go compares. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
