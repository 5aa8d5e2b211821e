/** The variables that the tags of a template make: loops, assignments, macros, imports and arrow functions. */
import type { TwigRegion, TwigToken } from './twig-regions.ts';
import { type Subject, subjectBefore, subjectOf } from './twig-subject.ts';

export interface MadeVariable {
  /** Its origin in words: `item of items`, `set here`. */
  readonly origin: string;
  /** The value that it has, if that is a variable or a part of one. */
  readonly value?: Subject | undefined;
  /** The type of a constant. */
  readonly type?: string | undefined;
}

export interface TwigScope {
  /** A later one hides an earlier one of its name. */
  readonly made: ReadonlyMap<string, MadeVariable>;
  /** Inside a macro, which sees nothing of the data. */
  readonly isMacro: boolean;
}

interface Level {
  readonly tag: string;
  readonly before: ReadonlyMap<string, MadeVariable>;
  readonly isMacro: boolean;
}

/** `regions` are those before the place, `region` is the one that it is in, and `before` its tokens up to the place. */
export function readScope(
  regions: readonly TwigRegion[],
  region: TwigRegion,
  before: readonly TwigToken[],
): TwigScope {
  let made = new Map<string, MadeVariable>();
  let isMacro = false;
  const levels: Level[] = [];
  const enter = (tag: string) => {
    levels.push({ tag, before: new Map(made), isMacro });
  };
  const leave = (tag: string) => {
    const at = levels.findLastIndex((each) => each.tag === tag);
    const level = levels[at];
    if (!level) return;
    levels.length = at;
    made = new Map(level.before);
    isMacro = level.isMacro;
  };
  for (const { kind, tokens } of regions) {
    const [first] = tokens;
    if (kind !== 'tag' || !first) continue;
    if (first.text === 'for') {
      enter('for');
      for (const [name, value] of loopVariables(tokens)) made.set(name, value);
    } else if (first.text === 'macro') {
      enter('macro');
      made = macroParameters(tokens);
      isMacro = true;
    } else if (first.text === 'with') enter('with');
    else if (/^end(?:for|macro|with)$/.test(first.text)) leave(first.text.slice(3));
    else for (const [name, value] of assigned(tokens)) made.set(name, value);
  }
  if (region.kind === 'tag' || region.kind === 'output') {
    for (const [name, value] of arrowParameters(before)) made.set(name, value);
  }
  return { made, isMacro };
}

/** `for item in items`, `for key, item in items`. */
function loopVariables(tokens: readonly TwigToken[]): [string, MadeVariable][] {
  const at = tokens.findIndex(({ text }) => text === 'in');
  if (at < 0) return [];
  const names = tokens.slice(1, at).filter(({ kind }) => kind === 'name');
  const list = subjectOf(tokens, at + 1);
  const source = tokens
    .slice(at + 1)
    .map(({ text }) => text)
    .join('');
  const item: MadeVariable = {
    origin: `item of ${shorten(source)}`,
    value: list && { name: list.name, path: [...list.path, '[]'] },
  };
  const loop: [string, MadeVariable] = ['loop', { origin: 'of this loop' }];
  const [one, two] = names;
  if (two) return [[one?.text ?? '', { origin: `key of ${shorten(source)}` }], [two.text, item], loop];
  return one ? [[one.text, item], loop] : [loop];
}

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function macroParameters(tokens: readonly TwigToken[]): Map<string, MadeVariable> {
  const names = tokens
    .slice(2)
    .filter(({ kind }, index, all) => kind === 'name' && /^[(,]$/.test(all[index - 1]?.text ?? '('));
  return new Map([
    ...names.map(({ text }): [string, MadeVariable] => [text, { origin: 'parameter of the macro' }]),
    ['varargs', { origin: 'further arguments of the macro' }],
  ]);
}

/** `set a, b = 1, c`, `set a` with a body, `import 'x' as a`, `from 'x' import a, b as c`. */
function assigned(tokens: readonly TwigToken[]): [string, MadeVariable][] {
  const [tag] = tokens;
  if (tag?.text === 'set') {
    const at = tokens.findIndex(({ text }) => text === '=');
    const names = tokens.slice(1, at < 0 ? undefined : at).filter(({ kind }) => kind === 'name');
    const isOne = names.length === 1 && at > 0;
    return names.map(({ text }) => [
      text,
      {
        origin: 'set in the template',
        value: isOne ? subjectOf(tokens, at + 1) : undefined,
        type: isOne ? typeOf(tokens.slice(at + 1)) : at < 0 ? 'text' : undefined,
      },
    ]);
  }
  if (tag?.text !== 'import' && tag?.text !== 'from') return [];
  const origin = tag.text === 'import' ? 'imported macros' : 'imported macro';
  const start = tokens.findIndex(({ text }) => text === (tag.text === 'import' ? 'as' : 'import'));
  if (start < 0) return [];
  return tokens
    .slice(start + 1)
    .filter(({ kind, text }, index, all) => kind === 'name' && text !== 'as' && all[index + 1]?.text !== 'as')
    .map(({ text }) => [text, { origin }]);
}

function typeOf([first, ...others]: readonly TwigToken[]): string | undefined {
  if (first?.text === '[') return 'list';
  if (first?.text === '{') return 'object';
  if (others.length > 0) return undefined;
  if (first?.kind === 'string') return 'text';
  return first?.kind === 'number' ? 'number' : undefined;
}

/** Parameters of arrow functions whose body may hold the place: `items|filter(item => item.price > 10)`. */
function arrowParameters(tokens: readonly TwigToken[]): [string, MadeVariable][] {
  const found: [string, MadeVariable][] = [];
  for (const [at, { text }] of tokens.entries()) {
    if (text !== '=>') continue;
    const isList = tokens[at - 1]?.text === ')';
    let start = at - 1;
    while (isList && start > 0 && tokens[start]?.text !== '(') start--;
    const names = tokens.slice(start, at).filter(({ kind }) => kind === 'name');
    // The filter before it: `items | filter (`.
    const filter = tokens[start - 2];
    const isOfFilter = tokens[start - 1]?.text === '(' && filter?.kind === 'filter';
    const list = isOfFilter ? subjectBefore(tokens, start - 3) : undefined;
    for (const [index, name] of names.entries()) {
      const isItem = filter?.text === 'reduce' ? index === 1 : index === 0 || filter?.text === 'sort';
      const value = list && isItem ? { name: list.name, path: [...list.path, '[]'] } : undefined;
      found.push([name.text, { origin: 'parameter', value }]);
    }
  }
  return found;
}
