import { TwigFault } from '../errors.ts';
import { Arrow } from '../runtime/values/value.ts';
import type { ExpressionCompiler, ExpressionKind, Run } from './expression.ts';

/** Compiles an arrow function. It sees the surrounding variables, and its parameters hide them while it runs. */
export function compileArrow(compiler: ExpressionCompiler, node: ExpressionKind<'arrow'>): Run {
  const { parameters, at } = node;
  const outer = compiler.weight;
  compiler.weight = 0;
  const body = compiler.compile(node.body);
  const weight = compiler.weight + 1;
  compiler.weight = outer + 1;
  return (frame) => {
    const { runtime, vars } = frame;
    runtime.charge(32);
    return new Arrow((...values) => {
      runtime.tick(weight);
      if (++runtime.depth > runtime.limits.depth) runtime.tooDeep();
      const before = parameters.map((name) => vars.get(name));
      parameters.forEach((name, index) => {
        const value = values[index];
        if (value === undefined) {
          runtime.at = at;
          throw new TwigFault(
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
