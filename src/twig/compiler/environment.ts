/** The templates that one compiled template can reach: itself and its partials. Each is compiled once. */

import { CompileClock } from '../compile-clock.ts';
import type { TwigPlace } from '../errors.ts';
import { compileLimits, type Limits } from '../limits.ts';
import type { TemplateNode } from '../parser/ast.ts';
import { parseTemplate, type Vocabulary } from '../parser/template-parser.ts';
import type { Unit } from '../runtime/runtime.ts';
import { Source } from '../source.ts';
import { suggest } from '../suggest.ts';
import type { Callable } from './callable.ts';
import { compileTree } from './template.ts';

export interface Tables extends Vocabulary {
  readonly filters: ReadonlyMap<string, Callable>;
  readonly functions: ReadonlyMap<string, Callable>;
  readonly tests: ReadonlyMap<string, Test>;
}

export interface Test extends Callable {
  /** Whether the test takes one argument without parentheses: `is divisible by 3`. */
  readonly takesOne: boolean;
}

export interface EnvironmentOptions {
  readonly part: string;
  readonly partials: Readonly<Record<string, string>>;
  readonly strict: boolean;
  readonly autoescape: 'html' | 'inline-markdown' | 'markdown' | false;
  readonly limits: Limits;
  /** Shared with other templates. Default: a new clock for this template alone. */
  readonly clock?: CompileClock | undefined;
}

/** A partial that is named by a constant and does not exist. A render that reaches it fails. */
export interface MissingPartial {
  readonly place: TwigPlace;
  readonly detail: string;
}

/** An estimate. Measured: 110 to 250, including the tree. */
const bytesOfToken = 200;

export class TwigEnvironment {
  readonly tables: Tables;
  readonly options: EnvironmentOptions;
  readonly #units = new Map<string, Unit>();
  #count = 0;
  #tokens = 0;
  #characters = 0;
  /** Null unless a compilation is in progress. */
  #clock: CompileClock | null = null;
  /** Trees in the order in which they were reached, for the list of variables. */
  readonly trees: { unit: Unit; tree: TemplateNode }[] = [];

  /** In the order in which the compiler found them, each place once. */
  readonly missingPartials: MissingPartial[] = [];

  constructor(tables: Tables, options: EnvironmentOptions) {
    this.tables = tables;
    this.options = options;
  }

  /** An estimate of the memory in bytes. It grows if a render compiles a partial that only the data names. */
  get size(): number {
    return this.#characters + this.#tokens * bytesOfToken;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.options.partials, name);
  }

  /** Returns the partial with this name, if there is one. Throws a `TemplateSyntaxError` if it is invalid. */
  find(name: string): Unit | undefined {
    const known = this.#units.get(name);
    if (known || !this.has(name)) return known;
    const source = new Source(String(this.options.partials[name]), this.options.part, name, this.#isMarkdown);
    // A partial whose name only the data determines is compiled during a render, with a time limit of its own.
    return this.#timed(undefined, () => this.#compile(source, name));
  }

  missing(name: string): string {
    const names = Object.keys(this.options.partials);
    const none = names.length === 0 ? ' The template has no partials.' : suggest(name, names);
    return `There is no partial "${name}".${none}`;
  }

  /** Records the name of a partial that does not exist. Returns the detail of the error. */
  noteMissing(name: string, source: Source, at: number): string {
    const detail = this.missing(name);
    this.missingPartials.push({ place: source.place(at), detail });
    return detail;
  }

  findSource(name: string): string | undefined {
    return this.has(name) ? String(this.options.partials[name]) : undefined;
  }

  main(text: string): Unit {
    return this.#timed(this.options.clock, () =>
      this.#compile(new Source(text, this.options.part, null, this.#isMarkdown), null),
    );
  }

  get #isMarkdown(): boolean {
    return this.options.autoescape === 'markdown';
  }

  /** Counts a step of the compiler towards its time limit. */
  step(source: Source, at: number): void {
    this.#clock?.step(source, at);
  }

  /** Compiles the template inside an `embed` tag. */
  embedded(tree: TemplateNode, source: Source, ignoreMissing: boolean): Unit {
    const unit = this.#begin(source, tree.at);
    this.trees.push({ unit, tree });
    compileTree(tree, unit, this, { strategy: this.options.autoescape, ignoreMissing });
    return unit;
  }

  /** Runs `compile` with the clock that is already running, if there is one, or else with `clock` or a new clock. */
  #timed(clock: CompileClock | undefined, compile: () => Unit): Unit {
    if (this.#clock) return compile();
    this.#clock = clock ?? new CompileClock(this.options.limits.compileMilliseconds);
    try {
      return compile();
    } finally {
      this.#clock = null;
    }
  }

  #compile(source: Source, name: string | null): Unit {
    const { tree, tokens } = parseTemplate(source, this.tables, this.#clock as CompileClock);
    this.#tokens += tokens;
    this.#characters += source.text.length;
    if (this.#tokens > compileLimits.tokens) {
      source.fail(
        `The template and its partials have more than ${compileLimits.tokens} names, operators and texts.`,
        0,
      );
    }
    const unit = this.#begin(source, 0);
    // This precedes the compilation of its body, because it may include itself.
    if (name !== null) this.#units.set(name, unit);
    this.trees.push({ unit, tree });
    try {
      compileTree(tree, unit, this, { strategy: this.options.autoescape });
    } catch (error) {
      if (name !== null) this.#units.delete(name);
      throw error;
    }
    return unit;
  }

  #begin(source: Source, at: number): Unit {
    if (++this.#count > compileLimits.units) source.fail(`More than ${compileLimits.units} templates.`, at);
    return {
      source,
      body: () => {},
      parent: null,
      blocks: new Map(),
      traits: [],
      macros: new Map(),
    };
  }
}
