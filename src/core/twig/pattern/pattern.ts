/**
 * Regular expressions in time linear in the text: all states at once, no backtracking. Written here because
 * a stranger's pattern in JavaScript's own engine can take for ever, and because PCRE's flags, anchors and
 * bytes differ from JavaScript's.
 */
import { word } from './character-set.ts';
import { type Assertion, type Flags, PatternError, type PatternNode, parsePattern } from './parse-pattern.ts';

export { PatternError };

type Instruction =
  | { kind: 'set'; set: (code: number) => boolean }
  | { kind: 'assert'; assertion: Assertion }
  | { kind: 'split'; one: number; other: number }
  | { kind: 'jump'; to: number }
  | { kind: 'match' };

const maximumInstructions = 4_000;

const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

export class Pattern {
  readonly #program: Instruction[] = [];
  readonly #flags: Flags;
  #emitted = 0;

  /** `source` is written as PCRE takes it: with delimiters and flags, as in `/^a+$/i`. */
  constructor(source: string) {
    const trimmed = source.replace(/^[ \t\n\r\v\f]+/, '');
    const open = trimmed[0];
    if (open === undefined) throw new PatternError('it is empty.');
    if (/[a-zA-Z0-9\\]/.test(open)) {
      throw new PatternError(
        'it begins with its delimiter, such as "/", which must not be a letter, digit or backslash.',
      );
    }
    const end = trimmed.lastIndexOf(closers[open] ?? open);
    if (end < 1) throw new PatternError(`it has no ending delimiter "${closers[open] ?? open}".`);
    this.#flags = flagsOf(trimmed.slice(end + 1));
    const body = trimmed.slice(1, end);
    this.#emit(parsePattern(this.#flags.unicode ? body : bytes(body), this.#flags));
    this.#push({ kind: 'match' });
  }

  /** Whether the text has a match. `tick` is told of the work. */
  test(text: string, tick: (steps: number) => void): boolean {
    // Reading the text is work too, and it comes before the first state.
    tick(text.length >> 4);
    const codes = this.#codes(text);
    const program = this.#program;
    let current: number[] = [];
    let following: number[] = [];
    // The position at which a state was last added, so that it is added once.
    const seen = new Int32Array(program.length).fill(-1);
    for (let at = 0; at <= codes.length; at++) {
      if (at === 0 || !this.#flags.anchored) this.#add(current, 0, at, codes, seen);
      if (current.length > 0) tick(1 + (current.length >> 2));
      else if ((at & 15) === 0) tick(1);
      following = [];
      const code = codes[at];
      for (const index of current) {
        const instruction = program[index] as Instruction;
        if (instruction.kind === 'match') return true;
        if (instruction.kind === 'set' && code !== undefined && instruction.set(code)) {
          this.#add(following, index + 1, at + 1, codes, seen);
        }
      }
      current = following;
    }
    return false;
  }

  #codes(text: string): ArrayLike<number> {
    if (!this.#flags.unicode) return Buffer.from(text, 'utf8');
    const codes = new Uint32Array(text.length);
    let count = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.codePointAt(i) as number;
      codes[count++] = code;
      if (code > 0xffff) i++;
    }
    return codes.subarray(0, count);
  }

  /** Adds a state and all that are reached from it without reading. */
  #add(into: number[], start: number, at: number, codes: ArrayLike<number>, seen: Int32Array): void {
    const stack = [start];
    while (stack.length > 0) {
      const index = stack.pop() as number;
      if (seen[index] === at) continue;
      seen[index] = at;
      const instruction = this.#program[index] as Instruction;
      if (instruction.kind === 'jump') stack.push(instruction.to);
      else if (instruction.kind === 'split') stack.push(instruction.other, instruction.one);
      else if (instruction.kind === 'assert') {
        if (holds(instruction.assertion, at, codes)) stack.push(index + 1);
      } else into.push(index);
    }
  }

  #push(instruction: Instruction): number {
    if (this.#program.length >= maximumInstructions) throw new PatternError('it is too large.');
    return this.#program.push(instruction) - 1;
  }

  #emit(node: PatternNode): void {
    // Empty groups add no instruction, however often they are repeated.
    if (++this.#emitted > maximumInstructions * 4) throw new PatternError('it is too large.');
    switch (node.kind) {
      case 'set':
      case 'assert':
        this.#push(node);
        return;
      case 'sequence':
        for (const part of node.parts) this.#emit(part);
        return;
      case 'choice': {
        const ends: { kind: 'jump'; to: number }[] = [];
        node.options.forEach((option, index) => {
          if (index === node.options.length - 1) {
            this.#emit(option);
            return;
          }
          const split = { kind: 'split' as const, one: 0, other: 0 };
          split.one = this.#push(split) + 1;
          this.#emit(option);
          const end = { kind: 'jump' as const, to: 0 };
          split.other = this.#push(end) + 1;
          ends.push(end);
        });
        for (const end of ends) end.to = this.#program.length;
        return;
      }
      case 'repeat': {
        for (let i = 0; i < node.least; i++) this.#emit(node.part);
        if (node.most === Number.POSITIVE_INFINITY) {
          const split = { kind: 'split' as const, one: 0, other: 0 };
          const start = this.#push(split);
          split.one = start + 1;
          this.#emit(node.part);
          this.#push({ kind: 'jump', to: start });
          split.other = this.#program.length;
          return;
        }
        const splits: { kind: 'split'; one: number; other: number }[] = [];
        for (let i = node.least; i < node.most; i++) {
          const split = { kind: 'split' as const, one: 0, other: 0 };
          split.one = this.#push(split) + 1;
          splits.push(split);
          this.#emit(node.part);
        }
        for (const split of splits) split.other = this.#program.length;
      }
    }
  }
}

function holds(assertion: Assertion, at: number, codes: ArrayLike<number>): boolean {
  switch (assertion) {
    case 'start':
      return at === 0;
    case 'very end':
      return at === codes.length;
    case 'end':
      return at === codes.length || (at === codes.length - 1 && codes[at] === 10);
    case 'line start':
      return at === 0 || (codes[at - 1] === 10 && at < codes.length);
    case 'line end':
      return at === codes.length || codes[at] === 10;
    default: {
      const before = at > 0 && word(codes[at - 1] as number);
      const after = at < codes.length && word(codes[at] as number);
      return (before !== after) === (assertion === 'word');
    }
  }
}

/** The bytes of a text, one a character. */
function bytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function flagsOf(text: string): Flags {
  const flags: Flags = {
    ignoreCase: false,
    multiline: false,
    dotAll: false,
    extended: false,
    unicode: false,
    dollarEndOnly: false,
    anchored: false,
  };
  for (const flag of text.trim()) {
    if (flag === 'i') flags.ignoreCase = true;
    else if (flag === 'm') flags.multiline = true;
    else if (flag === 's') flags.dotAll = true;
    else if (flag === 'x') flags.extended = true;
    else if (flag === 'u') flags.unicode = true;
    else if (flag === 'D') flags.dollarEndOnly = true;
    else if (flag === 'A') flags.anchored = true;
    else if (flag !== 'U' && flag !== 'S' && flag !== 'n')
      throw new PatternError(`it has an unknown flag "${flag}".`);
  }
  return flags;
}
