/** What filters, functions and tests are made of, and how arguments find their parameters. */
import type { Argument } from '../parser/ast.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Value } from '../runtime/values/value.ts';

export type Safe = 'all' | readonly string[];

export interface Callable {
  /** The names of the parameters, the filtered value first. */
  readonly parameters: readonly string[];
  /** Other names of parameters: those of PHP's own functions beside those of Twig's documentation. */
  readonly aliases?: ReadonlyMap<string, string> | undefined;
  /** How many of them must be given. */
  readonly required: number;
  /** Takes any number of arguments more. */
  readonly variadic: boolean;
  /** An omitted argument is undefined. */
  readonly call: (runtime: Runtime, ...values: Value[]) => Value;
  /** The strategies that the result needs no escaping for. */
  readonly safe: Safe | ((args: readonly Argument[]) => Safe);
  /** The input is escaped first, unless it is safe. */
  readonly preEscape: boolean;
  /** Steps of one call, over what it charges itself. */
  readonly cost: number;
}

export interface CallableOptions {
  readonly safe?: Callable['safe'];
  readonly preEscape?: boolean;
  readonly cost?: number;
}

/**
 * `signature` names the parameters: `'number decimals? point? ...rest'`; a question mark makes one optional, and
 * `options|flags?` has two names.
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

/** `thousand_sep`, `thousandSep` and `thousandsep` are one name. */
const folded = (name: string) => name.replaceAll('_', '').toLowerCase();

/**
 * The arguments in the order of the parameters, null where one is left out.
 * `fail` gets the reason when they do not fit, and the argument that it is about. Spread arguments keep their place and
 * are bound when called.
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
