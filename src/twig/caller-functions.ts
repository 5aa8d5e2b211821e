/** Functions and filters that the caller adds to one template. Any other template has none of them. */
import { type Callable, callable } from './compiler/callable.ts';
import { TwigFault } from './errors.ts';
import { renderZone } from './library/date/time-zone.ts';
import { TwigDate } from './library/date/twig-date.ts';
import { binaryOperators, unaryOperators } from './parser/operators.ts';
import { isStackOverflow } from './render-unit.ts';
import type { Runtime } from './runtime/runtime.ts';
import { fromData, getEntries, getSize, getValues, isArray, isList } from './runtime/values/array.ts';
import { Arrow, Markup, Thing, type Value } from './runtime/values/value.ts';

/**
 * Gets copies of values as JavaScript has them: text, numbers (beyond 2⁵³ as `bigint`), booleans, null, arrays, objects,
 * and `Date` for a date. Returns such a value, which is escaped like one of the data. What it throws fails the render with
 * a `TemplateRuntimeError` whose `cause` it is.
 */
// biome-ignore lint/suspicious/noExplicitAny: a function declares what it takes, or leaves it to its tests.
export type CallerFunction = (...values: any[]) => unknown;

export type CallerFunctions = Readonly<Record<string, CallerFunction>>;

/** Names as the lexer reads them. Operators such as `in` match too. */
const validName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** What a call of each kind gets. */
const signatures = { filter: 'value ...values', function: '...values' } as const;

/**
 * Returns the table with those of the caller, or the table itself if there are none. Throws a `TypeError` for a name that is
 * taken, or cannot be one.
 */
export function withCallers(
  table: ReadonlyMap<string, Callable>,
  kind: keyof typeof signatures,
  own: CallerFunctions | undefined,
): ReadonlyMap<string, Callable> {
  if (!own) return table;
  const all = new Map(table);
  for (const [name, call] of Object.entries(own)) {
    if (typeof call !== 'function') throw new TypeError(`The ${kind} "${name}" must be a function.`);
    if (!validName.test(name) || binaryOperators.has(name) || unaryOperators.has(name)) {
      throw new TypeError(
        `"${name}" is no name for a ${kind}: it has letters, digits and "_", and is no operator.`,
      );
    }
    // Escaping, inheritance and the analysis of templates rely on what the built-in ones do.
    if (table.has(name)) throw new TypeError(`Twig has a ${kind} "${name}" already. Choose another name.`);
    all.set(name, toCallable(`The ${kind} "${name}"`, signatures[kind], call));
  }
  return all;
}

/** Twenty times as many steps as a built-in one: what it does is not counted, and the clock is read between steps. */
const cost = 20;

function toCallable(title: string, signature: string, own: CallerFunction): Callable {
  const call = (runtime: Runtime, ...values: Value[]): Value => {
    const given = values.map((value) => toJavaScript(runtime, value, title));
    let result: unknown;
    try {
      result = own(...given);
    } catch (cause) {
      if (isStackOverflow(cause)) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new TwigFault(`${title} failed: ${reason}`, { cause });
    }
    return fromJavaScript(runtime, result, title);
  };
  return { ...callable(signature, call, { cost }), isRepeatable: false };
}

function toJavaScript(runtime: Runtime, value: Value, title: string): unknown {
  if (value instanceof Markup) return value.text;
  if (value instanceof TwigDate) return new Date(value.instant);
  if (value instanceof Arrow) throw new TwigFault(`${title} takes no arrow function.`);
  if (value instanceof Thing) return value.text() ?? toJavaScript(runtime, value.plain(), title);
  if (!isArray(value)) return fromData(value);
  runtime.charge(8 + getSize(value) * 2);
  if (isList(value)) return getValues(value).map((each) => toJavaScript(runtime, each, title));
  return Object.fromEntries(
    getEntries(value).map(([key, each]) => [key, toJavaScript(runtime, each, title)]),
  );
}

function fromJavaScript(runtime: Runtime, value: unknown, title: string): Value {
  if (typeof value === 'string') return runtime.built(value);
  if (value instanceof Date) return new TwigDate(value.getTime(), renderZone());
  if (typeof value !== 'object' || value === null) return fromData(value);
  if (value instanceof Promise) {
    throw new TwigFault(
      `${title} returned a promise. A template does not wait: await it before, and pass the result.`,
    );
  }
  if (!isArray(value)) {
    const shown = value.constructor?.name ?? 'object';
    throw new TwigFault(
      `${title} returned a ${shown}: only text, numbers, booleans, null, dates, arrays and plain objects are values.`,
    );
  }
  runtime.charge(8 + getSize(value) * 2);
  if (Array.isArray(value)) return value.map((each) => fromJavaScript(runtime, each, title));
  return Object.fromEntries(
    getEntries(value).map(([key, each]) => [key, fromJavaScript(runtime, each, title)]),
  );
}
