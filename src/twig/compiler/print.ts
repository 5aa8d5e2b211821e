/** Compiles `{{ … }}`: the text that it writes, and its escaping. */

import type { Expression } from '../parser/ast.ts';
import { escapeAs, escapeHtml, escapeInlineMarkdown } from '../runtime/escape.ts';
import { escapeMarkdownText } from '../runtime/markdown-text.ts';
import type { Frame, Runtime } from '../runtime/runtime.ts';
import { truthy } from '../runtime/values/compare.ts';
import { numberText } from '../runtime/values/number-text.ts';
import { toText } from '../runtime/values/text.ts';
import { Markup, Thing, type Value } from '../runtime/values/value.ts';
import { isSafe } from './autoescape.ts';
import type { Body, Kind, TemplateCompiler } from './template.ts';

export function compilePrint(compiler: TemplateCompiler, node: Kind<'print'>): Body {
  const { at } = node;
  const text = compilePrinted(compiler, node.value);
  return (frame) => {
    const { runtime } = frame;
    runtime.at = at;
    runtime.write(text(frame));
  };
}

/** Compiles an expression to the text that printing it writes, escaped if necessary. */
export function compilePrinted(compiler: TemplateCompiler, node: Expression): (frame: Frame) => string {
  const { strategy } = compiler;
  if (node.kind === 'constant') {
    const text = toText(node.value);
    return () => text;
  }
  if (strategy === false || isSafe(node, strategy, compiler.environment.tables)) {
    const value = compiler.expressions.compile(node);
    return (frame) => toText(value(frame));
  }
  if (node.kind === 'conditional') {
    const test = compiler.expressions.compile(node.test, 'tested');
    const then = compilePrinted(compiler, node.then);
    const otherwise = compilePrinted(compiler, node.else);
    return (frame) => (truthy(test(frame)) ? then(frame) : otherwise(frame));
  }
  const escaped = escaper(strategy);
  if (node.kind === 'binary' && (node.operator === '?:' || node.operator === '??')) {
    const elvis = node.operator === '?:';
    const left = compiler.expressions.compile(node.left, elvis ? 'tested' : 'optional');
    const show = isSafe(node.left, strategy, compiler.environment.tables)
      ? (_: Runtime, v: Value) => toText(v)
      : escaped;
    const right = compilePrinted(compiler, node.right);
    return (frame) => {
      const value = left(frame);
      return (elvis ? truthy(value) : value !== null && value !== undefined)
        ? show(frame.runtime, value)
        : right(frame);
    };
  }
  const value = compiler.expressions.compile(node);
  return (frame) => escaped(frame.runtime, value(frame));
}

const common: Readonly<Record<string, (text: string) => string>> = {
  html: escapeHtml,
  'inline-markdown': escapeInlineMarkdown,
  markdown: escapeMarkdownText,
};

function escaper(strategy: string): (runtime: Runtime, value: Value) => string {
  const toStrategy = common[strategy] ?? ((text: string) => escapeAs(text, strategy));
  return (runtime, value) => {
    if (typeof value === 'string') {
      if (value.length > 256) runtime.charge(value.length);
      return toStrategy(value);
    }
    // Numbers contain nothing to escape. That includes the minus sign.
    if (typeof value === 'number') return numberText(value);
    if (value instanceof Markup) return value.text;
    return value instanceof Thing ? toStrategy(toText(value)) : toText(value);
  };
}
