/** Cuts a source into tokens. One pass; every expression below matches at the cursor only. */
import { compileLimits } from './limits.ts';
import { operatorNames } from './operators.ts';
import type { Source } from './source.ts';
import { unescapeString } from './string-literal.ts';
import type { Token, TokenType } from './token.ts';

// PCRE's \s without Unicode, which is narrower than JavaScript's.
const space = '[ \\t\\n\\v\\f\\r]';
const lineSpace = '[ \\t\\0\\v]';
const closing = {
  variable: new RegExp(`${space}*(?:-\\}\\}${space}*|~\\}\\}${lineSpace}*|\\}\\})`, 'y'),
  block: new RegExp(`${space}*(?:-%\\}${space}*|~%\\}${lineSpace}*|%\\}\\n?)`, 'y'),
};
const afterComment = { '-': new RegExp(`${space}*`, 'y'), '~': new RegExp(`${lineSpace}*`, 'y'), '': /\n?/y };
const verbatimStart = new RegExp(`${space}*verbatim${space}*(?:-%\\}${space}*|~%\\}${lineSpace}*|%\\})`, 'y');
const verbatimEnd = new RegExp(
  `\\{%([-~])?${space}*endverbatim${space}*(?:-%\\}${space}*|~%\\}${lineSpace}*|%\\})`,
  'g',
);
const lineTag = new RegExp(`${space}*line${space}+(\\d+)${space}*%\\}`, 'y');
const opening = /\{[{%#]/g;
const blank = new RegExp(`${space}+`, 'y');
const inlineComment = /#[^\n]*/y;
const name = /[a-zA-Z_\u0080-\uffff][a-zA-Z0-9_\u0080-\uffff]*/y;
const number = /[0-9]+(?:_[0-9]+)*(?:\.[0-9]+(?:_[0-9]+)*)?(?:[eE][+-]?[0-9]+(?:_[0-9]+)*)?/y;
const plainString = /"[^#"\\]*(?:\\[\s\S][^#"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'/y;
const stringPart = /[^#"\\]*(?:(?:\\[\s\S]|#(?!\{))[^#"\\]*)*/y;
const interpolationStart = new RegExp(`#\\{${space}*`, 'y');
const interpolationEnd = new RegExp(`${space}*\\}`, 'y');
const operator = operatorExpression();
/** Most tokens are no operators, and this tells them without trying the long expression. */
const operatorFirst = new Set([...operatorNames, '=>'].map((each) => each[0]));

/** Longest first; a word must not run on into a longer name, nor follow a dot or pipe. */
function operatorExpression(): RegExp {
  const sorted = [...operatorNames, '=>'].sort((a, b) => b.length - a.length);
  const parts = sorted.map((each) => {
    const escaped = each.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/ /g, `${space}+`);
    const word = /[a-z]$/.test(each) ? `(?=${space}|[()[{])` : '';
    return `${/^[a-z]/.test(each) ? '(?<![.|])' : ''}${escaped}${word}`;
  });
  return new RegExp(parts.join('|'), 'y');
}

const partner: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

type State = 'data' | 'block' | 'variable' | 'string' | 'interpolation';

export function tokenize(source: Source): Token[] {
  return new Lexer(source).run();
}

class Lexer {
  readonly #source: Source;
  readonly #text: string;
  readonly #tokens: Token[] = [];
  #cursor = 0;
  #state: State = 'data';
  readonly #states: State[] = [];
  readonly #brackets: { open: string; at: number }[] = [];
  /** Where the tag being read began. */
  #tagAt = 0;

  constructor(source: Source) {
    this.#source = source;
    this.#text = source.text;
  }

  run(): Token[] {
    while (this.#cursor < this.#text.length) {
      if (this.#state === 'data') this.#data();
      else if (this.#state === 'string') this.#string();
      else if (this.#state === 'interpolation') this.#interpolation();
      else this.#tag(this.#state);
    }
    const unclosed = this.#brackets.at(-1);
    if (unclosed) this.#source.fail(`Unclosed "${unclosed.open}".`, unclosed.at);
    if (this.#state !== 'data') this.#source.fail(`Unclosed "${this.#state}".`, this.#tagAt);
    this.#push('end of template', '', this.#text.length);
    return this.#tokens;
  }

  #push(type: TokenType, value: string, at: number): void {
    this.#tokens.push({ type, value, at });
    if (this.#tokens.length > compileLimits.tokens) {
      this.#source.fail(`The template has more than ${compileLimits.tokens} names, operators and texts.`, at);
    }
  }

  #enter(state: State): void {
    this.#states.push(this.#state);
    this.#state = state;
  }

  #leave(): void {
    this.#state = this.#states.pop() as State;
  }

  /** The match of a sticky expression at the cursor, which moves behind it. */
  #take(expression: RegExp): string | null {
    const from = this.#cursor;
    expression.lastIndex = from;
    // test() and slice(), since exec() would allocate an array for each token tried.
    if (!expression.test(this.#text)) return null;
    this.#cursor = expression.lastIndex;
    return this.#text.slice(from, this.#cursor);
  }

  #data(): void {
    opening.lastIndex = this.#cursor;
    const found = opening.exec(this.#text);
    if (!found) {
      this.#push('text', this.#text.slice(this.#cursor), this.#cursor);
      this.#cursor = this.#text.length;
      return;
    }
    const at = found.index;
    const trim = this.#text[at + 2] ?? '';
    const trimmed = trimEnd(this.#text.slice(this.#cursor, at), trim);
    if (trimmed !== '') this.#push('text', trimmed, this.#cursor);
    this.#cursor = at + 2 + (trim === '-' || trim === '~' ? 1 : 0);
    if (found[0] === '{#') this.#comment(at);
    else if (found[0] === '{{') this.#open('variable', at);
    else if (this.#take(verbatimStart) !== null) this.#verbatim(at);
    else {
      const line = this.#take(lineTag);
      if (line === null) this.#open('block', at);
      else this.#source.renumber(at, Number(/\d+/.exec(line)?.[0]));
    }
  }

  #open(state: 'block' | 'variable', at: number): void {
    this.#push(state === 'block' ? 'block start' : 'variable start', this.#text.slice(at, this.#cursor), at);
    this.#enter(state);
    this.#tagAt = at;
  }

  #comment(at: number): void {
    const end = this.#text.indexOf('#}', this.#cursor);
    if (end === -1) this.#source.fail('Unclosed comment.', at);
    this.#cursor = end + 2;
    // `{#-#}` has one dash, and it belongs to the opening.
    const before = end > at + 2 ? this.#text[end - 1] : '';
    this.#take(afterComment[before === '-' || before === '~' ? before : '']);
  }

  #verbatim(at: number): void {
    verbatimEnd.lastIndex = this.#cursor;
    const end = verbatimEnd.exec(this.#text);
    if (!end) this.#source.fail('Unclosed "verbatim" block.', at);
    this.#push('text', trimEnd(this.#text.slice(this.#cursor, end.index), end[1] ?? ''), this.#cursor);
    this.#cursor = end.index + end[0].length;
  }

  #tag(state: 'block' | 'variable'): void {
    const at = this.#cursor;
    if (this.#brackets.length === 0 && this.#take(closing[state]) !== null) {
      this.#push(
        state === 'block' ? 'block end' : 'variable end',
        this.#text.slice(at, this.#cursor).trim(),
        at,
      );
      this.#leave();
      return;
    }
    this.#expression();
  }

  #expression(): void {
    const text = this.#text;
    this.#take(blank);
    if (this.#cursor >= text.length) {
      const open = this.#brackets.at(-1);
      if (open) this.#source.fail(`Unclosed "${open.open}".`, open.at);
      this.#source.fail(`Unclosed "${this.#state}".`, this.#tagAt);
    }
    const at = this.#cursor;
    const first = text[at] as string;
    let taken = operatorFirst.has(first) ? this.#take(operator) : null;
    if (taken !== null) {
      this.#push('operator', /\s/.test(taken) ? taken.replace(/\s+/g, ' ') : taken, at);
      return;
    }
    taken = this.#take(name);
    if (taken !== null) {
      this.#push('name', taken, at);
      return;
    }
    taken = this.#take(number);
    if (taken !== null) {
      this.#tokens.push({ type: 'number', value: taken, at, number: numberValue(taken.replaceAll('_', '')) });
      return;
    }
    if ('()[]{}?:.,|'.includes(first)) {
      this.#punctuation(first, at);
      return;
    }
    taken = this.#take(plainString);
    if (taken !== null) {
      this.#push('string', unescapeString(taken.slice(1, -1)), at);
      return;
    }
    if (first === '"') {
      this.#brackets.push({ open: '"', at });
      this.#enter('string');
      this.#cursor++;
      return;
    }
    if (this.#take(inlineComment) !== null) return;
    if (first === "'") this.#source.fail(`Unclosed "'".`, at);
    this.#source.fail(`Unexpected character "${String.fromCodePoint(text.codePointAt(at) as number)}".`, at);
  }

  #punctuation(first: string, at: number): void {
    if (first === '(' || first === '[' || first === '{') this.#brackets.push({ open: first, at });
    else if (first === ')' || first === ']' || first === '}') {
      const open = this.#brackets.pop();
      if (!open) this.#source.fail(`Unexpected "${first}".`, at);
      if (open.open !== partner[first]) this.#source.fail(`Unclosed "${open.open}".`, open.at);
    }
    this.#push('punctuation', first, at);
    this.#cursor++;
  }

  #string(): void {
    const at = this.#cursor;
    if (this.#take(interpolationStart) !== null) {
      this.#brackets.push({ open: '#{', at });
      this.#push('interpolation start', '#{', at);
      this.#enter('interpolation');
      return;
    }
    const part = this.#take(stringPart);
    if (part) {
      this.#push('string', unescapeString(part), at);
      return;
    }
    const open = this.#brackets.pop();
    if (this.#text[at] !== '"') this.#source.fail('Unclosed """.', open?.at ?? at);
    this.#leave();
    this.#cursor++;
  }

  #interpolation(): void {
    const at = this.#cursor;
    if (this.#brackets.at(-1)?.open === '#{' && this.#take(interpolationEnd) !== null) {
      this.#brackets.pop();
      this.#push('interpolation end', '}', at);
      this.#leave();
      return;
    }
    this.#expression();
  }
}

function numberValue(digits: string): number | bigint {
  const value = Number(digits);
  if (/^\d+$/.test(digits) && !Number.isSafeInteger(value)) {
    const whole = BigInt(digits);
    if (whole <= 9223372036854775807n) return whole;
  }
  return value;
}

function trimEnd(text: string, mark: string): string {
  if (mark !== '-' && mark !== '~') return text;
  const blanks = mark === '-' ? ' \t\n\r\0\v' : ' \t\0\v';
  let end = text.length;
  while (end > 0 && blanks.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
