import { TwigFault } from '../errors.ts';
import { Frame } from '../runtime/runtime.ts';
import { Arrow, type Value } from '../runtime/values/value.ts';
import type { ExpressionCompiler, ExpressionKind, Run } from './expression.ts';

/** Compiles an arrow function. It sees the surrounding variables, and its parameters hide them while it runs. */
export function compileArrow(compiler: ExpressionCompiler, node: ExpressionKind<'arrow'>): Run {
  const { parameters, at } = node;
  const { weight: outerWeight, isRepeatable: isOuterRepeatable } = compiler;
  compiler.weight = 0;
  compiler.isRepeatable = true;
  const body = compiler.compile(node.body);
  const weight = compiler.weight + 1;
  const { isRepeatable } = compiler;
  compiler.weight = outerWeight + 1;
  compiler.isRepeatable = isOuterRepeatable && isRepeatable;
  const { source } = compiler.template;
  const toCall =
    (frame: Frame) =>
    (...values: Value[]): Value => {
      const { runtime, vars } = frame;
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
    };
  /** Errors of the later call name the arrow's place, which may be in another template than what runs then. */
  const capture = ({ runtime, vars, chains, block, level }: Frame) => {
    // Another arrow among the variables sees those of its own frame, which may change.
    if (!isRepeatable || [...vars.values()].some((value) => value instanceof Arrow)) return undefined;
    runtime.charge(vars.size * 4);
    const call = toCall(new Frame(runtime, new Map(vars), chains, block, level));
    return (...values: Value[]): Value => {
      const { source: outer, at: outerAt } = runtime;
      runtime.source = source;
      runtime.at = at;
      const result = call(...values);
      runtime.source = outer;
      runtime.at = outerAt;
      return result;
    };
  };
  return (frame) => {
    frame.runtime.charge(32);
    return new Arrow(toCall(frame), frame, capture);
  };
}
