/** Limits on one render and on the time of compiling. Exceeding one fails it with an error that names the limit. */
export interface Limits {
  /** Evaluated parts of the template: about one for each name, operator, call or piece of text. */
  readonly steps: number;
  /** Milliseconds of processor time of one render, checked between steps: the backstop for `steps`. */
  readonly milliseconds: number;
  /** Milliseconds of processor time of compiling a template with its partials and of listing its variables. */
  readonly compileMilliseconds: number;
  /** Bytes of the result, in UTF-8. */
  readonly output: number;
  /** Characters of any one string. */
  readonly string: number;
  /**
   * Characters and list items that a render copies or builds in total: an estimate of memory and of time. One unit is
   * at most some four bytes of retained memory. A list item counts as two units, an entry of a mapping as sixteen.
   */
  readonly memory: number;
  /**
   * Characters of the rows of a `RowList`, written as JSON, that one operation may hold at the same time because it needs
   * all of them, such as `sort`. A row takes about three times as many bytes of memory.
   */
  readonly rows: number;
  /** The nesting depth of macros, includes, blocks and arrow functions. */
  readonly depth: number;
  /** Items of one `range()` or `..`. */
  readonly range: number;
}

export const defaultLimits: Limits = Object.freeze({
  // One step takes some 50 ns, so these take about half a second. A table of 2,000 rows takes 150,000 steps.
  steps: 10_000_000,
  milliseconds: 1_500,
  // Compiling the maximum of `compileLimits.tokens` takes about half a second, whatever the tokens are.
  compileMilliseconds: 2_000,
  output: 10_000_000,
  string: 10_000_000,
  memory: 40_000_000,
  rows: 20_000_000,
  // The closures of one macro level take a few kilobytes of a stack of about one megabyte.
  depth: 200,
  range: 100_000,
});

/** Limits on the input of the compiler. They protect the parser, so callers cannot raise them. */
export const compileLimits = {
  /** Characters of one source: as many as a render may output, because pages contain images as `data:` URLs. */
  source: 10_000_000,
  /** Names, operators, pieces of text, … of a template with its partials. Each takes some 200 bytes once compiled. */
  tokens: 500_000,
  /** The nesting depth of brackets, tags and operators. */
  nesting: 150,
  /** Operators, filters or attributes in one chain. */
  chain: 400,
  /** The template itself, the partials that it reaches, and all embeds. */
  units: 1_000,
};
