/** The words of the template language, for editors: taken from the tables that templates are compiled with. */
import type { Callable } from './compiler/callable.ts';
import { filters } from './library/filters/index.ts';
import { functions } from './library/functions.ts';
import { tests } from './library/tests.ts';
import { binaryOperators, unaryOperators, word } from './parser/operators.ts';
import { innerTags, tags } from './parser/tags/index.ts';
import { loopParts } from './runtime/loop.ts';

export interface TwigVocabulary {
  /** Name → the tags that divide or end its body, such as `['elseif', 'else', 'endif']`; empty for a tag without one. */
  readonly tags: Readonly<Record<string, readonly string[]>>;
  /** Name → its parameters, such as `(decimal?, point?)`; empty for a filter without any but its input. */
  readonly filters: Readonly<Record<string, string>>;
  readonly functions: Readonly<Record<string, string>>;
  readonly tests: Readonly<Record<string, string>>;
  /** Operators that are words: `starts with`, `not in`. */
  readonly operators: readonly string[];
  /** The parts of the variable `loop`. */
  readonly loop: readonly string[];
}

/** @example twigVocabulary().filters.default // '(default?)' */
export function twigVocabulary(): TwigVocabulary {
  // `verbatim` is read by the lexer, which knows no other tag.
  const all = [...[...tags.keys()].map((name) => [name, innerTags.get(name) ?? []] as const), verbatim];
  return {
    tags: Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))),
    filters: signatures(filters, 1),
    functions: signatures(functions, 0),
    tests: signatures(tests, 1),
    operators: [...new Set([...binaryOperators.keys(), ...unaryOperators.keys()])].filter((name) =>
      word.test(name),
    ),
    loop: loopParts,
  };
}

const verbatim = ['verbatim', ['endverbatim']] as const;

function signatures(
  library: ReadonlyMap<string, Pick<Callable, 'parameters' | 'required' | 'variadic'>>,
  skipped: number,
): Record<string, string> {
  return Object.fromEntries(
    [...library].map(([name, { parameters, required, variadic }]) => {
      const shown = parameters.map((each, index) => (index < required ? each : `${each}?`)).slice(skipped);
      if (variadic) shown.push('…');
      return [name, shown.length > 0 ? `(${shown.join(', ')})` : ''];
    }),
  );
}
