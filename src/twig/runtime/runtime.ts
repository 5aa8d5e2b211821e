import { TwigFault } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { ModuleReference } from '../parser/ast.ts';
import type { Source } from '../source.ts';
import { Stopwatch } from '../stopwatch.ts';
import { type Translations, untranslated } from '../translations.ts';
import type { NoticeCollector } from './notices.ts';
import type { RowPlace } from './values/sequence.ts';
import type { Value } from './values/value.ts';

/** A compiled template or partial. Renders share it and never change it. */
export interface Unit {
  readonly source: Source;
  /** Runs the body. */
  body: (frame: Frame) => void;
  /**
   * Returns the parent template, or undefined for an `embed` whose template may be missing. Null means that this
   * template is the root of its inheritance chain.
   */
  parent: ((frame: Frame) => Unit | undefined) | null;
  readonly blocks: Map<string, BlockBody>;
  /** Blocks of the templates imported with `use`, in source order. They are known once all units are compiled. */
  readonly traits: ((runtime: Runtime) => Chains)[];
  readonly macros: Map<
    string,
    (runtime: Runtime, args: readonly Value[], names: readonly (string | null)[]) => string
  >;
}

interface BlockBody {
  readonly source: Source;
  readonly run: (frame: Frame) => void;
}

/** Blocks by name. Each chain starts with the overriding block, followed by those that it overrides. */
export type Chains = Map<string, BlockBody[]>;

/** The variables of one running template, macro or block. */
export class Frame {
  readonly runtime: Runtime;
  readonly vars: Map<string, Value>;
  readonly chains: Chains;
  /** The running block, for `parent()`. */
  readonly block: string | null;
  readonly level: number;
  /** Inside a loop: the names that the loop body added. They are removed when the loop ends. */
  added: string[] | null = null;

  constructor(
    runtime: Runtime,
    vars: Map<string, Value>,
    chains: Chains,
    block: string | null = null,
    level = 0,
  ) {
    this.runtime = runtime;
    this.vars = vars;
    this.chains = chains;
    this.block = block;
    this.level = level;
  }

  set(name: string, value: Value): void {
    if (this.added !== null && !this.vars.has(name)) this.added.push(name);
    this.vars.set(name, value ?? null);
  }
}

/** Steps between two checks of the clock. The number is small because one step of a filter may take long. */
const clockEvery = 1_000;

/** Characters of `out` that are set aside as one piece. Text that is appended to is a tree of its parts in V8. */
const pieceLength = 256 * 1024;

export interface RuntimeOptions {
  readonly limits: Limits;
  readonly now: Date;
  readonly translations?: Translations | undefined;
  readonly notices: Pick<NoticeCollector, 'add'> | null;
}

/** One render: its output, its limits and its current position in the source. */
export class Runtime {
  readonly limits: Limits;
  readonly now: Date;
  readonly translations: Translations;
  readonly modules = new Map<ModuleReference, Unit>();
  /** Null if the caller collects none. */
  readonly notices: Pick<NoticeCollector, 'add'> | null;
  out = '';
  /** Characters in `out`, in its pieces and in the outer outputs that `capture` has set aside. */
  written = 0;
  at = 0;
  /** The row of a `Sequence` that is being worked on. */
  row: RowPlace | null = null;
  source: Source;
  depth = 0;
  #steps = 0;
  #memory = 0;
  #nextCheck = 0;
  /** The output before `out`. */
  readonly #pieces: string[] = [];
  #captures = 0;
  readonly #stopwatch = new Stopwatch();

  constructor(source: Source, { limits, now, translations = untranslated, notices }: RuntimeOptions) {
    this.limits = limits;
    this.now = now;
    this.source = source;
    this.translations = translations;
    this.notices = notices;
  }

  /** Counts work in steps. Throws `TwigFault` if the render exceeds its steps or its time. */
  tick(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#nextCheck) this.#checkLimits();
  }

  #checkLimits(): void {
    const { limits } = this;
    if (this.#steps > limits.steps)
      throw new TwigFault(`The template takes more than ${limits.steps} steps.`);
    if (this.#stopwatch.isOver(limits.milliseconds)) {
      throw new TwigFault(`The template takes longer than ${limits.milliseconds} milliseconds.`);
    }
    this.#nextCheck = Math.min(this.#steps + clockEvery, limits.steps);
  }

  /**
   * Counts characters or items that are copied or built. Throws `TwigFault` if the render exceeds its memory limit.
   */
  charge(size: number): void {
    this.#memory += size;
    if (this.#memory > this.limits.memory) {
      throw new TwigFault(
        `The template copies more than ${this.limits.memory} characters and items (memory bound).`,
      );
    }
    // Copying one item is some thirty times as fast as one step.
    if (size > 256) this.tick(size >> 5);
  }

  /** Counts a string that was built and returns it. Throws `TwigFault` if it is too long. */
  built(text: string): string {
    if (text.length > this.limits.string) this.tooLong();
    this.charge(text.length);
    return text;
  }

  /** Counts a string of this length before it is built. Throws `TwigFault` if it would be too long. */
  room(length: number): void {
    if (length > this.limits.string) this.tooLong();
    this.charge(length);
  }

  tooLong(): never {
    throw new TwigFault(`A text is longer than ${this.limits.string} characters.`);
  }

  write(text: string): void {
    this.out += text;
    this.written += text.length;
    if (this.written > this.limits.output) this.outputTooLong();
    if (this.out.length > pieceLength && this.#captures === 0) this.#setAside();
  }

  /** Everything that was written. */
  result(): string {
    return this.#pieces.length === 0 ? this.out : this.#pieces.join('') + this.out;
  }

  #setAside(): void {
    // Reading a character makes V8 copy the parts into one text and release them.
    this.out.charCodeAt(0);
    this.#pieces.push(this.out);
    this.out = '';
  }

  outputTooLong(): never {
    throw new TwigFault(`The output is larger than ${this.limits.output} bytes.`);
  }

  /** Returns what `run` writes instead of adding it to the output. */
  capture(run: () => void): string {
    const before = this.out;
    this.out = '';
    this.#captures++;
    run();
    this.#captures--;
    const text = this.out;
    this.out = before;
    this.written -= text.length;
    this.charge(text.length);
    return text;
  }

  /** Runs something that may recurse: macros, includes, blocks. Throws `TwigFault` beyond the depth limit. */
  enter(source: Source, run: () => void): void {
    if (++this.depth > this.limits.depth) this.tooDeep();
    const { at, source: outer } = this;
    this.source = source;
    this.tick(5);
    run();
    this.source = outer;
    this.at = at;
    this.depth--;
  }

  tooDeep(): never {
    throw new TwigFault(
      `Macros, includes and blocks are nested more than ${this.limits.depth} deep (depth bound).`,
    );
  }
}
