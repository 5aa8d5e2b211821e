/**
 * Twig for untrusted templates and data. A template is compiled once, to closures, and rendered within limits. No text
 * is ever evaluated as JavaScript.
 */

import type { PathUses } from './analysis/uses-by-path.ts';
import { type ListedVariables, listVariables } from './analysis/variables.ts';
import { CompileClock } from './compile-clock.ts';
import { type MissingPartial, TwigEnvironment } from './compiler/environment.ts';
import { TemplateRuntimeError, TemplateSyntaxError, TwigFault } from './errors.ts';
import { setOwnZone } from './library/date/time-zone.ts';
import { filters } from './library/filters/index.ts';
import { functions } from './library/functions.ts';
import { setOwnLocale } from './library/intl/locale.ts';
import { tests } from './library/tests.ts';
import { compileLimits, defaultLimits, type Limits } from './limits.ts';
import { runUnit } from './runtime/inheritance.ts';
import { describeRow, type NoticeCollector, strictNotices } from './runtime/notices.ts';
import { RowList } from './runtime/row-list.ts';
import { Runtime, type Unit } from './runtime/runtime.ts';
import { getEntries, isArray } from './runtime/values/array.ts';
import { countComparisons } from './runtime/values/compare.ts';
import { watchNumbers } from './runtime/values/number.ts';
import type { Value } from './runtime/values/value.ts';
import type { Translations } from './translations.ts';

export { rootOf } from './analysis/data-path.ts';
export { type DataUse, findDataUse } from './analysis/data-use.ts';
export type { PathUses } from './analysis/uses-by-path.ts';
export type { ValueUse } from './analysis/value-uses.ts';
export { CompileClock } from './compile-clock.ts';
export type { MissingPartial } from './compiler/environment.ts';
export { TemplateError, TemplateRuntimeError, TemplateSyntaxError } from './errors.ts';
export { dataAt, parseData, withData, writeData } from './library/strings/json.ts';
export { defaultLimits, type Limits } from './limits.ts';
export { restoreMarkdownText } from './runtime/markdown-text.ts';
export { NoticeCollector, type TwigNotice, type TwigNotices } from './runtime/notices.ts';
export { type ListedRow, RowList } from './runtime/row-list.ts';
export { packData, unpackData } from './runtime/values/data-crossing.ts';
export type { Translations } from './translations.ts';
export { type TwigVocabulary, twigVocabulary } from './vocabulary.ts';

export type Autoescape = 'html' | 'inline-markdown' | 'markdown' | false;

export interface CompileOptions {
  /** The name of this text in errors: `template`, `header`, `footer`, `metadata.title`, … */
  readonly part?: string;
  /** Sources by name. `include`, `extends`, `embed`, `import`, `from`, `use` and `source` can reach nothing else. */
  readonly partials?: Readonly<Record<string, string>>;
  /**
   * Undefined variables and attributes are errors, except before `default`, `??` and `is defined`, and so is arithmetic
   * with text that is no number.
   */
  readonly strict?: boolean;
  /**
   * Default: `html`. Use `inline-markdown` for text with inline markdown, `markdown` for a Markdown document, whose HTML
   * then goes through `restoreMarkdownText`, and false for other text that is not HTML, for example a property of the
   * document or a file name.
   */
  readonly autoescape?: Autoescape;
  readonly limits?: Partial<Limits>;
  /** For the filter `trans`. */
  readonly translations?: Translations | undefined;
  /** Shared by the parts of one document, so that one time limit applies to compiling all of them. */
  readonly clock?: CompileClock | undefined;
}

interface RenderSettings {
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
 * Compiles a template with its partials. Throws a `TemplateSyntaxError` with the place of the error.
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
      return run(unit, data, runtime, region);
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

function run(
  unit: Unit,
  data: Value,
  runtime: Runtime,
  { language, timeZone }: Pick<RenderSettings, 'language' | 'timeZone'>,
): string {
  const toValue = (value: Value) => (value instanceof RowList ? value.toSequence(runtime) : value);
  // The first, because it may throw.
  const zoneBefore = setOwnZone(timeZone);
  const countedBefore = countComparisons((entries) => runtime.tick(entries));
  const localeBefore = setOwnLocale(language);
  const watchedBefore = watchNumbers((text, read) => noticeNumber(runtime, text, read));
  try {
    runUnit(
      runtime,
      unit,
      new Map(isArray(data) ? getEntries(data).map(([key, value]) => [String(key), toValue(value)]) : []),
    );
    const text = runtime.result();
    if (runtime.written * 3 > runtime.limits.output && Buffer.byteLength(text) > runtime.limits.output) {
      runtime.outputTooLong();
    }
    return text;
  } catch (error) {
    const place = () => runtime.source.place(runtime.at);
    if (error instanceof TwigFault)
      throw new TemplateRuntimeError(place(), error.message + describeRow(runtime.row));
    if (isStackOverflow(error))
      throw new TemplateRuntimeError(place(), 'The template is nested too deep (depth bound).');
    // V8's own limit is some 500 million characters. It is reached only by text that `limits.string` does not catch.
    if (error instanceof RangeError && /^Invalid (string|array|typed array) length/.test(error.message)) {
      const detail = `A text or list is longer than ${runtime.limits.string} characters.`;
      throw new TemplateRuntimeError(place(), detail);
    }
    throw error;
  } finally {
    countComparisons(countedBefore);
    watchNumbers(watchedBefore);
    setOwnLocale(localeBefore);
    setOwnZone(zoneBefore);
  }
}

/** Notices that arithmetic reads only the start of a text. */
function noticeNumber(runtime: Runtime, text: string, read: number | bigint): void {
  const { notices, source, at } = runtime;
  if (!notices) return;
  const place = `number ${at} of ${source.part}, ${source.template}`;
  const explain = () => {
    const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    const hasComma = /^\s*[+-]?[\d.'’\s]*\d,\d*\s*$/.test(text.slice(0, 400));
    const remedy = hasComma
      ? ' Write numbers with a point, as in 23.90, or read the CSV with --decimal ",".'
      : '';
    return `The text "${shown}" is no number: it was read as ${read}.${remedy}`;
  };
  notices.add(place, () => place, runtime, explain);
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}
