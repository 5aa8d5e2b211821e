/** Defines filters, functions and tests, and binds arguments to their parameters. */
import type { Argument } from '../parser/ast.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Value } from '../runtime/values/value.ts';

export type Safe = 'all' | readonly string[];

export interface Callable {
  /** The names of the parameters, with the filtered value first. */
  readonly parameters: readonly string[];
  /** Alternative names of parameters, by alias: PHP's own functions and Twig's documentation differ for some. */
  readonly aliases?: ReadonlyMap<string, string> | undefined;
  /** The number of required parameters, which come first. */
  readonly required: number;
  /** Whether any number of further arguments is accepted. */
  readonly variadic: boolean;
  /** An omitted argument is undefined. */
  readonly call: (runtime: Runtime, ...values: Value[]) => Value;
  /** The escaping strategies for which the result is already safe. */
  readonly safe: Safe | ((args: readonly Argument[]) => Safe);
  /** Whether the input is escaped before the call, unless it is safe. */
  readonly preEscape: boolean;
  /** Steps of one call, in addition to those that `call` counts itself. */
  readonly cost: number;
  /** False if a call may have effects, or another result for the same values. */
  readonly isRepeatable?: boolean | undefined;
}

export interface CallableOptions {
  readonly safe?: Callable['safe'];
  readonly preEscape?: boolean;
  readonly cost?: number;
}

/**
 * Creates a callable. `signature` names the parameters: `'number decimals? point? ...rest'`. A question mark makes a
 * parameter optional, and `options|flags?` has two names.
 */
export function callable(signature: string, call: Callable['call'], options: CallableOptions = {}): Callable {
  const words = signature === '' ? [] : signature.split(' ');
  const named = words.filter((word) => !word.startsWith('...'));
  const names = named.map((word) => word.replace('?', '').split('|'));
  const aliases = names.flatMap(([name = '', ...others]) =>
    others.map((other): [string, string] => [other, name]),
  );
  return {
    parameters: names.map(([name = '']) => name),
    aliases: aliases.length > 0 ? new Map(aliases) : undefined,
    required: named.filter((word) => !word.endsWith('?')).length,
    variadic: named.length < words.length,
    call,
    safe: options.safe ?? [],
    preEscape: options.preEscape ?? false,
    cost: options.cost ?? 1,
  };
}

/** Folds different spellings of a name: `thousand_sep`, `thousandSep` and `thousandsep` are the same. */
const folded = (name: string) => name.replaceAll('_', '').toLowerCase();

/**
 * Returns the arguments in the order of the parameters after the first `skip` ones, null for an omitted one. Calls
 * `fail` with the reason, and the argument concerned, if they do not match. Spread arguments keep their position and
 * are bound during the call.
 */
export function bindArguments(
  target: Pick<Callable, 'parameters' | 'aliases' | 'required' | 'variadic'>,
  args: readonly Argument[],
  skip: number,
  title: string,
  fail: (detail: string, argument?: Argument) => never,
): (Argument | null)[] {
  const parameters = target.parameters.slice(skip);
  const bound: (Argument | null)[] = [];
  const spread = args.some((each) => each.spread);
  for (const argument of args) {
    if (argument.name === null) {
      if (bound.length >= parameters.length && !target.variadic && !spread) {
        fail(`Too many arguments for ${title} (at most ${parameters.length}).`, argument);
      }
      bound.push(argument);
      continue;
    }
    const wanted = folded(target.aliases?.get(argument.name) ?? argument.name);
    const index = parameters.findIndex((each) => folded(each) === wanted);
    if (index === -1) {
      const known =
        parameters.length > 0 ? ` (it has ${parameters.map((each) => `"${each}"`).join(', ')})` : '';
      fail(`Unknown argument "${argument.name}" for ${title}${known}.`, argument);
    }
    while (bound.length < index) bound.push(null);
    if (bound[index]) fail(`Argument "${argument.name}" of ${title} is given twice.`, argument);
    bound[index] = argument;
  }
  if (!spread) {
    const needed = target.required - skip;
    for (let i = 0; i < needed; i++) {
      if (!bound[i]) fail(`Value for argument "${parameters[i]}" is required for ${title}.`);
    }
  }
  return bound;
}
