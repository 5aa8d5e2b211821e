import { TwigFault } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { ModuleReference } from '../parser/ast.ts';
import type { Source } from '../source.ts';
import { Stopwatch } from '../stopwatch.ts';
import type { Value } from './values/value.ts';

/** A template or partial made ready to run. Shared between renders, never changed by one. */
export interface Unit {
  readonly source: Source;
  /** Runs the body; null parent: this is the root of its inheritance. */
  body: (frame: Frame) => void;
  /** It gives undefined for an `embed` whose template may be missing. */
  parent: ((frame: Frame) => Unit | undefined) | null;
  readonly blocks: Map<string, BlockBody>;
  /** Blocks of `use`d templates, nearest first; known when all units are compiled. */
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

/** Blocks by name, each with the one that it overrides after it. */
export type Chains = Map<string, BlockBody[]>;

/** The variables of one template, macro or block while it runs. */
export class Frame {
  readonly runtime: Runtime;
  readonly vars: Map<string, Value>;
  readonly chains: Chains;
  /** The block that runs, for `parent()`. */
  readonly block: string | null;
  readonly level: number;
  /** Inside a loop: the names that it added, which end with it. */
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

/** How many steps pass between two looks at the clock: few, since one step of a filter may take long. */
const clockEvery = 1_000;

/** One render: its output, its bounds and the place that it has come to. */
export class Runtime {
  readonly limits: Limits;
  readonly now: Date;
  readonly modules = new Map<ModuleReference, Unit>();
  out = '';
  /** Characters in `out` and in the outputs waiting below it. */
  written = 0;
  at = 0;
  source: Source;
  depth = 0;
  #steps = 0;
  #memory = 0;
  #nextLook = 0;
  readonly #stopwatch = new Stopwatch();

  constructor(limits: Limits, now: Date, source: Source) {
    this.limits = limits;
    this.now = now;
    this.source = source;
  }

  /** Counts work in steps. */
  tick(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#nextLook) this.#look();
  }

  #look(): void {
    const { limits } = this;
    if (this.#steps > limits.steps)
      throw new TwigFault(`The template takes more than ${limits.steps} steps.`);
    if (this.#stopwatch.isOver(limits.milliseconds)) {
      throw new TwigFault(`The template takes longer than ${limits.milliseconds} milliseconds.`);
    }
    this.#nextLook = Math.min(this.#steps + clockEvery, limits.steps);
  }

  /** Counts characters or items that are copied or built. */
  charge(size: number): void {
    this.#memory += size;
    if (this.#memory > this.limits.memory) {
      throw new TwigFault(
        `The template copies more than ${this.limits.memory} characters and items (memory bound).`,
      );
    }
    // Copying is some thirty times as fast as a step.
    if (size > 256) this.tick(size >> 5);
  }

  /** Counts a string that was built, and refuses one that is too long. */
  built(text: string): string {
    if (text.length > this.limits.string) this.tooLong();
    this.charge(text.length);
    return text;
  }

  /** Refuses a string of this length before it is built. */
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
  }

  outputTooLong(): never {
    throw new TwigFault(`The output is larger than ${this.limits.output} bytes.`);
  }

  /** What `run` writes, instead of writing it. */
  capture(run: () => void): string {
    const before = this.out;
    this.out = '';
    run();
    const text = this.out;
    this.out = before;
    this.written -= text.length;
    this.charge(text.length);
    return text;
  }

  /** Runs something that may call itself: macros, includes, blocks. */
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
