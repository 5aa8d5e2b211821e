/** Compiles expressions to closures over a frame. Decisions that need only the tree are made once, at compile time. */
import { TwigFault } from '../errors.ts';
import type { Expression } from '../parser/ast.ts';
import type { Frame } from '../runtime/runtime.ts';
import { truthy } from '../runtime/values/compare.ts';
import { negate, operand } from '../runtime/values/number.ts';
import { toText } from '../runtime/values/text.ts';
import { OrderedMap, type Value } from '../runtime/values/value.ts';
import { suggest } from '../suggest.ts';
import { compileArrow } from './arrow.ts';
import { assign } from './assign.ts';
import { compileAttribute } from './attribute.ts';
import { compileBinary } from './binary-operators.ts';
import { compileFilter, compileFunctionCall, compileTest } from './call.ts';
import { compileMapping, compileSequence } from './collections.ts';
import { compileMacroCall } from './macro-call.ts';
import type { TemplateCompiler } from './template.ts';

export type Run = (frame: Frame) => Value;

export type ExpressionKind<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

export class ExpressionCompiler {
  readonly template: TemplateCompiler;
  /** The steps that the current body costs: its nodes compiled so far, and the costs of the callables in it. */
  weight = 0;
  /** Whether the expression has no effects, and the same result if it is evaluated again with the same variables. */
  isRepeatable = true;

  constructor(template: TemplateCompiler) {
    this.template = template;
  }

  get strict(): boolean {
    return this.template.environment.options.strict;
  }

  /** Compiles an expression. If `lenient`, an undefined name or attribute is null even in a strict template. */
  compile(node: Expression, lenient = false): Run {
    this.weight++;
    this.template.environment.step(this.template.source, node.at);
    switch (node.kind) {
      case 'constant': {
        const { value } = node;
        return () => value;
      }
      case 'name':
        return this.#name(node, lenient);
      case 'list':
        return compileSequence(this, node);
      case 'hash':
        return compileMapping(this, node);
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
        return compileAttribute(this, node, lenient);
      case 'filter':
        return compileFilter(this, node);
      case 'function':
        return compileFunctionCall(this, node, lenient);
      case 'test':
        return compileTest(this, node);
      case 'arrow':
        return compileArrow(this, node);
      case 'macro':
        this.isRepeatable = false;
        return compileMacroCall(this, node);
      case 'assign': {
        this.isRepeatable = false;
        const value = this.compile(node.value);
        const { at } = node;
        const { strict } = this;
        return (frame) => {
          const given = value(frame);
          frame.runtime.at = at;
          assign(frame, node.target, given, strict);
          return given;
        };
      }
      case 'captured':
        return (frame) => frame.vars.get(' captured') ?? '';
    }
  }

  #name(node: ExpressionKind<'name'>, lenient: boolean): Run {
    const { name, at } = node;
    if (name === '_context') {
      return (frame) => {
        frame.runtime.charge(frame.vars.size);
        return new OrderedMap(new Map(frame.vars));
      };
    }
    if (name === '_self') {
      const { source } = this.template.unit;
      return () => source.template ?? source.part;
    }
    if (name === '_charset') return () => 'UTF-8';
    if (!this.strict || lenient) {
      return (frame) => {
        const value = frame.vars.get(name);
        return value === undefined ? null : value;
      };
    }
    return (frame) => {
      const value = frame.vars.get(name);
      if (value !== undefined) return value;
      frame.runtime.at = at;
      throw new TwigFault(`Variable "${name}" does not exist.${suggest(name, frame.vars.keys())}`);
    };
  }

  #unary(node: ExpressionKind<'unary'>): Run {
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

  #binary(node: ExpressionKind<'binary'>): Run {
    if (node.operator === '??') {
      const left = this.compile(node.left, true);
      const right = this.compile(node.right);
      return (frame) => left(frame) ?? right(frame);
    }
    return compileBinary(
      node,
      (each, lenient) => this.compile(each, lenient),
      (detail, at) => this.template.fail(detail, at),
    );
  }

  #concat(node: ExpressionKind<'concat'>): Run {
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
      // V8 joins strings as a rope, without copying the longest part.
      frame.runtime.charge(text.length - longest + 1);
      return text;
    };
  }
}
