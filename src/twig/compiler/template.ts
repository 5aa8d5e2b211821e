/** Compiles tags to closures over a frame, and a template to a `Unit`. */

import { TwigFault } from '../errors.ts';
import type { Argument, Expression, ModuleReference, Node, TemplateNode } from '../parser/ast.ts';
import { allBlocks, renamed, runBlock } from '../runtime/inheritance.ts';
import type { Frame, Unit } from '../runtime/runtime.ts';
import { getValues, isArray } from '../runtime/values/array.ts';
import { toText } from '../runtime/values/text.ts';
import { Markup } from '../runtime/values/value.ts';
import type { Source } from '../source.ts';
import type { TwigEnvironment } from './environment.ts';
import { ExpressionCompiler } from './expression.ts';
import { compileFor } from './for.ts';
import { compileImport, compileInclude } from './include.ts';
import { compileMacro } from './macro.ts';
import { compilePrint } from './print.ts';
import { compileApply, compileIf, compileSet, compileWith } from './tags.ts';

export type Body = (frame: Frame) => void;

export type Kind<K extends Node['kind']> = Extract<Node, { kind: K }>;

/** Compiles a tree into `unit`. Throws a `TemplateSyntaxError` with the place of the error. */
export function compileTree(
  tree: TemplateNode,
  unit: Unit,
  environment: TwigEnvironment,
  { strategy, ignoreMissing = false }: TemplateCompileOptions,
): void {
  new TemplateCompiler(unit, environment, strategy).run(tree, ignoreMissing);
}

interface TemplateCompileOptions {
  readonly strategy: string | false;
  /** Whether the template that it extends may be missing, in which case nothing is printed. */
  readonly ignoreMissing?: boolean | undefined;
}

export class TemplateCompiler {
  readonly unit: Unit;
  readonly environment: TwigEnvironment;
  /** The escaping strategy at the node that is being compiled. */
  strategy: string | false;
  readonly expressions: ExpressionCompiler;

  constructor(unit: Unit, environment: TwigEnvironment, strategy: string | false) {
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

  run(tree: TemplateNode, ignoreMissing: boolean): void {
    const { unit } = this;
    for (const [name, macro] of tree.macros) unit.macros.set(name, compileMacro(this, macro));
    for (const [name, block] of tree.blocks) {
      const outer = this.strategy;
      this.strategy = block.strategy ?? outer;
      unit.blocks.set(name, { source: this.source, run: this.body(block.body) });
      this.strategy = outer;
    }
    for (const trait of tree.traits) {
      const find = this.partial(String((trait.template as { value: string }).value), trait.at);
      const known = find.unit;
      if (known && known.traits.length === 0) {
        for (const name of trait.aliases.keys()) {
          if (!known.blocks.has(name)) this.fail(`The used template has no block "${name}".`, trait.at);
        }
      }
      unit.traits.push((runtime) => {
        if (runtime.source === this.source) runtime.at = trait.at;
        const used = find.get();
        return renamed(allBlocks(used, runtime), trait.aliases);
      });
    }
    unit.body = this.body(tree.body);
    if (tree.parent) unit.parent = this.templates(tree.parent, ignoreMissing);
  }

  /**
   * Compiles a partial that is named by a constant, so that its errors are thrown at compile time. If the partial does
   * not exist, only `get` throws, a `TwigFault`: a render that does not reach the partial does not need it.
   */
  partial(name: string, at: number): { readonly unit: Unit | undefined; get(): Unit } {
    const unit = this.environment.find(name);
    const detail = unit ? '' : this.environment.noteMissing(name, this.source, at);
    return {
      unit,
      get: () => {
        if (unit) return unit;
        throw new TwigFault(detail);
      },
    };
  }

  /**
   * Compiles an expression that names a template, or a list of which the first existing one is used. If none exists,
   * the function returns undefined if `lenient`, and otherwise throws a `TwigFault`.
   */
  templates(node: Expression, lenient: boolean): (frame: Frame) => Unit | undefined {
    const { environment } = this;
    if (node.kind === 'constant' && typeof node.value === 'string') {
      const { value } = node;
      const { at } = node;
      if (lenient) {
        const unit = environment.find(value);
        return () => unit;
      }
      const found = this.partial(value, at);
      return (frame) => {
        if (!found.unit) frame.runtime.at = at;
        return found.get();
      };
    }
    const findNow = (each: Expression): boolean =>
      each.kind !== 'constant' ||
      typeof each.value !== 'string' ||
      environment.find(each.value) !== undefined;
    if (node.kind === 'list') for (const item of node.items) findNow(item.value);
    if (node.kind === 'conditional') {
      for (const each of [node.then, node.else]) {
        if (!findNow(each) && !lenient) {
          environment.noteMissing(String((each as { value: string }).value), this.source, each.at);
        }
      }
    }
    const run = this.expressions.compile(node);
    const { at } = node;
    return (frame) => {
      const given = run(frame);
      frame.runtime.at = at;
      const names = isArray(given) ? getValues(given).map(toText) : [toText(given)];
      for (const name of names) {
        const unit = environment.find(name);
        if (unit) return unit;
      }
      if (lenient) return undefined;
      throw new TwigFault(environment.missing(names[0] ?? ''));
    };
  }

  /** Returns a function that finds the template of a module reference during a render; undefined if there is none. */
  module(reference: ModuleReference): (frame: Frame) => Unit | undefined {
    const { unit } = this;
    if (reference.template === null) return () => unit;
    if (reference.template.kind === 'constant') {
      const found = this.environment.find(String(reference.template.value));
      return () => found;
    }
    return (frame) => frame.runtime.modules.get(reference);
  }

  /** Compiles a body, which counts its own weight in steps each time it runs. */
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
    this.environment.step(this.source, node.at);
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
        return compilePrint(this, node);
      case 'if':
        return compileIf(this, node);
      case 'for':
        return compileFor(this, node);
      case 'set':
        return compileSet(this, node);
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
        return compileInclude(this, node, this.templates(node.template, node.ignoreMissing));
      case 'embed': {
        // An embed is a separate template: as in PHP, a surrounding `autoescape` does not apply to it.
        const unit = this.environment.embedded(node.template, this.source, node.ignoreMissing);
        return compileInclude(this, node, () => unit);
      }
      case 'import':
        return compileImport(this, node);
      case 'with':
        return compileWith(this, node);
      case 'apply':
        return compileApply(this, node);
      case 'autoescape': {
        const outer = this.strategy;
        this.strategy = node.strategy;
        const body = this.body(node.body);
        this.strategy = outer;
        return body;
      }
    }
  }

  checkArrow(args: readonly Argument[], name: string): void {
    for (const { value } of args) {
      if (value.kind === 'constant' && typeof value.value === 'string' && name !== 'reduce') {
        this.fail(`The filter "${name}" takes an arrow function, not the name of one.`, value.at);
      }
    }
  }
}
