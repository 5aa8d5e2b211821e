/**
 * Divides a template that is being typed into text, outputs, tags and comments. Unlike the lexer of the template
 * language it never fails, and it ends what is left open where the next part begins.
 */

type TwigTokenKind =
  /** The name of a tag, such as `for`. */
  | 'tag'
  | 'name'
  /** A name after a dot. */
  | 'property'
  | 'filter'
  | 'function'
  | 'test'
  /** An operator that is a word, such as `in`. */
  | 'word'
  | 'constant'
  | 'string'
  | 'number'
  | 'operator'
  | 'punctuation';

export interface TwigToken {
  readonly kind: TwigTokenKind;
  readonly text: string;
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
}

export interface TwigRegion {
  /** Everything between `verbatim` and its end is text. */
  readonly kind: 'text' | 'output' | 'tag' | 'comment';
  readonly from: number;
  readonly to: number;
  /** Where the delimiters end and begin. Equal to `from` and `to` for text. */
  readonly innerFrom: number;
  readonly innerTo: number;
  readonly isClosed: boolean;
  readonly tokens: readonly TwigToken[];
}

const wordOperators = new Set(
  'and or xor not in is matches starts ends with has some every b-and b-or b-xor'.split(' '),
);
const constants = new Set(['true', 'false', 'null', 'none']);

/** Sticky, so that each step takes the time of what it reads. */
const space = /\s+/y;
const name = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y;
const number = /\d+(?:\.\d+)?/y;
const operator = /=>|<=>|\*\*|\?\?|\?:|\?\.|===?|!==?|<=|>=|\.\.\.?|\/\/|[-+*/%~<>=?!|]/y;

/** @example divideTwig('<p>{{ name }}')[1] // { kind: 'output', from: 3, to: 13, tokens: [{ kind: 'name', text: 'name', … }], … } */
export function divideTwig(text: string): TwigRegion[] {
  const regions: TwigRegion[] = [];
  const opening = /\{[{%#]/g;
  const verbatimEnd = /\{%[-~]?\s{0,100}endverbatim/g;
  let position = 0;
  const addText = (to: number) => {
    if (to > position) regions.push(plain(position, to));
  };
  for (;;) {
    opening.lastIndex = position;
    const found = opening.exec(text);
    if (!found) break;
    addText(found.index);
    const region = found[0] === '{#' ? readComment(text, found.index) : readCode(text, found.index);
    regions.push(region);
    position = region.to;
    if (region.tokens[0]?.text !== 'verbatim' || region.kind !== 'tag') continue;
    verbatimEnd.lastIndex = position;
    const to = verbatimEnd.exec(text)?.index ?? text.length;
    addText(to);
    position = to;
  }
  addText(text.length);
  return regions;
}

const plain = (from: number, to: number): TwigRegion => ({
  kind: 'text',
  from,
  to,
  innerFrom: from,
  innerTo: to,
  isClosed: true,
  tokens: [],
});

function readComment(text: string, from: number): TwigRegion {
  const end = text.indexOf('#}', from + 2);
  const innerTo = end < 0 ? text.length : end;
  const to = end < 0 ? text.length : end + 2;
  return { kind: 'comment', from, to, innerFrom: from + 2, innerTo, isClosed: end >= 0, tokens: [] };
}

function readCode(text: string, from: number): TwigRegion {
  const kind = text[from + 1] === '%' ? 'tag' : 'output';
  const closing = kind === 'tag' ? '%}' : '}}';
  const innerFrom = from + (/[-~]/.test(text[from + 2] ?? '') ? 3 : 2);
  const tokens: TwigToken[] = [];
  let position = innerFrom;
  /** Open braces of mappings: `{{ {a: {b: 1}}.a }}`. */
  let braces = 0;
  const add = (found: TwigTokenKind, to: number) => {
    tokens.push({ kind: found, text: text.slice(position, to), from: position, to });
    position = to;
  };
  const end = (innerTo: number, to: number, isClosed: boolean): TwigRegion => ({
    kind,
    from,
    to,
    innerFrom,
    innerTo,
    isClosed,
    tokens,
  });
  while (position < text.length) {
    if (braces === 0 && text.startsWith(closing, position)) return end(position, position + 2, true);
    if (braces === 0 && /[-~]/.test(text[position] ?? '') && text.startsWith(closing, position + 1)) {
      return end(position, position + 3, true);
    }
    // The end is missing, and what follows belongs to no expression.
    if (isForeign(text, position)) return end(position, position, false);
    const blank = match(space, text, position);
    if (blank > 0) {
      position += blank;
      continue;
    }
    const character = text[position] ?? '';
    const word = match(name, text, position);
    if (word > 0) add(kindOfName(text, position, position + word, tokens, kind), position + word);
    else if (match(number, text, position) > 0) add('number', position + match(number, text, position));
    else if (character === '"' || character === "'") add('string', endOfString(text, position, closing));
    else if (match(operator, text, position) > 0) add('operator', position + match(operator, text, position));
    else {
      if (character === '{') braces++;
      if (character === '}' && braces > 0) braces--;
      add('punctuation', position + 1);
    }
  }
  return end(text.length, text.length, false);
}

/** Another tag of Twig, or the end of an element. */
const isForeign = (text: string, at: number): boolean => /^(?:\{[{%#]|<[/!])/.test(text.slice(at, at + 2));

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** A string that is not closed on its line ends before the end of the tag, or before what can be in no tag. */
function endOfString(text: string, from: number, closing: string): number {
  const quote = text[from];
  let tag: number | undefined;
  for (let position = from + 1; position < text.length; position++) {
    const character = text[position];
    if (character === '\\') position++;
    else if (character === quote) return position + 1;
    else if (character === '\n') return tag ?? position;
    else if (tag === undefined && (text.startsWith(closing, position) || isForeign(text, position))) {
      tag = position;
    }
  }
  return tag ?? text.length;
}

function kindOfName(
  text: string,
  from: number,
  to: number,
  before: readonly TwigToken[],
  region: 'tag' | 'output',
): TwigTokenKind {
  if (region === 'tag' && before.length === 0) return 'tag';
  const word = text.slice(from, to);
  const [secondLast, last] = [before.at(-2), before.at(-1)];
  if (last?.text === '.' || last?.text === '?.') return 'property';
  if (last?.text === '|') return 'filter';
  const isAfterIs = last?.text === 'is' || (last?.text === 'not' && secondLast?.text === 'is');
  if (isAfterIs && word !== 'not') return 'test';
  if (wordOperators.has(word)) return 'word';
  if (constants.has(word.toLowerCase())) return 'constant';
  return text[to] === '(' ? 'function' : 'name';
}
