/** What the lexer hands to the parser. Strings rather than numbers: they are read in error messages too. */
export type TokenType =
  | 'text'
  | 'block start'
  | 'block end'
  | 'variable start'
  | 'variable end'
  | 'name'
  | 'number'
  | 'string'
  | 'operator'
  | 'punctuation'
  | 'interpolation start'
  | 'interpolation end'
  | 'end of template';

export interface LexerToken {
  readonly type: TokenType;
  readonly value: string;
  /** Offset in the source. */
  readonly at: number;
  /** The value of a number token. */
  readonly number?: number | bigint;
}
