/** Parses the part of PCRE's syntax that can be matched in linear time. */
import { readCharacter, readClass, readProperty } from './character-class.ts';
import { any, anyButNewline, type CharacterSet, escapedSet, folded } from './character-set.ts';
import { maximumGroups } from './pattern-program.ts';
import { PatternError, PatternReader } from './pattern-reader.ts';

export type Assertion = 'start' | 'end' | 'line start' | 'line end' | 'very end' | 'word' | 'no word';

export type PatternNode =
  | { kind: 'set'; set: CharacterSet }
  | { kind: 'assert'; assertion: Assertion }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'choice'; options: PatternNode[] }
  | { kind: 'group'; part: PatternNode; name: string | null }
  | { kind: 'repeat'; part: PatternNode; min: number; max: number; lazy: boolean };

export interface Flags {
  ignoreCase: boolean;
  multiline: boolean;
  dotAll: boolean;
  extended: boolean;
  unicode: boolean;
  dollarEndOnly: boolean;
  anchored: boolean;
  /** Repeats are lazy by default, and greedy with a `?`. */
  lazy: boolean;
}

const maximumRepeat = 1_000;
const maximumNesting = 60;

/**
 * Parses a pattern without its delimiters. Throws `PatternError` for invalid syntax and for syntax that requires
 * backtracking.
 */
export function parsePattern(text: string, flags: Flags): PatternNode {
  return new PatternParser(text, flags).run();
}

class PatternParser {
  readonly #reader: PatternReader;
  #flags: Flags;
  #nesting = 0;

  constructor(text: string, flags: Flags) {
    this.#reader = new PatternReader(text);
    this.#flags = { ...flags };
  }

  run(): PatternNode {
    const node = this.#choice();
    if (this.#reader.peek() === ')') throw new PatternError('there is a ")" without its "(".');
    return node;
  }

  #choice(): PatternNode {
    if (++this.#nesting > maximumNesting) throw new PatternError('its groups are nested too deep.');
    const options = [this.#sequence()];
    while (this.#reader.take('|')) options.push(this.#sequence());
    this.#nesting--;
    return options.length === 1 ? (options[0] as PatternNode) : { kind: 'choice', options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    for (;;) {
      const next = this.#reader.peek();
      if (next === undefined || next === '|' || next === ')') break;
      if (this.#flags.extended && /[ \t\n\r\f\v]/.test(next)) {
        this.#reader.next();
        continue;
      }
      if (this.#flags.extended && next === '#') {
        while (this.#reader.peek() !== undefined && this.#reader.peek() !== '\n') this.#reader.next();
        continue;
      }
      const atom = this.#atom();
      if (atom) parts.push(this.#repeated(atom));
    }
    return parts.length === 1 ? (parts[0] as PatternNode) : { kind: 'sequence', parts };
  }

  #repeated(atom: PatternNode): PatternNode {
    const bounds = this.#quantifier();
    if (!bounds) return atom;
    if (this.#reader.take('+')) throw new PatternError('possessive repeats are not supported.');
    const lazy = this.#reader.take('?') !== this.#flags.lazy;
    // As in PCRE, a repeat applies to one character or group.
    if (atom.kind === 'assert' || this.#quantifier())
      throw new PatternError('a repeat has nothing to repeat.');
    return { kind: 'repeat', part: atom, min: bounds[0], max: bounds[1], lazy };
  }

  #quantifier(): [number, number] | null {
    if (this.#reader.take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#reader.take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#reader.take('?')) return [0, 1];
    if (this.#reader.peek() !== '{') return null;
    const found = this.#reader.match(/^\{(\d+)(,(\d*))?\}/, 16);
    if (!found) return null;
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3]);
    if (max < min) throw new PatternError('a repeat has its bounds in the wrong order.');
    if (min > maximumRepeat || (Number.isFinite(max) && max > maximumRepeat)) {
      throw new PatternError(`a repeat has a bound over ${maximumRepeat}.`);
    }
    return [min, max];
  }

  #set(set: CharacterSet): PatternNode {
    return { kind: 'set', set: this.#flags.ignoreCase ? folded(set, this.#flags.unicode) : set };
  }

  #atom(): PatternNode | null {
    const next = this.#reader.next() as string;
    switch (next) {
      case '.':
        return { kind: 'set', set: this.#flags.dotAll ? any : anyButNewline };
      case '^':
        return { kind: 'assert', assertion: this.#flags.multiline ? 'line start' : 'start' };
      case '$':
        if (this.#flags.multiline) return { kind: 'assert', assertion: 'line end' };
        return { kind: 'assert', assertion: this.#flags.dollarEndOnly ? 'very end' : 'end' };
      case '(':
        return this.#group();
      case '[':
        return { kind: 'set', set: readClass(this.#reader, this.#flags) };
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw new PatternError('a repeat has nothing to repeat.');
      default: {
        const code = next.codePointAt(0) as number;
        return this.#set((each) => each === code);
      }
    }
  }

  #group(): PatternNode | null {
    const outer = { ...this.#flags };
    let captures = true;
    let name: string | null = null;
    if (this.#reader.take('?')) {
      if (this.#reader.take('#')) {
        while (this.#reader.peek() !== undefined && this.#reader.peek() !== ')') this.#reader.next();
        if (!this.#reader.take(')')) throw new PatternError('a comment is not closed.');
        return null;
      }
      if (
        this.#reader.take('=') ||
        this.#reader.take('!') ||
        this.#reader.take('<=') ||
        this.#reader.take('<!')
      ) {
        throw new PatternError('look-around is not supported.');
      }
      if (this.#reader.take('>')) throw new PatternError('atomic groups are not supported.');
      const named = this.#reader.match(/^(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/, 70);
      const options = named ? null : this.#reader.match(/^([imsx]*)(?:-([imsx]*))?([:)])/, 70);
      if (named) name = named[1] ?? named[2] ?? null;
      else if (options) {
        captures = false;
        for (const flag of options[1] ?? '') this.#option(flag, true);
        for (const flag of options[2] ?? '') this.#option(flag, false);
        if (options[3] === ')') return null;
      } else throw new PatternError('it has a kind of group that is not supported.');
    } else if (this.#reader.peek() === '*') throw new PatternError('verbs are not supported.');
    const inner = this.#choice();
    if (!this.#reader.take(')')) throw new PatternError('a group is not closed.');
    this.#flags = outer;
    return captures ? { kind: 'group', part: inner, name } : inner;
  }

  /** Whether three octal digits follow that cannot be the number of a group. */
  #isOctal(first: string): boolean {
    const digits = `${first}${this.#reader.peek() ?? ''}${this.#reader.peek(1) ?? ''}`;
    return /^[1-7][0-7]{2}$/.test(digits) && Number(digits) > maximumGroups;
  }

  #option(flag: string, on: boolean): void {
    if (flag === 'i') this.#flags.ignoreCase = on;
    if (flag === 'm') this.#flags.multiline = on;
    if (flag === 's') this.#flags.dotAll = on;
    if (flag === 'x') this.#flags.extended = on;
  }

  #escape(): PatternNode {
    const next = this.#reader.next();
    if (next === undefined) throw new PatternError('it ends with a backslash.');
    const set = escapedSet(next, this.#flags.unicode);
    if (set) return { kind: 'set', set };
    switch (next) {
      case 'b':
        return { kind: 'assert', assertion: 'word' };
      case 'B':
        return { kind: 'assert', assertion: 'no word' };
      case 'A':
        return { kind: 'assert', assertion: 'start' };
      case 'z':
        return { kind: 'assert', assertion: 'very end' };
      case 'Z':
        return { kind: 'assert', assertion: 'end' };
      case 'R': {
        const carriage: PatternNode = { kind: 'set', set: (code) => code === 13 };
        const feed: PatternNode = { kind: 'set', set: (code) => code === 10 };
        const vertical: PatternNode = {
          kind: 'set',
          set: escapedSet('v', this.#flags.unicode) as CharacterSet,
        };
        return { kind: 'choice', options: [{ kind: 'sequence', parts: [carriage, feed] }, vertical] };
      }
      case 'Q': {
        const parts: PatternNode[] = [];
        while (this.#reader.peek() !== undefined && !this.#reader.take('\\E')) {
          const code = (this.#reader.next() as string).codePointAt(0) as number;
          parts.push(this.#set((each) => each === code));
        }
        return { kind: 'sequence', parts };
      }
      case 'E':
        return { kind: 'sequence', parts: [] };
      case 'p':
      case 'P':
        return { kind: 'set', set: readProperty(this.#reader, next) };
    }
    if (/[1-9gk]/.test(next) && !this.#isOctal(next)) {
      throw new PatternError('back-references are not supported.');
    }
    const code = readCharacter(this.#reader, next);
    return this.#set((each) => each === code);
  }
}
