/** Compiles the functions that depend on the surrounding template: `include`, `source`, `block`, `parent`. */

import { TwigFault } from '../errors.ts';
import type { Argument, Expression } from '../parser/ast.ts';
import { runBlock, runBlockFrom, runUnit } from '../runtime/inheritance.ts';
import type { Frame } from '../runtime/runtime.ts';
import { scope } from '../runtime/scope.ts';
import { truthy } from '../runtime/values/compare.ts';
import { toText } from '../runtime/values/text.ts';
import { Markup, type Value } from '../runtime/values/value.ts';
import { type Callable, callable } from './callable.ts';
import type { Run } from './expression.ts';
import type { TemplateCompiler } from './template.ts';

const never = () => null;

/**
 * Their entries in the table of functions, for names, parameters and escaping. They are never called:
 * `compileFunction` compiles the calls.
 */
export const templateFunctions: ReadonlyMap<string, Callable> = new Map([
  [
    'include',
    callable('template variables? with_context? ignore_missing? sandboxed?', never, { safe: 'all' }),
  ],
  ['source', callable('name ignore_missing?', never, { safe: 'all' })],
  ['block', callable('name template?', never, { safe: 'all' })],
  ['parent', callable('', never, { safe: 'all' })],
]);

type FunctionNode = Extract<Expression, { kind: 'function' }>;

export function compileFunction(
  compiler: TemplateCompiler,
  node: FunctionNode,
  bind: (args: Argument[], target: Callable, title: string) => (Run | null)[] | ((frame: Frame) => Value[]),
): Run | null {
  const target = templateFunctions.get(node.name);
  if (!target) return null;
  const { at } = node;
  const bound = bind(node.arguments, target, `the function "${node.name}"`);
  if (typeof bound === 'function') return compiler.fail(`"${node.name}" takes no spread arguments.`, at);
  const argument = (name: string) => {
    const index = target.parameters.indexOf(name);
    const given = node.arguments.find((each) => each.name?.replaceAll('_', '') === name.replaceAll('_', ''));
    return given ?? (node.arguments[index]?.name === null ? node.arguments[index] : undefined);
  };
  const value = (name: string) => bound[target.parameters.indexOf(name)] ?? null;
  const flag = (name: string) => argument(name)?.value;
  switch (node.name) {
    case 'include':
      return compileInclude(compiler, node, value, flag, at);
    case 'source': {
      const name = value('name') as Run;
      const lenient = value('ignore_missing');
      const { environment } = compiler;
      const named = argument('name')?.value;
      if (!lenient && named?.kind === 'constant' && !environment.has(String(named.value))) {
        environment.noteMissing(String(named.value), compiler.source, named.at);
      }
      return (frame) => {
        const wanted = toText(name(frame));
        frame.runtime.at = at;
        const text = environment.findSource(wanted);
        if (text !== undefined) return frame.runtime.built(text);
        if (lenient && truthy(lenient(frame))) return '';
        throw new TwigFault(environment.missing(wanted));
      };
    }
    case 'block': {
      const name = value('name') as Run;
      const other = argument('template');
      const find = other ? compiler.templates(other.value, false) : null;
      return (frame) => {
        const wanted = toText(name(frame));
        const unit = find?.(frame);
        frame.runtime.at = at;
        return frame.runtime.capture(() =>
          unit ? runBlockFrom(frame, unit, wanted) : runBlock(frame, wanted, 0),
        );
      };
    }
    default:
      return (frame) => {
        frame.runtime.at = at;
        const { block, level } = frame;
        if (block === null) throw new TwigFault('"parent()" belongs inside a block.');
        if ((frame.chains.get(block)?.length ?? 0) <= level + 1) {
          throw new TwigFault(`The block "${block}" overrides no other one, so it has no parent().`);
        }
        return frame.runtime.capture(() => runBlock(frame, block, level + 1));
      };
  }
}

function compileInclude(
  compiler: TemplateCompiler,
  node: FunctionNode,
  value: (name: string) => Run | null,
  flag: (name: string) => Expression | undefined,
  at: number,
): Run {
  const missing = flag('ignore_missing');
  const lenient = missing !== undefined && !(missing.kind === 'constant' && missing.value === false);
  const first = node.arguments.find((each) => each.name === null || each.name === 'template') as Argument;
  const find = compiler.templates(first.value, lenient);
  const variables = value('variables');
  const withContext = value('with_context');
  return (frame) => {
    const unit = find(frame);
    const extra = variables ? (variables(frame) ?? null) : undefined;
    const only = withContext ? !truthy(withContext(frame)) : false;
    frame.runtime.at = at;
    if (!unit) return '';
    const text = frame.runtime.capture(() =>
      runUnit(frame.runtime, unit, scope(frame, extra, only, 'include')),
    );
    return text === '' ? '' : new Markup(text);
  };
}
