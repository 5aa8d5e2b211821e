/** Compiles calls of filters, functions and tests. */

import { TwigFault } from '../errors.ts';
import type { Argument } from '../parser/ast.ts';
import type { Frame } from '../runtime/runtime.ts';
import { isArray } from '../runtime/values/array.ts';
import { Markup, type Value } from '../runtime/values/value.ts';
import { compileDefined } from './attribute.ts';
import { isSafe } from './autoescape.ts';
import { bindArguments, type Callable } from './callable.ts';
import { spreadable } from './collections.ts';
import type { ExpressionCompiler, ExpressionKind, Reading, Run } from './expression.ts';
import { compileFunction, templateFunctions } from './template-functions.ts';

export function compileFilter(
  compiler: ExpressionCompiler,
  node: ExpressionKind<'filter'>,
  reading: Reading,
): Run {
  const { at, name } = node;
  const { tables } = compiler.template.environment;
  const target = tables.filters.get(name) as Callable;
  const isRepeatable = name !== 'shuffle' && name !== 'invoke' && target.isRepeatable !== false;
  if (!isRepeatable) compiler.isRepeatable = false;
  const title = `the filter "${name}"`;
  if (name === 'default') {
    const reads = node.input.kind === 'name' || node.input.kind === 'attribute';
    const input = compiler.compile(node.input, reads ? 'optional' : 'read');
    if (node.arguments.length === 0) return compileCall(compiler, target, input, node.arguments, title, at);
    // A fallback that is itself undefined is null. Only an omitted fallback is the empty text.
    const given: Callable = {
      ...target,
      call: (runtime, value, fallback) => target.call(runtime, value, fallback ?? null),
    };
    return compileCall(compiler, given, input, node.arguments, title, at);
  }
  let input = compiler.compile(node.input, reading === 'tested' ? 'tested' : 'read');
  // As in PHP, this applies inside `autoescape false` too, but not if the template is compiled without escaping.
  const isHtml = compiler.template.environment.options.autoescape !== false;
  if (target.preEscape && isHtml && !isSafe(node.input, 'html', tables)) {
    const raw = input;
    const escapeFilter = tables.filters.get('escape') as Callable;
    input = (frame) => {
      const value = raw(frame);
      return value instanceof Markup || isArray(value) ? value : escapeFilter.call(frame.runtime, value);
    };
  }
  if (name === 'sort' || name === 'map' || name === 'filter' || name === 'reduce' || name === 'find') {
    compiler.template.checkArrow(node.arguments, name);
  }
  return compileCall(compiler, target, input, node.arguments, title, at);
}

/** `lenient`, for example on the left of `??`: a constant that does not exist is null. */
export function compileFunctionCall(
  compiler: ExpressionCompiler,
  node: ExpressionKind<'function'>,
  lenient: boolean,
): Run {
  // A template that is included, or a block, may do anything.
  if (node.name === 'random' || templateFunctions.has(node.name)) compiler.isRepeatable = false;
  if (lenient && node.name === 'constant') {
    const isDefined = compileDefined(compiler, node);
    const value = compileFunctionCall(compiler, node, false);
    return (frame) => (isDefined(frame) ? value(frame) : null);
  }
  const special = compileFunction(compiler.template, node, (args, target, title) =>
    compileArguments(compiler, target, args, 0, title, node.at),
  );
  if (special) return special;
  const target = compiler.template.environment.tables.functions.get(node.name) as Callable;
  if (target.isRepeatable === false) compiler.isRepeatable = false;
  return compileCall(compiler, target, null, node.arguments, `the function "${node.name}"`, node.at);
}

export function compileTest(compiler: ExpressionCompiler, node: ExpressionKind<'test'>): Run {
  const { name, negated, at } = node;
  if (name === 'defined') {
    const defined = compileDefined(compiler, node.input);
    return negated ? (frame) => !defined(frame) : defined;
  }
  const target = compiler.template.environment.tables.tests.get(name) as Callable;
  const run = compileCall(
    compiler,
    target,
    compiler.compile(node.input, 'tested'),
    node.arguments,
    `the test "${name}"`,
    at,
  );
  return negated ? (frame) => run(frame) !== true : run;
}

/** Compiles the call of a filter, function or test. `input` is the filtered or tested value; null for a function. */
function compileCall(
  compiler: ExpressionCompiler,
  target: Callable,
  input: Run | null,
  args: readonly Argument[],
  title: string,
  at: number,
): Run {
  const bound = compileArguments(compiler, target, args, input ? 1 : 0, title, at);
  const { call, cost, variadic } = target;
  compiler.weight += cost;
  if (typeof bound === 'function') {
    return (frame) => {
      const first = input ? [input(frame)] : [];
      return call(frame.runtime, ...first, ...bound(frame)) ?? null;
    };
  }
  const all: (Run | null)[] = input ? [input, ...bound] : bound;
  const [a, b] = all;
  if (all.length === 1 && a) {
    return (frame) => {
      const first = a(frame);
      frame.runtime.at = at;
      return call(frame.runtime, first);
    };
  }
  if (all.length === 2 && a && b) {
    return (frame) => {
      const first = a(frame);
      const second = b(frame);
      frame.runtime.at = at;
      return call(frame.runtime, first, second);
    };
  }
  // Up to four values are passed one by one, because collecting them in an array takes longer than most filters.
  if (all.length === 3 || all.length === 4) {
    const [, , c, d] = all;
    return (frame) => {
      const first = a ? a(frame) : undefined;
      const second = b ? b(frame) : undefined;
      const third = c ? c(frame) : undefined;
      const fourth = d ? d(frame) : undefined;
      frame.runtime.at = at;
      // A variadic callable counts its arguments, so a missing fourth one is not passed.
      return d || !variadic
        ? call(frame.runtime, first, second, third, fourth)
        : call(frame.runtime, first, second, third);
    };
  }
  return (frame) => {
    const values = all.map((each) => (each ? each(frame) : undefined));
    frame.runtime.at = at;
    return call(frame.runtime, ...values);
  };
}

/**
 * Compiles arguments in the order of the parameters, null for an omitted one. If there are spread arguments, returns
 * one function that evaluates all of them, because only the values determine their parameters. The first `skip`
 * parameters are not bound: they receive the input of a filter or test.
 */
function compileArguments(
  compiler: ExpressionCompiler,
  target: Pick<Callable, 'parameters' | 'aliases' | 'required' | 'variadic'>,
  args: readonly Argument[],
  skip: number,
  title: string,
  at: number,
): (Run | null)[] | ((frame: Frame) => Value[]) {
  const bound = bindArguments(target, args, skip, title, (detail, argument) =>
    compiler.template.fail(detail, argument?.value.at ?? at),
  );
  if (!args.some((each) => each.spread)) return bound.map((each) => each && compiler.compile(each.value));
  const runs = bound.map((each) => each && { run: compiler.compile(each.value), spread: each.spread });
  const names = target.parameters.slice(skip);
  const maxCount = target.variadic ? Number.POSITIVE_INFINITY : names.length;
  return (frame) => {
    const values: Value[] = [];
    for (const each of runs) {
      if (each === null) values.push(undefined);
      else if (!each.spread) values.push(each.run(frame));
      else {
        for (const [key, value] of spreadable(frame, each.run(frame))) {
          const index = typeof key === 'string' ? names.indexOf(target.aliases?.get(key) ?? key) : -1;
          if (index === -1) values.push(value);
          else values[index] = value;
        }
      }
    }
    frame.runtime.at = at;
    if (values.length > maxCount)
      throw new TwigFault(`Too many arguments for ${title} (at most ${maxCount}).`);
    if (values.length < target.required - skip) throw new TwigFault(`Too few arguments for ${title}.`);
    return values;
  };
}
