/** Tags become closures over a frame; a template becomes a `Unit`. */
import type { Callable } from './callable.ts';
import { ExpressionCompiler, type Run } from './compile-expression.ts';
import type { Environment } from './environment.ts';
import { Fault } from './errors.ts';
import { escapeAs, escapeHtml } from './escape.ts';
import { LoopParent, LoopState } from './loop.ts';
import { compileMacro } from './macro.ts';
import type { Argument, Expression, ModuleReference, Node, TemplateNode } from './nodes.ts';
import { type BlockBody, type Chains, Frame, type Runtime, type Unit } from './runtime.ts';
import { isSafe } from './safety.ts';
import type { Source } from './source.ts';
import { compileFunction } from './template-functions.ts';
import { entriesOf, fromData, isArray, type Key, keysOf, valuesOf } from './values/array.ts';
import { truthy } from './values/compare.ts';
import { numberText, toText } from './values/text.ts';
import { Markup, type Value } from './values/value.ts';

export type Body = (frame: Frame) => void;

type Kind<K extends Node['kind']> = Extract<Node, { kind: K }>;

/** Fills a unit from its tree. */
export function compileTemplate(
  tree: TemplateNode,
  unit: Unit,
  environment: Environment,
  strategy: string | false,
): void {
  new TemplateCompiler(unit, environment, strategy).run(tree);
}

export class TemplateCompiler {
  readonly unit: Unit;
  readonly environment: Environment;
  /** The escaping strategy where the compiler stands. */
  strategy: string | false;
  readonly expressions: ExpressionCompiler;

  constructor(unit: Unit, environment: Environment, strategy: string | false) {
    this.unit = unit;
    this.environment = environment;
    this.strategy = strategy;
    this.expressions = new ExpressionCompiler(this);
  }

  get source(): Source {
    return this.unit.source;
  }

  fail(detail: string, at: number): never {
    return this.source.fail(detail, at);
  }

  run(tree: TemplateNode): void {
    const { unit } = this;
    for (const [name, macro] of tree.macros) unit.macros.set(name, compileMacro(this, macro));
    for (const [name, block] of tree.blocks) {
      unit.blocks.set(name, { source: this.source, run: this.body(block.body) });
    }
    for (const trait of tree.traits) {
      const used = this.partial(String((trait.template as { value: string }).value), trait.at);
      for (const name of trait.aliases.keys()) {
        if (!used.blocks.has(name) && used.traits.length === 0) {
          this.fail(`The used template has no block "${name}".`, trait.at);
        }
      }
      unit.traits.push(() => renamed(allBlocks(used), trait.aliases));
    }
    unit.body = this.body(tree.body);
    if (tree.parent) unit.parent = this.#templates(tree.parent, false) as (frame: Frame) => Unit;
  }

  /** A partial that is named by a constant: compiled now, so that its errors come now. */
  partial(name: string, at: number): Unit {
    return this.environment.find(name) ?? this.fail(this.environment.missing(name), at);
  }

  /** The template that an expression names. `lenient`: undefined where there is none. */
  #templates(node: Expression, lenient: boolean): (frame: Frame) => Unit | undefined {
    const { environment } = this;
    if (node.kind === 'constant' && typeof node.value === 'string') {
      const { value } = node;
      const unit = lenient ? environment.find(value) : this.partial(value, node.at);
      return () => unit;
    }
    const compileNow = (each: Expression) => {
      if (each.kind === 'constant' && typeof each.value === 'string') environment.find(each.value);
    };
    if (node.kind === 'list') for (const item of node.items) compileNow(item.value);
    if (node.kind === 'conditional') {
      compileNow(node.then);
      compileNow(node.else);
    }
    const run = this.expressions.compile(node);
    const { at } = node;
    return (frame) => {
      const given = run(frame);
      frame.runtime.at = at;
      const names = isArray(given) ? valuesOf(given).map(toText) : [toText(given)];
      for (const name of names) {
        const unit = environment.find(name);
        if (unit) return unit;
      }
      if (lenient) return undefined;
      throw new Fault(environment.missing(names[0] ?? ''));
    };
  }

  /** Where the macros of a reference come from, when it runs. */
  module(reference: ModuleReference, at: number): (frame: Frame) => Unit | undefined {
    const { unit } = this;
    if (reference.template === null) return () => unit;
    if (reference.template.kind === 'constant') {
      const found = this.partial(String(reference.template.value), at);
      return () => found;
    }
    return (frame) => frame.runtime.modules.get(reference);
  }

  /** A body with its own weight in steps. */
  body(node: Node): Body {
    const outer = this.expressions.weight;
    this.expressions.weight = 0;
    const runs: Body[] = [];
    this.#collect(node, runs);
    const weight = this.expressions.weight + runs.length + 1;
    this.expressions.weight = outer;
    const [first, second] = runs;
    if (!first) return () => {};
    if (!second) {
      return (frame) => {
        frame.runtime.tick(weight);
        first(frame);
      };
    }
    return (frame) => {
      frame.runtime.tick(weight);
      for (let i = 0; i < runs.length; i++) (runs[i] as Body)(frame);
    };
  }

  #collect(node: Node, into: Body[]): void {
    if (node.kind === 'sequence') for (const child of node.children) this.#collect(child, into);
    else if (node.kind !== 'nothing') into.push(this.#node(node));
  }

  #node(node: Exclude<Node, { kind: 'sequence' | 'nothing' }>): Body {
    switch (node.kind) {
      case 'text': {
        const { text } = node;
        return (frame) => frame.runtime.write(text);
      }
      case 'print':
        return this.#print(node);
      case 'if':
        return this.#if(node);
      case 'for':
        return this.#for(node);
      case 'set':
        return this.#set(node);
      case 'capture': {
        const body = this.body(node.body);
        const { name } = node;
        return (frame) => {
          const text = frame.runtime.capture(() => body(frame));
          frame.set(name, text === '' ? '' : new Markup(text));
        };
      }
      case 'do': {
        const value = this.expressions.compile(node.value);
        return (frame) => void value(frame);
      }
      case 'block': {
        const { name } = node;
        return (frame) => runBlock(frame, name, 0);
      }
      case 'include':
        return this.#include(node, this.#templates(node.template, node.ignoreMissing));
      case 'embed': {
        const unit = this.environment.embedded(node.template, this.source, this.strategy);
        return this.#include(node, () => unit);
      }
      case 'import':
        return this.#import(node);
      case 'with':
        return this.#with(node);
      case 'apply':
        return this.#apply(node);
      case 'autoescape': {
        const outer = this.strategy;
        this.strategy = node.strategy;
        const body = this.body(node.body);
        this.strategy = outer;
        return body;
      }
    }
  }

  #print(node: Kind<'print'>): Body {
    const { at } = node;
    const text = this.printed(node.value);
    return (frame) => {
      const { runtime } = frame;
      runtime.at = at;
      runtime.write(text(frame));
    };
  }

  /** The text that printing an expression writes, escaped where it has to be. */
  printed(node: Expression): (frame: Frame) => string {
    const { strategy } = this;
    if (node.kind === 'constant') {
      const text = toText(node.value);
      return () => text;
    }
    if (strategy === false || isSafe(node, strategy, this.environment.tables)) {
      const value = this.expressions.compile(node);
      return (frame) => toText(value(frame));
    }
    if (node.kind === 'conditional') {
      const test = this.expressions.compile(node.test);
      const then = this.printed(node.then);
      const otherwise = this.printed(node.else);
      return (frame) => (truthy(test(frame)) ? then(frame) : otherwise(frame));
    }
    const escaped = escaper(strategy);
    if (node.kind === 'binary' && (node.operator === '?:' || node.operator === '??')) {
      const elvis = node.operator === '?:';
      const left = this.expressions.compile(node.left, !elvis);
      const show = isSafe(node.left, strategy, this.environment.tables)
        ? (_: Runtime, v: Value) => toText(v)
        : escaped;
      const right = this.printed(node.right);
      return (frame) => {
        const value = left(frame);
        return (elvis ? truthy(value) : value !== null && value !== undefined)
          ? show(frame.runtime, value)
          : right(frame);
      };
    }
    const value = this.expressions.compile(node);
    return (frame) => escaped(frame.runtime, value(frame));
  }

  #if(node: Kind<'if'>): Body {
    const branches = node.branches.map((each) => ({
      test: this.expressions.compile(each.test),
      body: this.body(each.body),
    }));
    const otherwise = node.otherwise ? this.body(node.otherwise) : null;
    const [only, another] = branches;
    if (only && !another) {
      return (frame) => {
        if (truthy(only.test(frame))) only.body(frame);
        else if (otherwise) otherwise(frame);
      };
    }
    return (frame) => {
      for (const { test, body } of branches) if (truthy(test(frame))) return body(frame);
      if (otherwise) otherwise(frame);
    };
  }

  #for(node: Kind<'for'>): Body {
    const { keyName, valueName, usesLoop, at } = node;
    const over = this.expressions.compile(node.over);
    const body = this.body(node.body);
    const otherwise = node.otherwise ? this.body(node.otherwise) : null;
    const hidden = keyName === null ? [valueName, 'loop'] : [keyName, valueName, 'loop'];
    return (frame) => {
      const collection = over(frame);
      const values = isArray(collection) ? valuesOf(collection) : [];
      if (values.length === 0) {
        if (otherwise) otherwise(frame);
        return;
      }
      const { runtime, vars } = frame;
      const keys = keyName === null || Array.isArray(collection) ? null : keysOf(collection);
      if (!Array.isArray(collection)) runtime.charge(values.length);
      const before = new Map<string, Value>();
      for (const name of hidden) before.set(name, vars.get(name));
      const outerAdded = frame.added;
      frame.added = [];
      const loop = usesLoop ? new LoopState(values.length, new LoopParent(frame, before)) : null;
      if (loop) vars.set('loop', loop);
      for (let i = 0; i < values.length; i++) {
        runtime.at = at;
        runtime.tick(1);
        if (keyName !== null) vars.set(keyName, keys === null ? i : (keys[i] as Key));
        vars.set(valueName, fromData(values[i]));
        if (loop) {
          loop.index0 = i;
          // A loop inside has put its own in the way.
          vars.set('loop', loop);
        }
        body(frame);
      }
      for (const name of frame.added) vars.delete(name);
      frame.added = outerAdded;
      for (const [name, value] of before) {
        if (value === undefined) vars.delete(name);
        else vars.set(name, value);
      }
    };
  }

  #set(node: Kind<'set'>): Body {
    const [name, second] = node.names;
    const values = node.values.map((each) => this.expressions.compile(each));
    const [value] = values;
    if (name !== undefined && value && second === undefined) {
      return (frame) => frame.set(name, value(frame));
    }
    // All values before any variable: `{% set a, b = b, a %}` swaps.
    return (frame) => {
      const given = values.map((each) => each(frame));
      node.names.forEach((each, index) => {
        frame.set(each, given[index]);
      });
    };
  }

  #include(
    node: { variables: Expression | null; only: boolean; at: number },
    find: (frame: Frame) => Unit | undefined,
  ): Body {
    const variables = node.variables ? this.expressions.compile(node.variables) : null;
    const { only, at } = node;
    return (frame) => {
      const unit = find(frame);
      const extra = variables?.(frame);
      frame.runtime.at = at;
      if (!unit) return;
      runUnit(frame.runtime, unit, scope(frame, extra, only, 'include'));
    };
  }

  #import(node: Kind<'import'>): Body {
    const { module, at } = node;
    if (module.template === null) return () => {};
    if (module.template.kind === 'constant') {
      this.partial(String(module.template.value), at);
      return () => {};
    }
    const find = this.#templates(module.template, false);
    return (frame) => {
      frame.runtime.modules.set(module, find(frame) as Unit);
    };
  }

  #with(node: Kind<'with'>): Body {
    const variables = node.variables ? this.expressions.compile(node.variables) : null;
    const body = this.body(node.body);
    const { only, at } = node;
    return (frame) => {
      const extra = variables?.(frame);
      frame.runtime.at = at;
      if (variables && !isArray(extra))
        throw new Fault('Variables passed to the "with" tag must be a mapping.');
      const vars = scope(frame, extra, only, 'with');
      body(new Frame(frame.runtime, vars, frame.chains, frame.block, frame.level));
    };
  }

  #apply(node: Kind<'apply'>): Body {
    const body = this.body(node.body);
    const text = this.printed(node.filter);
    return (frame) => {
      const { vars, runtime } = frame;
      const before = vars.get(' captured');
      const captured = runtime.capture(() => body(frame));
      vars.set(' captured', captured === '' ? '' : new Markup(captured));
      const result = text(frame);
      if (before === undefined) vars.delete(' captured');
      else vars.set(' captured', before);
      runtime.write(result);
    };
  }

  // For expressions

  specialFunction(
    node: Extract<Expression, { kind: 'function' }>,
    bind: (args: Argument[], target: Callable, title: string) => (Run | null)[] | ((frame: Frame) => Value[]),
  ): Run | null {
    return compileFunction(this, node, bind, (template, lenient) => this.#templates(template, lenient));
  }

  checkArrow(args: readonly Argument[], name: string): void {
    for (const { value } of args) {
      if (value.kind === 'constant' && typeof value.value === 'string' && name !== 'reduce') {
        this.fail(`The filter "${name}" takes an arrow function, not the name of one.`, value.at);
      }
    }
  }
}

function escaper(strategy: string): (runtime: Runtime, value: Value) => string {
  const toStrategy = strategy === 'html' ? escapeHtml : (text: string) => escapeAs(text, strategy);
  return (runtime, value) => {
    if (typeof value === 'string') {
      if (value.length > 256) runtime.charge(value.length);
      return toStrategy(value);
    }
    if (typeof value === 'number')
      return strategy === 'html' ? numberText(value) : toStrategy(numberText(value));
    if (value instanceof Markup) return value.text;
    return toStrategy(toText(value));
  };
}

/** The variables for a template or body inside another one. */
export function scope(frame: Frame, extra: Value, only: boolean, user: string): Map<string, Value> {
  const vars = only ? new Map<string, Value>() : new Map(frame.vars);
  frame.runtime.charge(vars.size * 4);
  if (extra !== undefined && extra !== null) {
    if (!isArray(extra)) throw new Fault(`Variables passed to "${user}" must be a mapping.`);
    for (const [key, value] of entriesOf(extra)) vars.set(String(key), value ?? null);
  }
  return vars;
}

/** All blocks of a template with those that it uses. */
function allBlocks(unit: Unit): Map<string, BlockBody[]> {
  const chains = new Map<string, BlockBody[]>();
  for (const [name, block] of unit.blocks) chains.set(name, [block]);
  // The last `use` wins over those before it.
  for (const trait of unit.traits.toReversed()) {
    for (const [name, blocks] of trait()) chains.set(name, [...(chains.get(name) ?? []), ...blocks]);
  }
  return chains;
}

function renamed(
  blocks: Map<string, BlockBody[]>,
  aliases: ReadonlyMap<string, string>,
): Map<string, BlockBody[]> {
  return new Map([...blocks].map(([name, chain]) => [aliases.get(name) ?? name, chain]));
}

/** Runs a template with these variables: its body, then its parent's, up to the one without a parent. */
export function runUnit(runtime: Runtime, unit: Unit, vars: Map<string, Value>): void {
  runtime.enter(unit.source, () => {
    const chains: Chains = new Map();
    const frame = new Frame(runtime, vars, chains);
    for (let current: Unit = unit, height = 0; ; height++) {
      if (height > runtime.limits.depth) runtime.tooDeep();
      runtime.tick(5);
      runtime.source = current.source;
      for (const [name, blocks] of allBlocks(current))
        chains.set(name, [...(chains.get(name) ?? []), ...blocks]);
      // The body first: a parent may be named by a variable that it sets.
      current.body(frame);
      if (!current.parent) return;
      current = current.parent(frame);
    }
  });
}

/** Runs a block as it stands for this template, or one that it overrides. */
export function runBlock(frame: Frame, name: string, level: number): void {
  const block = frame.chains.get(name)?.[level];
  if (!block) throw new Fault(`Block "${name}" is not defined.`);
  const { runtime } = frame;
  runtime.charge(frame.vars.size);
  runtime.enter(block.source, () => {
    block.run(new Frame(runtime, new Map(frame.vars), frame.chains, name, level));
  });
}

/** Runs a block of another template. */
export function runBlockOf(frame: Frame, unit: Unit, name: string): void {
  const { runtime } = frame;
  const chains: Chains = new Map();
  const inner = new Frame(runtime, new Map(frame.vars), chains);
  runtime.charge(frame.vars.size);
  for (let current: Unit | null = unit, height = 0; current && height < 50; height++) {
    for (const [each, blocks] of allBlocks(current))
      chains.set(each, [...(chains.get(each) ?? []), ...blocks]);
    current = current.parent ? current.parent(inner) : null;
  }
  runBlock(inner, name, 0);
}
