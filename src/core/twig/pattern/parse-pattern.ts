/** PCRE's syntax, as far as it can be matched in linear time. */
import {
  any,
  anyButNewline,
  between,
  type CharacterSet,
  escapedSets,
  folded,
  not,
  posixSets,
  propertySet,
  union,
} from './character-set.ts';

/** A pattern that is malformed, or asks for what needs backtracking. */
export class PatternError extends Error {}

export type Assertion = 'start' | 'end' | 'line start' | 'line end' | 'very end' | 'word' | 'no word';

export type PatternNode =
  | { kind: 'set'; set: CharacterSet }
  | { kind: 'assert'; assertion: Assertion }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'choice'; options: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; least: number; most: number };

export interface Flags {
  ignoreCase: boolean;
  multiline: boolean;
  dotAll: boolean;
  extended: boolean;
  unicode: boolean;
  dollarEndOnly: boolean;
  anchored: boolean;
}

const maximumRepeat = 1_000;
const maximumNesting = 60;

export function parsePattern(text: string, flags: Flags): PatternNode {
  return new PatternParser(text, flags).run();
}

const controls: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, e: 27, a: 7, '0': 0 };

class PatternParser {
  readonly #characters: string[];
  #flags: Flags;
  #at = 0;
  #nesting = 0;

  constructor(text: string, flags: Flags) {
    this.#characters = [...text];
    this.#flags = { ...flags };
  }

  run(): PatternNode {
    const node = this.#choice();
    if (this.#peek() === ')') throw new PatternError('there is a ")" without its "(".');
    return node;
  }

  #peek(ahead = 0): string | undefined {
    return this.#characters[this.#at + ahead];
  }

  #take(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.#peek(i) !== text[i]) return false;
    this.#at += text.length;
    return true;
  }

  #choice(): PatternNode {
    if (++this.#nesting > maximumNesting) throw new PatternError('its groups are nested too deep.');
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    this.#nesting--;
    return options.length === 1 ? (options[0] as PatternNode) : { kind: 'choice', options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    for (;;) {
      const next = this.#peek();
      if (next === undefined || next === '|' || next === ')') break;
      if (this.#flags.extended && /[ \t\n\r\f\v]/.test(next)) {
        this.#at++;
        continue;
      }
      if (this.#flags.extended && next === '#') {
        while (this.#peek() !== undefined && this.#peek() !== '\n') this.#at++;
        continue;
      }
      const atom = this.#atom();
      if (atom) parts.push(this.#repeated(atom));
    }
    return parts.length === 1 ? (parts[0] as PatternNode) : { kind: 'sequence', parts };
  }

  #repeated(atom: PatternNode): PatternNode {
    let node = atom;
    for (;;) {
      const bounds = this.#quantifier();
      if (!bounds) return node;
      if (this.#take('+')) throw new PatternError('possessive repeats are not supported.');
      // Lazy or greedy finds a match or not all the same.
      this.#take('?');
      node = { kind: 'repeat', part: node, least: bounds[0], most: bounds[1] };
    }
  }

  #quantifier(): [number, number] | null {
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#take('?')) return [0, 1];
    if (this.#peek() !== '{') return null;
    const rest = this.#characters.slice(this.#at, this.#at + 16).join('');
    const found = /^\{(\d+)(,(\d*))?\}/.exec(rest);
    if (!found) return null;
    this.#at += found[0].length;
    const least = Number(found[1]);
    const most =
      found[2] === undefined ? least : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3]);
    if (most < least) throw new PatternError('a repeat has its bounds in the wrong order.');
    if (least > maximumRepeat || (Number.isFinite(most) && most > maximumRepeat)) {
      throw new PatternError(`a repeat has a bound over ${maximumRepeat}.`);
    }
    return [least, most];
  }

  #set(set: CharacterSet): PatternNode {
    return { kind: 'set', set: this.#flags.ignoreCase ? folded(set, this.#flags.unicode) : set };
  }

  #atom(): PatternNode | null {
    const next = this.#characters[this.#at++] as string;
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
        return this.#class();
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
    if (this.#take('?')) {
      if (this.#take('#')) {
        while (this.#peek() !== undefined && this.#peek() !== ')') this.#at++;
        if (!this.#take(')')) throw new PatternError('a comment is not closed.');
        return null;
      }
      if (this.#take('=') || this.#take('!') || this.#take('<=') || this.#take('<!')) {
        throw new PatternError('look-around is not supported.');
      }
      if (this.#take('>')) throw new PatternError('atomic groups are not supported.');
      const rest = this.#characters.slice(this.#at, this.#at + 70).join('');
      const name = /^(?:P?<[A-Za-z_]\w*>|'[A-Za-z_]\w*'|\|)/.exec(rest);
      const options = /^([imsx]*)(?:-([imsx]*))?([:)])/.exec(rest);
      if (name) this.#at += name[0].length;
      else if (options) {
        this.#at += options[0].length;
        for (const flag of options[1] ?? '') this.#option(flag, true);
        for (const flag of options[2] ?? '') this.#option(flag, false);
        if (options[3] === ')') return null;
      } else throw new PatternError('it has a kind of group that is not supported.');
    } else if (this.#peek() === '*') throw new PatternError('verbs are not supported.');
    const inner = this.#choice();
    if (!this.#take(')')) throw new PatternError('a group is not closed.');
    this.#flags = outer;
    return inner;
  }

  #option(flag: string, on: boolean): void {
    if (flag === 'i') this.#flags.ignoreCase = on;
    if (flag === 'm') this.#flags.multiline = on;
    if (flag === 's') this.#flags.dotAll = on;
    if (flag === 'x') this.#flags.extended = on;
  }

  #escape(): PatternNode {
    const next = this.#characters[this.#at++];
    if (next === undefined) throw new PatternError('it ends with a backslash.');
    const set = escapedSets.get(next);
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
        const vertical: PatternNode = { kind: 'set', set: escapedSets.get('v') as CharacterSet };
        return { kind: 'choice', options: [{ kind: 'sequence', parts: [carriage, feed] }, vertical] };
      }
      case 'Q': {
        const parts: PatternNode[] = [];
        while (this.#peek() !== undefined && !this.#take('\\E')) {
          const code = (this.#characters[this.#at++] as string).codePointAt(0) as number;
          parts.push(this.#set((each) => each === code));
        }
        return { kind: 'sequence', parts };
      }
      case 'E':
        return { kind: 'sequence', parts: [] };
      case 'p':
      case 'P':
        return { kind: 'set', set: this.#property(next) };
    }
    if (/[1-9gk]/.test(next)) throw new PatternError('back-references are not supported.');
    const code = this.#code(next);
    return this.#set((each) => each === code);
  }

  #property(letter: string): CharacterSet {
    let name = this.#characters[this.#at++] ?? '';
    if (name === '{') {
      const end = this.#characters.indexOf('}', this.#at);
      if (end === -1 || end - this.#at > 40) throw new PatternError('a property is not closed.');
      name = this.#characters.slice(this.#at, end).join('');
      this.#at = end + 1;
    }
    const negated = name.startsWith('^') !== (letter === 'P');
    const set = propertySet(name.replace(/^\^/, ''));
    if (!set) throw new PatternError(`it has an unknown property "${name}".`);
    return negated ? not(set) : set;
  }

  /** The character that a backslash and `next` stand for. */
  #code(next: string): number {
    if (next === 'x') {
      const rest = this.#characters.slice(this.#at, this.#at + 12).join('');
      const found = /^(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{0,2}))/.exec(rest);
      this.#at += found?.[0].length ?? 0;
      const code = Number.parseInt(found?.[1] ?? (found?.[2] || '0'), 16);
      if (code > 0x10ffff) throw new PatternError('a character is out of range.');
      return code;
    }
    const control = controls[next];
    if (control !== undefined) return control;
    if (/[a-zA-Z]/.test(next)) throw new PatternError(`it has an unknown escape "\\${next}".`);
    return next.codePointAt(0) as number;
  }

  #class(): PatternNode {
    const negated = this.#take('^');
    const sets: CharacterSet[] = [];
    for (let first = true; ; first = false) {
      const next = this.#characters[this.#at];
      if (next === undefined) throw new PatternError('a character class is not closed.');
      if (next === ']' && !first) break;
      this.#at++;
      if (next === '[' && this.#peek() === ':') {
        const end = this.#characters.indexOf(']', this.#at);
        const name = end === -1 ? '' : this.#characters.slice(this.#at + 1, end - 1).join('');
        const set = posixSets.get(name.replace(/^\^/, ''));
        if (set) {
          sets.push(name.startsWith('^') ? not(set) : set);
          this.#at = end + 1;
          continue;
        }
      }
      const low = this.#classMember(next);
      if (typeof low === 'function') {
        sets.push(low);
        continue;
      }
      if (this.#peek() === '-' && this.#peek(1) !== ']' && this.#peek(1) !== undefined) {
        this.#at++;
        const high = this.#classMember(this.#characters[this.#at++] as string);
        if (typeof high === 'function') sets.push(between(low, low), between(45, 45), high);
        else {
          if (high < low) throw new PatternError('a range in a character class is in the wrong order.');
          sets.push(between(low, high));
        }
      } else sets.push(between(low, low));
    }
    this.#at++;
    const set = union(sets);
    const cased = this.#flags.ignoreCase ? folded(set, this.#flags.unicode) : set;
    return { kind: 'set', set: negated ? not(cased) : cased };
  }

  #classMember(next: string): number | CharacterSet {
    if (next !== '\\') return next.codePointAt(0) as number;
    const escaped = this.#characters[this.#at++];
    if (escaped === undefined) throw new PatternError('a character class is not closed.');
    const set = escapedSets.get(escaped);
    if (set) return set;
    if (escaped === 'p' || escaped === 'P') return this.#property(escaped);
    if (escaped === 'b') return 8;
    return this.#code(escaped);
  }
}
