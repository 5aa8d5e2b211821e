import { TwigFault } from '../errors.ts';
import type { Frame, Unit } from '../runtime/runtime.ts';
import { toText } from '../runtime/values/text.ts';
import { Markup, type Value } from '../runtime/values/value.ts';
import { suggest } from '../suggest.ts';
import { spreadable } from './collections.ts';
import type { ExpressionCompiler, ExpressionKind, Run } from './expression.ts';

/** Compiles the call of a macro: `_self.name(…)`, `module.name(…)`, or a name imported by a `from` tag. */
export function compileMacroCall(compiler: ExpressionCompiler, node: ExpressionKind<'macro'>): Run {
  const { at } = node;
  const getName = compileMacroName(compiler, node);
  const module = compiler.template.module(node.module);
  const args = node.arguments.map((each) => ({
    name: each.name,
    spread: each.spread,
    run: compiler.compile(each.value),
  }));
  const spread = args.some((each) => each.spread);
  const plainNames = args.map((each) => each.name);
  return (frame) => {
    const values: Value[] = [];
    let names = plainNames;
    if (spread) names = [];
    for (const each of args) {
      const value = each.run(frame);
      if (!each.spread) {
        values.push(value);
        if (spread) names.push(each.name);
        continue;
      }
      for (const [key, one] of spreadable(frame, value)) {
        values.push(one);
        names.push(typeof key === 'string' ? key : null);
      }
    }
    const name = getName(frame);
    frame.runtime.at = at;
    const unit = module(frame);
    if (!unit) throw new TwigFault('The template of this macro is not imported here.');
    const macro = findMacro(unit, name, frame);
    if (!macro) {
      const hint = suggest(name, unit.macros.keys());
      throw new TwigFault(`Macro "${name}" is not defined in ${getTitle(unit)}.${hint}`);
    }
    const text = macro(frame.runtime, values, names);
    return text === '' ? '' : new Markup(text);
  };
}

export function compileMacroName(
  compiler: ExpressionCompiler,
  { name }: ExpressionKind<'macro'>,
): (frame: Frame) => string {
  if (typeof name === 'string') return () => name;
  const run = compiler.compile(name);
  return (frame) => toText(run(frame));
}

/** Finds a macro in the template or the templates that it extends, 20 templates at most. */
function findMacro(unit: Unit, name: string, frame: Frame): ReturnType<Unit['macros']['get']> {
  let from: Unit | null = unit;
  for (let i = 0; from && i < 20; i++) {
    const macro = from.macros.get(name);
    if (macro) return macro;
    from = from.parent?.(frame) ?? null;
  }
  return undefined;
}

const getTitle = (unit: Unit) =>
  unit.source.template === null ? 'this template' : `"${unit.source.template}"`;
