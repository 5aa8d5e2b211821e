import type { CompileClock } from '../compile-clock.ts';
import { compileLimits } from '../limits.ts';
import type { Source } from '../source.ts';
import { decimalComma, foreignOperator } from './foreign-operators.ts';
import type { LexerToken, TokenType } from './token.ts';

/** A cursor over the tokens of one source, with the counters that limit the time and the depth of parsing. */
export class TokenStream {
  readonly source: Source;
  readonly #tokens: LexerToken[];
  readonly #clock: CompileClock;
  #index = 0;
  #nesting = 0;

  constructor(source: Source, tokens: LexerToken[], clock: CompileClock) {
    this.source = source;
    this.#tokens = tokens;
    this.#clock = clock;
  }

  get current(): LexerToken {
    return this.#tokens[this.#index] as LexerToken;
  }

  peek(): LexerToken {
    return this.#tokens[Math.min(this.#index + 1, this.#tokens.length - 1)] as LexerToken;
  }

  next(): LexerToken {
    const token = this.current;
    this.#clock.step(this.source, token.at);
    if (this.#index < this.#tokens.length - 1) this.#index++;
    return token;
  }

  test(type: TokenType, value?: string): boolean {
    const token = this.current;
    return token.type === type && (value === undefined || token.value === value);
  }

  nextIf(type: TokenType, value?: string): LexerToken | null {
    return this.test(type, value) ? this.next() : null;
  }

  expect(type: TokenType, value?: string, explanation?: string): LexerToken {
    if (this.test(type, value)) return this.next();
    const wanted = value === undefined ? describe(type) : `"${value}"`;
    return this.unexpected(`${wanted} expected`, explanation);
  }

  unexpected(wanted?: string, explanation?: string): never {
    const { type, value } = this.current;
    const found =
      type === 'end of template' || value === '' ? describe(type) : `${describe(type)} "${clip(value)}"`;
    const before = explanation === undefined ? '' : `${explanation}. `;
    const { text } = this.source;
    const { at } = this.current;
    // The lexer splits a foreign operator such as `->` into two operators, so the error may be at the second one.
    const hint = decimalComma(text, at) || foreignOperator(text, at) || foreignOperator(text, at - 1);
    return this.fail(`${before}Unexpected ${found}${wanted === undefined ? '' : ` (${wanted})`}.${hint}`);
  }

  fail(detail: string, at = this.current.at): never {
    return this.source.fail(detail, at);
  }

  /**
   * Runs `parse` one level deeper. The depth is limited, because the parser is recursive. Throws a
   * `TemplateSyntaxError` at `at` above the limit.
   */
  nested<T>(at: number, parse: () => T): T {
    if (++this.#nesting > compileLimits.nesting) {
      this.fail(`Nested more than ${compileLimits.nesting} deep.`, at);
    }
    const result = parse();
    this.#nesting--;
    return result;
  }
}

function describe(type: TokenType): string {
  if (type === 'block end') return 'end of tag';
  if (type === 'variable end') return 'end of print statement';
  return type;
}

function clip(value: string): string {
  return value.length > 40 ? `${value.slice(0, 40)}…` : value;
}
