/** Twig for templates and data from strangers: compiled once, rendered within bounds, nothing evaluated. */

import { type ListedVariables, listVariables } from './analysis/variables.ts';
import { CompileClock } from './compile-clock.ts';
import { type MissingPartial, TwigEnvironment } from './compiler/environment.ts';
import { TemplateRuntimeError, TemplateSyntaxError, TwigFault } from './errors.ts';
import { filters } from './library/filters/index.ts';
import { functions } from './library/functions.ts';
import { tests } from './library/tests.ts';
import { compileLimits, defaultLimits, type Limits } from './limits.ts';
import { runUnit } from './runtime/inheritance.ts';
import { Runtime, type Unit } from './runtime/runtime.ts';
import { entriesOf, isArray } from './runtime/values/array.ts';
import { countComparisons } from './runtime/values/compare.ts';
import type { Value } from './runtime/values/value.ts';

export { CompileClock } from './compile-clock.ts';
export type { MissingPartial } from './compiler/environment.ts';
export { TemplateError, TemplateRuntimeError, TemplateSyntaxError } from './errors.ts';
export { dataAt, parseData, writeData } from './library/strings/json.ts';
export { defaultLimits, type Limits } from './limits.ts';
export { packData, unpackData } from './runtime/values/data-crossing.ts';

export type Autoescape = 'html' | 'inline-markdown' | false;

export interface CompileOptions {
  /** What errors call this text: `template`, `header`, `footer`, `metadata.title`, … */
  readonly part?: string;
  /** What `include`, `extends`, `embed`, `import`, `from`, `use` and `source` may name, and nothing else. */
  readonly partials?: Readonly<Record<string, string>>;
  /** Undefined variables and attributes are errors, except before `default`, `??` and `is defined`. */
  readonly strict?: boolean;
  /** `html` unless the result is no HTML: a property of the document, a file name, text with inline markdown. */
  readonly autoescape?: Autoescape;
  readonly limits?: Partial<Limits>;
  /** Shared by the parts of one document, whose compiling then has one bound together. */
  readonly clock?: CompileClock | undefined;
}

/** Immutable: renders do not see each other, and any number of teams may share one. */
export interface CompiledTemplate {
  /** Throws a `TemplateRuntimeError`, or for partials whose name only the data decides a `TemplateSyntaxError`. */
  render(data: unknown, options?: { readonly now?: Date }): string;
  /** What it reads of the data, as far as the text tells: `customer.name`, `items[].price`. */
  readonly variables: readonly string[];
  /**
   * The top-level names among them that are read where the template does not allow for their absence with
   * `default`, `??` or `is defined`. Without one of them a strict render may fail.
   */
  readonly requiredNames: readonly string[];
  /**
   * Partials that are named by constants and do not exist. A render that reaches one throws a `TemplateRuntimeError`
   * with the same words; one that does not, does without.
   */
  readonly missingPartials: readonly MissingPartial[];
  /** About how many bytes of memory it takes, for those who keep it. May grow with its first renders. */
  readonly size: number;
}

/**
 * Compiles a template with its partials, or throws a `TemplateSyntaxError` that says where it is wrong.
 *
 * @example
 * compile('Hello {{ customer.name }}!').render({ customer: { name: 'Ann' } }); // 'Hello Ann!'
 */
export function compile(source: string, options: CompileOptions = {}): CompiledTemplate {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const part = options.part ?? 'template';
  const environment = new TwigEnvironment(
    { filters, functions, tests },
    {
      part,
      partials: options.partials ?? {},
      strict: options.strict ?? false,
      autoescape: options.autoescape ?? 'html',
      limits,
      clock: options.clock,
    },
  );
  let unit: Unit;
  try {
    unit = environment.main(source);
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    const place = { part, template: null, line: 1, column: 1 };
    throw new TemplateSyntaxError(place, `Nested more than ${compileLimits.nesting} deep.`);
  }
  let listed: ListedVariables | null = null;
  const list = () => {
    listed ??= listVariables(
      environment.trees.map(({ unit, tree }) => ({ tree, source: unit.source })),
      new CompileClock(limits.compileMilliseconds),
    );
    return listed;
  };
  return Object.freeze({
    render: (data: unknown, { now = new Date() } = {}) =>
      run(unit, data, new Runtime(limits, now, unit.source)),
    get variables() {
      return list().variables;
    },
    get requiredNames() {
      return list().requiredNames;
    },
    get missingPartials() {
      return [...environment.missingPartials];
    },
    get size() {
      return environment.size;
    },
  });
}

function run(unit: Unit, data: Value, runtime: Runtime): string {
  const countedBefore = countComparisons((entries) => runtime.tick(entries));
  try {
    runUnit(
      runtime,
      unit,
      new Map(isArray(data) ? entriesOf(data).map(([key, value]) => [String(key), value]) : []),
    );
    if (
      runtime.written * 3 > runtime.limits.output &&
      Buffer.byteLength(runtime.out) > runtime.limits.output
    ) {
      runtime.outputTooLong();
    }
    return runtime.out;
  } catch (error) {
    const place = () => runtime.source.place(runtime.at);
    if (error instanceof TwigFault) throw new TemplateRuntimeError(place(), error.message);
    if (isStackOverflow(error))
      throw new TemplateRuntimeError(place(), 'The template is nested too deep (depth bound).');
    // The engine's own bound of some 500 million characters, behind ours.
    if (error instanceof RangeError && /^Invalid (string|array|typed array) length/.test(error.message)) {
      const detail = `A text or list is longer than ${runtime.limits.string} characters.`;
      throw new TemplateRuntimeError(place(), detail);
    }
    throw error;
  } finally {
    countComparisons(countedBefore);
  }
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}
