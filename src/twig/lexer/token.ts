/** The types of tokens. They are strings rather than numbers because error messages contain them. */
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
