/** Compiles a template with its partials, once, to closures; renders share what is compiled. */

import type { PathUses } from './analysis/uses-by-path.ts';
import { type ListedVariables, listVariables } from './analysis/variables.ts';
import { type CallerFunctions, withCallers } from './caller-functions.ts';
import { CompileClock } from './compile-clock.ts';
import { type MissingPartial, TwigEnvironment } from './compiler/environment.ts';
import { TemplateSyntaxError } from './errors.ts';
import { filters } from './library/filters/index.ts';
import { functions } from './library/functions.ts';
import { tests } from './library/tests.ts';
import { compileLimits, defaultLimits, type Limits } from './limits.ts';
import { isStackOverflow, renderUnit } from './render-unit.ts';
import { type NoticeCollector, strictNotices } from './runtime/notices.ts';
import { Runtime, type Unit } from './runtime/runtime.ts';
import type { Translations } from './translations.ts';

export type Autoescape = 'html' | 'inline-markdown' | 'markdown' | false;

export interface CompileOptions {
  /** The name of this text in errors: `template`, `header`, `footer`, `metadata.title`, … */
  readonly part?: string | undefined;
  /** Sources by name. `include`, `extends`, `embed`, `import`, `from`, `use` and `source` can reach nothing else. */
  readonly partials?: Readonly<Record<string, string>> | undefined;
  /**
   * Undefined variables and attributes are errors, except before `default`, `??` and `is defined`, and so is arithmetic
   * with text that is no number.
   */
  readonly strict?: boolean | undefined;
  /**
   * Default: `html`. Use `inline-markdown` for text with inline markdown, `markdown` for a Markdown document, whose HTML
   * then goes through `restoreMarkdownText`, and false for other text that is not HTML, for example a property of the
   * document or a file name.
   */
  readonly autoescape?: Autoescape | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** For the filter `trans`. */
  readonly translations?: Translations | undefined;
  /** Filters of the caller by name, which get the filtered value first. Only this template and its partials have them. */
  readonly filters?: CallerFunctions | undefined;
  /** Functions of the caller by name. Only this template and its partials have them. */
  readonly functions?: CallerFunctions | undefined;
  /** Shared by the parts of one document, so that one time limit applies to compiling all of them. */
  readonly clock?: CompileClock | undefined;
}

export interface RenderSettings {
  readonly now?: Date | undefined;
  /** Override those that the template was compiled with. */
  readonly limits?: Partial<Limits> | undefined;
  /** The language of filters such as `format_date` that name no locale, a tag of BCP 47. Default: English. */
  readonly language?: string | undefined;
  /** The time zone (IANA) in which dates are read that have none, and written. Default: UTC. */
  readonly timeZone?: string | undefined;
  /**
   * Collects what would be an error of a strict render, apart from undefined variables that are only tested: `if x`,
   * `not x`, `x is empty`.
   */
  readonly notices?: NoticeCollector | undefined;
}

/** Immutable: renders are isolated from each other, so any number of teams may share one compiled template. */
export interface CompiledTemplate {
  /**
   * Throws a `TemplateRuntimeError`, or a `TemplateSyntaxError` for an invalid partial whose name only the data
   * determines.
   */
  render(data: unknown, options?: RenderSettings): string;
  /** The paths that the template reads from the data, as far as its text shows: `customer.name`, `items[].price`. */
  readonly variables: readonly string[];
  /**
   * The top-level names among them that the template reads without allowing for their absence with `default`, `??` or
   * `is defined`. A strict render may fail without them.
   */
  readonly requiredNames: readonly string[];
  /** Whether it may read more than its text shows: `_context`, and partials that only the data names. */
  readonly readsContext: boolean;
  /** What the template does with the values that it reads, by their paths. */
  readonly uses: ReadonlyMap<string, PathUses>;
  /**
   * Partials that are named by constants and do not exist. A render that reaches one throws a `TemplateRuntimeError`
   * with the same detail. Other renders are not affected.
   */
  readonly missingPartials: readonly MissingPartial[];
  /** An estimate of its memory in bytes, for caches. It grows if a render compiles another partial. */
  readonly size: number;
}

/**
 * Compiles a template with its partials. Throws a `TemplateSyntaxError` with the place of the error, and a `TypeError`
 * for filters and functions of the caller that cannot be added.
 *
 * @example
 * compile('Hello {{ customer.name }}!').render({ customer: { name: 'Ann' } }); // 'Hello Ann!'
 */
export function compile(source: string, options: CompileOptions = {}): CompiledTemplate {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const part = options.part ?? 'template';
  const tables = {
    filters: withCallers(filters, 'filter', options.filters),
    functions: withCallers(functions, 'function', options.functions),
    tests,
  };
  const environment = new TwigEnvironment(tables, {
    part,
    partials: options.partials ?? {},
    strict: options.strict ?? false,
    autoescape: options.autoescape ?? 'html',
    limits,
    clock: options.clock,
  });
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
    render: (
      data: unknown,
      { now = new Date(), limits: others, notices, ...region }: RenderSettings = {},
    ) => {
      const runtime = new Runtime(unit.source, {
        limits: others ? { ...limits, ...others } : limits,
        now,
        translations: options.translations,
        notices: options.strict ? strictNotices : (notices ?? null),
      });
      return renderUnit(unit, data, runtime, region);
    },
    get variables() {
      return list().variables;
    },
    get requiredNames() {
      return list().requiredNames;
    },
    get readsContext() {
      return list().readsContext;
    },
    get uses() {
      return list().uses;
    },
    get missingPartials() {
      return [...environment.missingPartials];
    },
    get size() {
      return environment.size;
    },
  });
}
