/** Expressions become closures over a frame. What can be decided from the tree is decided here, once. */
import { attribute, knownAttribute, missingAttribute } from './attribute.ts';
import { bindArguments, type Callable } from './callable.ts';
import type { TemplateCompiler } from './compile-template.ts';
import { Fault } from './errors.ts';
import type { Argument, Expression, Target } from './nodes.ts';
import { compileBinary } from './operations.ts';
import type { Frame, Unit } from './runtime.ts';
import { isSafe } from './safety.ts';
import {
  entriesOf,
  entryOf,
  fromEntries,
  isArray,
  type Key,
  keyOf,
  normalKey,
  sizeOf,
  valuesOf,
} from './values/array.ts';
import { truthy } from './values/compare.ts';
import { negate, operand } from './values/number.ts';
import { toText } from './values/text.ts';
import { Arrow, Markup, OrderedMap, type Value } from './values/value.ts';

export type Run = (frame: Frame) => Value;

type Kind<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

export class ExpressionCompiler {
  readonly #template: TemplateCompiler;
  /** Nodes compiled since it was last asked: what a body weighs in steps. */
  weight = 0;

  constructor(template: TemplateCompiler) {
    this.#template = template;
  }

  get #strict(): boolean {
    return this.#template.environment.options.strict;
  }

  /** `lenient`: an undefined name or attribute is null even in a strict template. */
  compile(node: Expression, lenient = false): Run {
    this.weight++;
    switch (node.kind) {
      case 'constant': {
        const { value } = node;
        return () => value;
      }
      case 'name':
        return this.#name(node, lenient);
      case 'list':
        return this.#list(node);
      case 'hash':
        return this.#hash(node);
      case 'unary':
        return this.#unary(node);
      case 'binary':
        return this.#binary(node);
      case 'concat':
        return this.#concat(node);
      case 'conditional': {
        const test = this.compile(node.test);
        const then = this.compile(node.then);
        const otherwise = this.compile(node.else);
        return (frame) => (truthy(test(frame)) ? then(frame) : otherwise(frame));
      }
      case 'attribute':
        return this.#attribute(node, lenient);
      case 'filter':
        return this.#filter(node);
      case 'function':
        return this.#function(node);
      case 'test':
        return this.#test(node);
      case 'arrow':
        return this.#arrow(node);
      case 'macro':
        return this.#macro(node);
      case 'assign': {
        const value = this.compile(node.value);
        const { at } = node;
        return (frame) => {
          const given = value(frame);
          frame.runtime.at = at;
          assign(frame, node.target, given);
          return given;
        };
      }
      case 'captured':
        return (frame) => frame.vars.get(' captured') ?? '';
    }
  }

  #name(node: Kind<'name'>, lenient: boolean): Run {
    const { name, at } = node;
    if (name === '_context') {
      return (frame) => {
        frame.runtime.charge(frame.vars.size);
        return new OrderedMap(new Map(frame.vars));
      };
    }
    if (name === '_self') {
      const { source } = this.#template.unit;
      return () => source.template ?? source.part;
    }
    if (name === '_charset') return () => 'UTF-8';
    if (!this.#strict || lenient) {
      return (frame) => {
        const value = frame.vars.get(name);
        return value === undefined ? null : value;
      };
    }
    return (frame) => {
      const value = frame.vars.get(name);
      if (value !== undefined) return value;
      frame.runtime.at = at;
      throw new Fault(`Variable "${name}" does not exist.`);
    };
  }

  #list(node: Kind<'list'>): Run {
    if (!node.items.some((each) => each.spread)) {
      const items = node.items.map((each) => this.compile(each.value));
      return (frame) => items.map((item) => item(frame));
    }
    const items = node.items.map((each) => ({ run: this.compile(each.value), spread: each.spread }));
    const { at } = node;
    return (frame) => {
      const values = items.map(({ run }) => run(frame));
      frame.runtime.at = at;
      if (values.every((value, index) => !items[index]?.spread || Array.isArray(value))) {
        let size = 0;
        values.forEach((value, index) => {
          size += items[index]?.spread ? (value as Value[]).length : 1;
        });
        frame.runtime.charge(size * 2);
        return values.flatMap((value, index) => (items[index]?.spread ? (value as Value[]) : [value]));
      }
      const map = new Map<Key, Value>();
      let next = 0;
      for (const [index, value] of values.entries()) {
        if (!items[index]?.spread) {
          map.set(next++, value);
          continue;
        }
        for (const [key, each] of spreadable(frame, value))
          map.set(typeof key === 'number' ? next++ : key, each);
      }
      return fromEntries(map as Iterable<[Key, Value]>);
    };
  }

  #hash(node: Kind<'hash'>): Run {
    const { at } = node;
    const entries = node.entries.map(({ key, value }) => {
      if (key === null) return { known: undefined, key: null, run: this.compile(value) };
      if (key.kind === 'constant') return { known: keyOf(key.value), key: null, run: this.compile(value) };
      return { known: undefined, key: this.compile(key), run: this.compile(value) };
    });
    return (frame) => {
      const map = new Map<Key, Value>();
      for (const { known, key, run } of entries) {
        if (known !== undefined) map.set(known, run(frame));
        else if (key !== null) {
          const normal = keyOf(key(frame));
          frame.runtime.at = at;
          if (normal === undefined) throw new Fault('The key of a mapping must be text or a number.');
          map.set(normal, run(frame));
        } else {
          const value = run(frame);
          frame.runtime.at = at;
          for (const [name, each] of spreadable(frame, value)) {
            if (typeof name === 'number') map.set(nextIndex(map), each);
            else map.set(name, each);
          }
        }
      }
      return fromEntries(map as Iterable<[Key, Value]>);
    };
  }

  #unary(node: Kind<'unary'>): Run {
    const { at, operator } = node;
    if (operator === '-' && node.operand.kind === 'constant') {
      const { value } = node.operand;
      if (typeof value === 'number' || typeof value === 'bigint') {
        const negative = negate(value);
        return () => negative;
      }
    }
    const run = this.compile(node.operand);
    if (operator === 'not') return (frame) => !truthy(run(frame));
    return (frame) => {
      const value = run(frame);
      frame.runtime.at = at;
      return operator === '-' ? negate(value) : operand(value, '*', 1, true);
    };
  }

  #binary(node: Kind<'binary'>): Run {
    if (node.operator === '??') {
      const left = this.compile(node.left, true);
      const right = this.compile(node.right);
      return (frame) => left(frame) ?? right(frame);
    }
    return compileBinary(
      node,
      (each, lenient) => this.compile(each, lenient),
      (detail, at) => this.#template.fail(detail, at),
    );
  }

  #concat(node: Kind<'concat'>): Run {
    const parts = node.parts.map((each) => this.compile(each));
    return (frame) => {
      let text = '';
      let longest = 0;
      for (const part of parts) {
        const value = part(frame);
        const next = typeof value === 'string' ? value : toText(value);
        if (next.length > longest) longest = next.length;
        text += next;
        if (text.length > frame.runtime.limits.string) frame.runtime.tooLong();
      }
      // Joining makes a rope: nothing of the longest part is copied.
      frame.runtime.charge(text.length - longest + 1);
      return text;
    };
  }

  #attribute(node: Kind<'attribute'>, lenient: boolean): Run {
    const object = this.compile(node.object, lenient || node.nullSafe);
    const { at, nullSafe } = node;
    const strict = this.#strict && !lenient;
    if (node.key.kind === 'constant' && node.access !== 'call' && node.arguments.length === 0) {
      const raw = node.key.value;
      const key = keyOf(raw) as Key;
      if (!strict) {
        return (frame) => {
          const value = knownAttribute(object(frame), key);
          return value === undefined ? null : value;
        };
      }
      return (frame) => {
        const from = object(frame);
        if (nullSafe && from === null) return null;
        const value = knownAttribute(from, key);
        if (value !== undefined) return value;
        frame.runtime.at = at;
        throw new Fault(missingAttribute(from, raw, false));
      };
    }
    const key = this.compile(node.key);
    const called = node.access === 'call';
    const args =
      called || node.arguments.length > 0 ? node.arguments.map((each) => this.compile(each.value)) : null;
    return (frame) => {
      const from = object(frame);
      const name = key(frame);
      const given = args?.map((each) => each(frame)) ?? null;
      frame.runtime.at = at;
      const value = attribute(from, name, given);
      if (value !== undefined) return value;
      if (!strict || (nullSafe && from === null)) return null;
      throw new Fault(missingAttribute(from, name, called));
    };
  }

  /** Whether a node is defined, without evaluating more than that takes. */
  #defined(node: Expression): (frame: Frame) => boolean {
    this.weight++;
    switch (node.kind) {
      case 'name': {
        const { name } = node;
        if (name === '_context' || name === '_self' || name === '_charset') return () => true;
        return (frame) => frame.vars.has(name);
      }
      case 'attribute': {
        const object = this.compile(node.object, true);
        const key = this.compile(node.key);
        const args = node.access === 'call' ? node.arguments.map((each) => this.compile(each.value)) : null;
        return (frame) =>
          attribute(object(frame), key(frame), args?.map((each) => each(frame)) ?? null) !== undefined;
      }
      case 'macro': {
        const module = this.#template.module(node.module, node.at);
        return (frame) => module(frame)?.macros.has(node.name) ?? false;
      }
      case 'function': {
        const name = node.arguments[0] ? this.compile(node.arguments[0].value) : null;
        if (node.name === 'block' && name) return (frame) => frame.chains.has(toText(name(frame)));
        if (node.name === 'parent') {
          return (frame) =>
            frame.block !== null && (frame.chains.get(frame.block)?.length ?? 0) > frame.level + 1;
        }
        if (node.name === 'constant' && name) {
          const known = this.#template.environment.tables.functions.get('constant') as Callable;
          return (frame) => {
            try {
              return known.call(frame.runtime, name(frame)) !== undefined;
            } catch {
              return false;
            }
          };
        }
        return () => true;
      }
      case 'constant':
      case 'list':
      case 'hash':
        return () => true;
      default:
        return this.#template.fail(
          '"is defined" works on variables, attributes, blocks, macros and constants.',
          node.at,
        );
    }
  }

  /** The values of arguments, bound to the parameters of what is called. */
  #arguments(
    target: Pick<Callable, 'parameters' | 'required' | 'variadic'>,
    args: readonly Argument[],
    skip: number,
    title: string,
    at: number,
  ): (Run | null)[] | ((frame: Frame) => Value[]) {
    const bound = bindArguments(target, args, skip, title, (detail) => this.#template.fail(detail, at));
    if (!args.some((each) => each.spread)) return bound.map((each) => each && this.compile(each.value));
    const runs = bound.map((each) => each && { run: this.compile(each.value), spread: each.spread });
    const names = target.parameters.slice(skip);
    const most = target.variadic ? Number.POSITIVE_INFINITY : names.length;
    return (frame) => {
      const values: Value[] = [];
      for (const each of runs) {
        if (each === null) values.push(undefined);
        else if (!each.spread) values.push(each.run(frame));
        else {
          for (const [key, value] of spreadable(frame, each.run(frame))) {
            const index = typeof key === 'string' ? names.indexOf(key) : -1;
            if (index === -1) values.push(value);
            else values[index] = value;
          }
        }
      }
      frame.runtime.at = at;
      if (values.length > most) throw new Fault(`Too many arguments for ${title} (at most ${most}).`);
      if (values.length < target.required - skip) throw new Fault(`Too few arguments for ${title}.`);
      return values;
    };
  }

  /** Calls a filter, function or test. `input` is the value before the pipe. */
  #call(target: Callable, input: Run | null, args: readonly Argument[], title: string, at: number): Run {
    const bound = this.#arguments(target, args, input ? 1 : 0, title, at);
    const { call, cost } = target;
    this.weight += cost;
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
    return (frame) => {
      const values = all.map((each) => (each ? each(frame) : undefined));
      frame.runtime.at = at;
      return call(frame.runtime, ...values);
    };
  }

  #filter(node: Kind<'filter'>): Run {
    const { at, name } = node;
    const { tables } = this.#template.environment;
    const target = tables.filters.get(name) as Callable;
    const title = `the filter "${name}"`;
    if (name === 'default') {
      const reads = node.input.kind === 'name' || node.input.kind === 'attribute';
      return this.#call(target, this.compile(node.input, reads), node.arguments, title, at);
    }
    let input = this.compile(node.input);
    if (target.preEscape && !isSafe(node.input, 'html', tables) && this.#template.strategy !== false) {
      const raw = input;
      const escapeFilter = tables.filters.get('escape') as Callable;
      input = (frame) => {
        const value = raw(frame);
        return value instanceof Markup || isArray(value) ? value : escapeFilter.call(frame.runtime, value);
      };
    }
    if (name === 'sort' || name === 'map' || name === 'filter' || name === 'reduce' || name === 'find') {
      this.#template.checkArrow(node.arguments, name);
    }
    return this.#call(target, input, node.arguments, title, at);
  }

  #function(node: Kind<'function'>): Run {
    const special = this.#template.specialFunction(node, (args, target, title) =>
      this.#arguments(target, args, 0, title, node.at),
    );
    if (special) return special;
    const target = this.#template.environment.tables.functions.get(node.name) as Callable;
    return this.#call(target, null, node.arguments, `the function "${node.name}"`, node.at);
  }

  #test(node: Kind<'test'>): Run {
    const { name, negated, at } = node;
    if (name === 'defined') {
      const defined = this.#defined(node.input);
      return negated ? (frame) => !defined(frame) : defined;
    }
    const target = this.#template.environment.tables.tests.get(name) as Callable;
    const run = this.#call(target, this.compile(node.input), node.arguments, `the test "${name}"`, at);
    return negated ? (frame) => run(frame) !== true : run;
  }

  #arrow(node: Kind<'arrow'>): Run {
    const { parameters, at } = node;
    const outer = this.weight;
    this.weight = 0;
    const body = this.compile(node.body);
    const weight = this.weight + 1;
    this.weight = outer + 1;
    return (frame) => {
      const { runtime, vars } = frame;
      return new Arrow((...values) => {
        runtime.tick(weight);
        if (++runtime.depth > runtime.limits.depth) runtime.tooDeep();
        const before = parameters.map((name) => vars.get(name));
        parameters.forEach((name, index) => {
          const value = values[index];
          if (value === undefined) {
            runtime.at = at;
            throw new Fault(
              `The arrow function takes ${parameters.length} values, and gets ${values.length}.`,
            );
          }
          vars.set(name, value);
        });
        const result = body(frame);
        parameters.forEach((name, index) => {
          if (before[index] === undefined) vars.delete(name);
          else vars.set(name, before[index]);
        });
        runtime.depth--;
        return result ?? null;
      });
    };
  }

  #macro(node: Kind<'macro'>): Run {
    const { at, name } = node;
    const module = this.#template.module(node.module, at);
    const args = node.arguments.map((each) => ({
      name: each.name,
      spread: each.spread,
      run: this.compile(each.value),
    }));
    const spread = args.some((each) => each.spread);
    const plainNames = args.map((each) => each.name);
    return (frame) => {
      const values: Value[] = [];
      let names = plainNames;
      if (spread) names = [];
      for (const each of args) {
        const value = each.run(frame);
        if (!each.spread) {
          values.push(value);
          if (spread) names.push(each.name);
          continue;
        }
        for (const [key, one] of spreadable(frame, value)) {
          values.push(one);
          names.push(typeof key === 'string' ? key : null);
        }
      }
      frame.runtime.at = at;
      const unit = module(frame);
      if (!unit) throw new Fault('The template of this macro is not imported here.');
      const macro = findMacro(unit, name, frame);
      if (!macro) throw new Fault(`Macro "${name}" is not defined in ${titleOf(unit)}.`);
      const text = macro(frame.runtime, values, names);
      return text === '' ? '' : new Markup(text);
    };
  }
}

/** A macro of the template, or of the templates that it extends. */
function findMacro(unit: Unit, name: string, frame: Frame): ReturnType<Unit['macros']['get']> {
  let from: Unit | null = unit;
  for (let i = 0; from && i < 20; i++) {
    const macro = from.macros.get(name);
    if (macro) return macro;
    from = from.parent ? from.parent(frame) : null;
  }
  return undefined;
}

const titleOf = (unit: Unit) =>
  unit.source.template === null ? 'this template' : `"${unit.source.template}"`;

function spreadable(frame: Frame, value: Value): [Key, Value][] {
  if (!isArray(value)) throw new Fault('Only a sequence or a mapping can be spread.');
  frame.runtime.charge(sizeOf(value) * 8);
  return entriesOf(value);
}

function nextIndex(map: Map<Key, Value>): number {
  let next = 0;
  for (const key of map.keys()) if (typeof key === 'number' && key >= next) next = key + 1;
  return next;
}

function assign(frame: Frame, target: Target, value: Value): void {
  if (target.kind === 'variable') frame.set(target.name, value);
  else if (target.kind === 'list') {
    const values = valuesOf(value);
    target.targets.forEach((each, index) => {
      if (each) assign(frame, each, values[index] ?? null);
    });
  } else
    for (const each of target.entries)
      assign(frame, each.target, entryOf(value, normalKey(each.key)) ?? null);
}
