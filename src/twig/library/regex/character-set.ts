/** Sets of characters in patterns. Characters are numbers: code points, or bytes in patterns without `u`. */
export type CharacterSet = (code: number) => boolean;

export const any: CharacterSet = () => true;
export const anyButNewline: CharacterSet = (code) => code !== 10;

const digit: CharacterSet = (code) => code >= 48 && code <= 57;
const word: CharacterSet = (code) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || digit(code) || code === 95;
const space: CharacterSet = (code) => code === 32 || (code >= 9 && code <= 13);
const otherHorizontal = new Set([0xa0, 0x1680, 0x180e, 0x202f, 0x205f, 0x3000]);
const horizontal: CharacterSet = (code) =>
  code === 9 || code === 32 || otherHorizontal.has(code) || (code >= 0x2000 && code <= 0x200a);
const vertical: CharacterSet = (code) =>
  (code >= 10 && code <= 13) || code === 0x85 || code === 0x2028 || code === 0x2029;

export const not =
  (set: CharacterSet): CharacterSet =>
  (code) =>
    !set(code);

export const between =
  (low: number, high: number): CharacterSet =>
  (code) =>
    code >= low && code <= high;

export function union(sets: readonly CharacterSet[]): CharacterSet {
  const [only, second] = sets;
  if (only && !second) return only;
  return (code) => sets.some((set) => set(code));
}

/**
 * Creates a set from a regular expression. The table of its ASCII characters is built on first use, since the tables
 * of all sets take 3 ms.
 */
const byName = (expression: RegExp): CharacterSet => {
  let ascii: readonly boolean[] | undefined;
  return (code) => {
    ascii ??= Array.from({ length: 128 }, (_, letter) => expression.test(String.fromCharCode(letter)));
    return ascii[code] ?? expression.test(String.fromCodePoint(code));
  };
};
const unicodeWord = byName(/[\p{L}\p{N}_]/u);
const unicodeDigit = byName(/\p{Nd}/u);
const unicodeSpace = byName(/[\p{Z}\t\n\v\f\r\u0085]/u);

export const wordSet = (unicode: boolean): CharacterSet => (unicode ? unicodeWord : word);

/** Returns the set of `\d`, `\W` and similar escapes. With the flag `u` they cover all scripts. */
export function escapedSet(name: string, unicode: boolean): CharacterSet | undefined {
  return (unicode ? unicodeSets.get(name) : undefined) ?? plainSets.get(name);
}

const unicodeSets: ReadonlyMap<string, CharacterSet> = new Map([
  ['d', unicodeDigit],
  ['D', not(unicodeDigit)],
  ['w', unicodeWord],
  ['W', not(unicodeWord)],
  ['s', unicodeSpace],
  ['S', not(unicodeSpace)],
]);

const plainSets: ReadonlyMap<string, CharacterSet> = new Map([
  ['d', digit],
  ['D', not(digit)],
  ['w', word],
  ['W', not(word)],
  ['s', space],
  ['S', not(space)],
  ['h', horizontal],
  ['H', not(horizontal)],
  ['v', vertical],
  ['V', not(vertical)],
  ['N', anyButNewline],
]);

const punctuation: CharacterSet = (code) => code > 32 && code < 127 && (!word(code) || code === 95);

/** Returns the set of `[:alpha:]` and similar names inside a class. */
export function posixSet(name: string, unicode: boolean): CharacterSet | undefined {
  return (unicode ? unicodePosixSets.get(name) : undefined) ?? posixSets.get(name);
}

const unicodePosixSets: ReadonlyMap<string, CharacterSet> = new Map([
  ['alpha', byName(/\p{L}/u)],
  ['digit', unicodeDigit],
  ['alnum', byName(/[\p{L}\p{N}]/u)],
  ['upper', byName(/\p{Lu}/u)],
  ['lower', byName(/\p{Ll}/u)],
  ['space', unicodeSpace],
  ['word', unicodeWord],
]);

const posixSets: ReadonlyMap<string, CharacterSet> = new Map([
  ['alpha', (code: number) => word(code) && !digit(code) && code !== 95],
  ['digit', digit],
  ['alnum', (code: number) => word(code) && code !== 95],
  ['upper', between(65, 90)],
  ['lower', between(97, 122)],
  ['space', space],
  ['blank', (code: number) => code === 32 || code === 9],
  ['punct', punctuation],
  ['xdigit', (code: number) => digit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102)],
  ['word', word],
  ['cntrl', (code: number) => code < 32 || code === 127],
  ['graph', between(33, 126)],
  ['print', between(32, 126)],
]);

const propertyName = /^(?:L[lumot]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|C[cfons]?|[A-Z][a-z]+)$/;

/** Properties that only PCRE defines. */
const ownProperties: ReadonlyMap<string, CharacterSet> = new Map([
  ['Any', any],
  ['L&', byName(/[\p{Lu}\p{Ll}\p{Lt}]/u)],
  ['Xan', byName(/[\p{L}\p{N}]/u)],
  ['Xwd', unicodeWord],
  ['Xsp', unicodeSpace],
  ['Xps', unicodeSpace],
]);

/** Returns the set of a property such as `\p{Lu}`, or undefined for an unknown name. */
export function propertySet(name: string): CharacterSet | undefined {
  const own = ownProperties.get(name);
  if (own) return own;
  if (!propertyName.test(name)) return undefined;
  let tester: RegExp;
  try {
    tester = new RegExp(name.length > 2 ? `^\\p{Script=${name}}$` : `^\\p{${name}}$`, 'u');
  } catch {
    return undefined;
  }
  return (code) => tester.test(String.fromCodePoint(code));
}

/** Returns the set with case ignored. */
export const folded =
  (set: CharacterSet, unicode: boolean): CharacterSet =>
  (code) => {
    if (set(code)) return true;
    if (!unicode) {
      if (code >= 65 && code <= 90) return set(code + 32);
      return code >= 97 && code <= 122 && set(code - 32);
    }
    const character = String.fromCodePoint(code);
    const lower = character.toLowerCase();
    const upper = character.toUpperCase();
    return set(lower.codePointAt(0) as number) || set(upper.codePointAt(0) as number);
  };
