/** Splits a source into tokens in one pass. */

import type { CompileClock } from '../compile-clock.ts';
import { compileLimits } from '../limits.ts';
import type { Source } from '../source.ts';
import { foreignOperator } from './foreign-operators.ts';
import type { LexerToken, TokenType } from './token.ts';
import { tokenPatterns } from './token-patterns.ts';

const partner: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

type State = 'data' | 'block' | 'variable' | 'string' | 'interpolation';

/** Returns the tokens of a source. Throws a `TemplateSyntaxError` with the place of the error. */
export function tokenize(source: Source, clock: CompileClock): LexerToken[] {
  return new Lexer(source).run(clock);
}

class Lexer {
  readonly #source: Source;
  readonly #text: string;
  readonly #tokens: LexerToken[] = [];
  #cursor = 0;
  #state: State = 'data';
  readonly #states: State[] = [];
  /** Offset of the first string that contains the end of a tag. Its closing quote is probably missing. */
  #runsOnAt: number | undefined;
  readonly #brackets: { open: string; at: number }[] = [];
  /** Offset of the opening delimiter of the current tag. */
  #tagAt = 0;

  constructor(source: Source) {
    this.#source = source;
    this.#text = source.text;
  }

  run(clock: CompileClock): LexerToken[] {
    while (this.#cursor < this.#text.length) {
      clock.step(this.#source, this.#cursor);
      if (this.#state === 'data') this.#data();
      else if (this.#state === 'string') this.#string();
      else if (this.#state === 'interpolation') this.#interpolation();
      else this.#tag(this.#state);
    }
    const unclosed = this.#brackets.at(-1);
    if (unclosed) this.#source.fail(`Unclosed "${unclosed.open}".`, unclosed.at);
    if (this.#state !== 'data') this.#source.fail(unclosedTag(this.#state), this.#tagAt);
    this.#push('end of template', '', this.#text.length);
    return this.#tokens;
  }

  #push(type: TokenType, value: string, at: number, number?: number | bigint): void {
    this.#tokens.push(number === undefined ? { type, value, at } : { type, value, at, number });
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

  /** Matches a sticky expression at the cursor and moves the cursor past the match. Returns null if there is none. */
  #take(expression: RegExp): string | null {
    const from = this.#cursor;
    expression.lastIndex = from;
    // `test()` and `slice()`, because `exec()` would allocate an array for each token.
    if (!expression.test(this.#text)) return null;
    this.#cursor = expression.lastIndex;
    return this.#text.slice(from, this.#cursor);
  }

  #data(): void {
    const found = this.#findOpening();
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
    else if (this.#take(tokenPatterns.verbatimStart) !== null) this.#verbatim(at);
    else {
      const line = this.#take(tokenPatterns.lineTag);
      if (line === null) this.#open('block', at);
      else this.#source.renumber(at, Number(/\d+/.exec(line)?.[0]));
    }
  }

  #findOpening(): RegExpExecArray | null {
    const { opening, headingId } = tokenPatterns;
    opening.lastIndex = this.#cursor;
    for (;;) {
      const found = opening.exec(this.#text);
      if (found?.[0] !== '{#' || !this.#source.isMarkdown) return found;
      headingId.lastIndex = found.index;
      if (!headingId.test(this.#text)) return found;
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
    // The only mark of `{#-#}` belongs to the opening.
    const before = end > this.#cursor ? this.#text[end - 1] : '';
    this.#cursor = end + 2;
    this.#take(tokenPatterns.afterComment[before === '-' || before === '~' ? before : '']);
  }

  #verbatim(at: number): void {
    tokenPatterns.verbatimEnd.lastIndex = this.#cursor;
    const end = tokenPatterns.verbatimEnd.exec(this.#text);
    if (!end) this.#source.fail('Unclosed "verbatim" block.', at);
    this.#push('text', trimEnd(this.#text.slice(this.#cursor, end.index), end[1] ?? ''), this.#cursor);
    this.#cursor = end.index + end[0].length;
  }

  #tag(state: 'block' | 'variable'): void {
    const at = this.#cursor;
    if (this.#brackets.length === 0 && this.#take(tokenPatterns.closing[state]) !== null) {
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
    this.#take(tokenPatterns.blank);
    if (this.#cursor >= text.length) {
      const open = this.#brackets.at(-1);
      if (open) this.#source.fail(`Unclosed "${open.open}".`, open.at);
      this.#source.fail(unclosedTag(this.#state), this.#tagAt);
    }
    const at = this.#cursor;
    const first = text[at] as string;
    let taken = tokenPatterns.operatorFirst.has(first) ? this.#take(tokenPatterns.operator) : null;
    if (taken !== null) {
      this.#push('operator', /\s/.test(taken) ? taken.replace(/\s+/g, ' ') : taken, at);
      return;
    }
    taken = this.#take(tokenPatterns.name);
    if (taken !== null) {
      this.#push('name', taken, at);
      return;
    }
    taken = this.#take(tokenPatterns.number);
    if (taken !== null) {
      this.#push('number', taken, at, numberValue(taken.replaceAll('_', '')));
      return;
    }
    if ('()[]{}?:.,|'.includes(first)) {
      this.#punctuation(first, at);
      return;
    }
    taken = this.#take(tokenPatterns.plainString);
    if (taken !== null) {
      if (this.#runsOnAt === undefined && /[}%]\}/.test(taken)) this.#runsOnAt = at;
      this.#push('string', unescapeString(taken.slice(1, -1)), at);
      return;
    }
    if (first === '"') {
      this.#brackets.push({ open: '"', at });
      this.#enter('string');
      this.#cursor++;
      return;
    }
    if (this.#take(tokenPatterns.inlineComment) !== null) return;
    if (first === "'") {
      // This quote is never closed. If an earlier string contains the end of a tag, that string is more likely to lack
      // its closing quote, so the error points to it.
      if (this.#runsOnAt === undefined) this.#source.fail(`Unclosed "'".`, at);
      this.#source.fail(`Unclosed "'": the text goes on beyond the end of the tag.`, this.#runsOnAt);
    }
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    this.#source.fail(`Unexpected character "${character}".${foreignOperator(text, at)}`, at);
  }

  #punctuation(first: string, at: number): void {
    if (first === '(' || first === '[' || first === '{') this.#brackets.push({ open: first, at });
    else if (first === ')' || first === ']' || first === '}') {
      const open = this.#brackets.pop();
      if (!open) {
        const end = first === '}' && this.#state === 'variable' ? ' A print statement ends with "}}".' : '';
        this.#source.fail(`Unexpected "${first}".${end}`, at);
      }
      if (open.open !== partner[first]) this.#source.fail(`Unclosed "${open.open}".`, open.at);
    }
    this.#push('punctuation', first, at);
    this.#cursor++;
  }

  #string(): void {
    const at = this.#cursor;
    if (this.#take(tokenPatterns.interpolationStart) !== null) {
      this.#brackets.push({ open: '#{', at });
      this.#push('interpolation start', '#{', at);
      this.#enter('interpolation');
      return;
    }
    const part = this.#take(tokenPatterns.stringPart);
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
    if (this.#brackets.at(-1)?.open === '#{' && this.#take(tokenPatterns.interpolationEnd) !== null) {
      this.#brackets.pop();
      this.#push('interpolation end', '}', at);
      this.#leave();
      return;
    }
    this.#expression();
  }
}

function unclosedTag(state: string): string {
  if (state === 'variable') return 'Unclosed "{{": there is no "}}" for it.';
  return state === 'block' ? 'Unclosed "{%": there is no "%}" for it.' : `Unclosed "${state}".`;
}

function numberValue(digits: string): number | bigint {
  const value = Number(digits);
  if (/^\d{1,19}$/.test(digits) && !Number.isSafeInteger(value)) {
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

const special: Record<string, string> = { f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Returns the value of a string literal, given the source text between its quotes. */
function unescapeString(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    /((?:\\x[0-9a-fA-F]{1,2}|\\[0-7]{1,3})+)|\\(#\{|[\s\S])/g,
    (_, bytes: string | undefined, other: string) => {
      if (bytes) return decodeBytes(bytes);
      return special[other] ?? other;
    },
  );
}

/** Decodes a run of byte escapes as UTF-8: `\xC3\xA9` is one character. */
function decodeBytes(escapes: string): string {
  const bytes = escapes
    .split('\\')
    .slice(1)
    .map((each) => (each[0] === 'x' ? Number.parseInt(each.slice(1), 16) : Number.parseInt(each, 8)) & 255);
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
