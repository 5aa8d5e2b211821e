/** Compiles the small tags: `if`, `set`, `with`, `apply`. */
import { TwigFault } from '../errors.ts';
import { Frame } from '../runtime/runtime.ts';
import { scope } from '../runtime/scope.ts';
import { isArray } from '../runtime/values/array.ts';
import { truthy } from '../runtime/values/compare.ts';
import { Markup } from '../runtime/values/value.ts';
import { compilePrinted } from './print.ts';
import type { Body, Kind, TemplateCompiler } from './template.ts';

export function compileIf(compiler: TemplateCompiler, node: Kind<'if'>): Body {
  const branches = node.branches.map((each) => ({
    test: compiler.expressions.compile(each.test, 'tested'),
    body: compiler.body(each.body),
  }));
  const otherwise = node.otherwise ? compiler.body(node.otherwise) : null;
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

export function compileSet(compiler: TemplateCompiler, node: Kind<'set'>): Body {
  const [name, second] = node.names;
  const values = node.values.map((each) => compiler.expressions.compile(each));
  const [value] = values;
  if (name !== undefined && value && second === undefined) {
    return (frame) => frame.set(name, value(frame));
  }
  // All values are evaluated before any variable is set, so that `{% set a, b = b, a %}` swaps.
  return (frame) => {
    const given = values.map((each) => each(frame));
    node.names.forEach((each, index) => {
      frame.set(each, given[index]);
    });
  };
}

export function compileWith(compiler: TemplateCompiler, node: Kind<'with'>): Body {
  const variables = node.variables ? compiler.expressions.compile(node.variables) : null;
  const body = compiler.body(node.body);
  const { only, at } = node;
  return (frame) => {
    const extra = variables?.(frame);
    frame.runtime.at = at;
    if (variables && !isArray(extra))
      throw new TwigFault('Variables passed to the "with" tag must be a mapping.');
    const vars = scope(frame, extra, only, 'with');
    body(new Frame(frame.runtime, vars, frame.chains, frame.block, frame.level));
  };
}

export function compileApply(compiler: TemplateCompiler, node: Kind<'apply'>): Body {
  const body = compiler.body(node.body);
  const text = compilePrinted(compiler, node.filter);
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
