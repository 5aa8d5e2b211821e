/** Compiles the tags that use other templates: `include`, `embed`, `import` and `from`. */

import type { Expression } from '../parser/ast.ts';
import { runUnit } from '../runtime/inheritance.ts';
import type { Frame, Unit } from '../runtime/runtime.ts';
import { scope } from '../runtime/scope.ts';
import type { Body, Kind, TemplateCompiler } from './template.ts';

export function compileInclude(
  compiler: TemplateCompiler,
  node: { variables: Expression | null; only: boolean; at: number },
  find: (frame: Frame) => Unit | undefined,
): Body {
  const variables = node.variables ? compiler.expressions.compile(node.variables) : null;
  const { only, at } = node;
  return (frame) => {
    const unit = find(frame);
    const extra = variables ? (variables(frame) ?? null) : undefined;
    frame.runtime.at = at;
    if (!unit) return;
    runUnit(frame.runtime, unit, scope(frame, extra, only, 'include'));
  };
}

export function compileImport(compiler: TemplateCompiler, node: Kind<'import'>): Body {
  const { module, at } = node;
  if (module.template === null) return () => {};
  if (module.template.kind === 'constant') {
    const found = compiler.partial(String(module.template.value), module.template.at);
    if (found.unit) return () => {};
    return (frame) => {
      frame.runtime.at = at;
      found.get();
    };
  }
  const find = compiler.templates(module.template, false);
  return (frame) => {
    frame.runtime.modules.set(module, find(frame) as Unit);
  };
}
