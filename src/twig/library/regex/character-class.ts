/** Parses classes such as `[a-z\\d]`, and escapes that denote one character or a set of characters. */
import {
  between,
  type CharacterSet,
  escapedSet,
  folded,
  not,
  posixSet,
  propertySet,
  union,
} from './character-set.ts';
import { PatternError, type PatternReader } from './pattern-reader.ts';

const controls: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, e: 27, a: 7 };

/** Reads a class: the reader is after the `[`, and ends after the `]`. Throws `PatternError` if it is malformed. */
export function readClass(
  reader: PatternReader,
  { ignoreCase, unicode }: { ignoreCase: boolean; unicode: boolean },
): CharacterSet {
  const negated = reader.take('^');
  const sets: CharacterSet[] = [];
  for (let first = true; ; first = false) {
    const next = reader.next();
    if (next === undefined) throw new PatternError('a character class is not closed.');
    if (next === ']' && !first) break;
    const named = next === '[' ? readPosix(reader, unicode) : null;
    const low = named ?? readMember(reader, next, unicode);
    if (reader.peek() === '-' && reader.peek(1) !== ']' && reader.peek(1) !== undefined) {
      reader.next();
      const high = readMember(reader, reader.next() as string, unicode);
      if (typeof low === 'function' || typeof high === 'function') {
        throw new PatternError('a range in a character class begins or ends with what is no character.');
      }
      if (high < low) throw new PatternError('a range in a character class is in the wrong order.');
      sets.push(between(low, high));
    } else sets.push(typeof low === 'function' ? low : between(low, low));
  }
  const set = union(sets);
  const cased = ignoreCase ? folded(set, unicode) : set;
  return negated ? not(cased) : cased;
}

/** Reads a class such as `[:alpha:]`, from after its first bracket. Returns null if there is none. */
function readPosix(reader: PatternReader, unicode: boolean): CharacterSet | null {
  const found = reader.match(/^:(\^?)([a-z]{1,10}):\]/, 15);
  if (!found) return null;
  const set = posixSet(found[2] ?? '', unicode);
  if (!set) throw new PatternError(`it has an unknown class "${found[2]}".`);
  return found[1] === '^' ? not(set) : set;
}

function readMember(reader: PatternReader, next: string, unicode: boolean): number | CharacterSet {
  if (next !== '\\') return next.codePointAt(0) as number;
  const escaped = reader.next();
  if (escaped === undefined) throw new PatternError('a character class is not closed.');
  const set = escapedSet(escaped, unicode);
  if (set) return set;
  if (escaped === 'p' || escaped === 'P') return readProperty(reader, escaped);
  if (escaped === 'b') return 8;
  return readCharacter(reader, escaped);
}

/** Reads a property such as `\p{Lu}`, from after its `p`. */
export function readProperty(reader: PatternReader, letter: string): CharacterSet {
  let name = reader.next() ?? '';
  if (name === '{') {
    const inside = reader.until('}', 40);
    if (inside === null) throw new PatternError('a property is not closed.');
    name = inside;
  }
  const negated = name.startsWith('^') !== (letter === 'P');
  const set = propertySet(name.replace(/^\^/, ''));
  if (!set) throw new PatternError(`it has an unknown property "${name}".`);
  return negated ? not(set) : set;
}

function octal(digits: string): number {
  const code = Number.parseInt(digits, 8);
  if (code > 0x10ffff) throw new PatternError('a character is out of range.');
  return code;
}

/** Returns the character that a backslash and `next` denote. */
export function readCharacter(reader: PatternReader, next: string): number {
  if (next === 'x') {
    const found = reader.match(/^(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{0,2}))/, 12);
    if (found?.[0] === '' && reader.peek() === '{') {
      throw new PatternError('"\\x{" is followed by up to six hexadecimal digits and "}".');
    }
    const code = Number.parseInt(found?.[1] ?? (found?.[2] || '0'), 16);
    if (code > 0x10ffff) throw new PatternError('a character is out of range.');
    return code;
  }
  if (/[0-7]/.test(next)) {
    const digits = next + (reader.match(/^[0-7]{0,2}/, 2)?.[0] ?? '');
    return octal(digits);
  }
  if (next === 'o') {
    const digits = reader.match(/^\{([0-7]{1,7})\}/, 9)?.[1];
    if (digits === undefined) throw new PatternError('"\\o" is followed by octal digits in braces.');
    return octal(digits);
  }
  if (next === 'c') {
    const letter = reader.next() ?? '';
    if (!/^[ -~]$/.test(letter)) throw new PatternError('"\\c" is followed by a letter.');
    return letter.toUpperCase().charCodeAt(0) ^ 64;
  }
  const control = controls[next];
  if (control !== undefined) return control;
  if (/[a-zA-Z]/.test(next)) throw new PatternError(`it has an unknown escape "\\${next}".`);
  return next.codePointAt(0) as number;
}
