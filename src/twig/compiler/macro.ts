import { TwigFault } from '../errors.ts';
import type { MacroNode } from '../parser/ast.ts';
import { allBlocks } from '../runtime/inheritance.ts';
import { Frame, type Unit } from '../runtime/runtime.ts';
import { fromEntries, type Key, normalKey } from '../runtime/values/array.ts';
import type { Value } from '../runtime/values/value.ts';
import type { TemplateCompiler } from './template.ts';

/** Compiles a macro. It sees its arguments and `varargs`, but no other variables of the surrounding template. */
export function compileMacro(
  compiler: TemplateCompiler,
  node: MacroNode,
): ReturnType<Unit['macros']['get']> & object {
  const parameters = node.parameters.map((each) => ({
    name: each.name,
    fallback: each.fallback ? compiler.expressions.compile(each.fallback) : null,
  }));
  const known = new Set(parameters.map((each) => each.name));
  const body = compiler.body(node.body);
  const { unit } = compiler;
  const { source } = unit;
  return (runtime, args, names) => {
    runtime.tick(args.length + parameters.length);
    const vars = new Map<string, Value>();
    let rest: Map<Key, Value> | null = null;
    let position = 0;
    let extra = 0;
    for (let index = 0; index < args.length; index++) {
      const value = args[index];
      const name = names[index] ?? null;
      if (name !== null) {
        if (known.has(name)) {
          if (vars.has(name))
            throw new TwigFault(`Argument "${name}" of the macro "${node.name}" is given twice.`);
          vars.set(name, value ?? null);
        } else {
          rest ??= new Map();
          rest.set(normalKey(name), value);
        }
        continue;
      }
      const parameter = parameters[position++];
      if (parameter) vars.set(parameter.name, value ?? null);
      else {
        rest ??= new Map();
        rest.set(extra++, value);
      }
    }
    const frame = new Frame(
      runtime,
      vars,
      unit.blocks.size > 0 || unit.traits.length > 0 ? allBlocks(unit, runtime) : new Map(),
    );
    for (const { name, fallback } of parameters) {
      if (!vars.has(name)) vars.set(name, fallback ? fallback(frame) : null);
    }
    vars.set('varargs', rest === null ? [] : fromEntries(rest as Iterable<[Key, Value]>));
    let text = '';
    runtime.enter(source, () => {
      text = runtime.capture(() => body(frame));
    });
    return text;
  };
}
