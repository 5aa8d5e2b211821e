/** Compiles expressions to closures over a frame. Decisions that need only the tree are made once, at compile time. */
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
import { noticeUndefined } from './notice-undefined.ts';
import type { TemplateCompiler } from './template.ts';

export type Run = (frame: Frame) => Value;

/**
 * The use that the template makes of a name or an attribute. An undefined one that is `read` causes a notice; one that
 * is `tested` is only an error of a strict render; one that is `optional`, for example before `??`, is neither.
 */
export type Reading = 'read' | 'tested' | 'optional';

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

  /** Whether an undefined name or attribute is noticed if the template does this with it. */
  notices(reading: Reading): boolean {
    return reading === 'read' || (reading === 'tested' && this.template.environment.options.strict);
  }

  /**
   * Compiles an expression. An undefined name or attribute is null, unless `keepsUndefined`: what is read of it is not
   * noticed a second time.
   */
  compile(node: Expression, reading: Reading = 'read', keepsUndefined = false): Run {
    this.weight++;
    this.template.environment.step(this.template.source, node.at);
    switch (node.kind) {
      case 'constant': {
        const { value } = node;
        return () => value;
      }
      case 'name':
        return this.#name(node, reading, keepsUndefined);
      case 'list':
        return compileSequence(this, node);
      case 'hash':
        return compileMapping(this, node);
      case 'unary':
        return this.#unary(node);
      case 'binary':
        return this.#binary(node, reading);
      case 'concat':
        return this.#concat(node);
      case 'conditional': {
        const test = this.compile(node.test, 'tested');
        const then = this.compile(node.then);
        const otherwise = this.compile(node.else);
        return (frame) => (truthy(test(frame)) ? then(frame) : otherwise(frame));
      }
      case 'attribute':
        return compileAttribute(this, node, reading, keepsUndefined);
      case 'filter':
        return compileFilter(this, node, reading);
      case 'function':
        return compileFunctionCall(this, node, reading === 'optional');
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

  #name(node: ExpressionKind<'name'>, reading: Reading, keepsUndefined: boolean): Run {
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
    const absent = keepsUndefined ? undefined : null;
    if (!this.notices(reading)) {
      return (frame) => {
        const value = frame.vars.get(name);
        return value === undefined ? absent : value;
      };
    }
    return (frame) => {
      const value = frame.vars.get(name);
      if (value !== undefined) return value;
      frame.runtime.at = at;
      noticeUndefined(
        frame,
        node,
        () => `Variable "${name}" does not exist.${suggest(name, frame.vars.keys())}`,
      );
      return absent;
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
    const run = this.compile(node.operand, operator === 'not' ? 'tested' : 'read');
    if (operator === 'not') return (frame) => !truthy(run(frame));
    return (frame) => {
      const value = run(frame);
      frame.runtime.at = at;
      return operator === '-' ? negate(value) : operand(value, '*', 1, true);
    };
  }

  #binary(node: ExpressionKind<'binary'>, reading: Reading): Run {
    if (node.operator === '??') {
      const left = this.compile(node.left, 'optional');
      const right = this.compile(node.right, reading === 'tested' ? 'tested' : 'read');
      return (frame) => left(frame) ?? right(frame);
    }
    return compileBinary(
      node,
      reading,
      (each, how) => this.compile(each, how),
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
