/** The bounds of one render and of the time of compiling. Each ends it with an error that names the bound. */
export interface Limits {
  /** Parts of the template evaluated: about one for each name, operator, call or piece of text. */
  readonly steps: number;
  /** Milliseconds of processor time of one render, checked between steps: the wall behind `steps`. */
  readonly milliseconds: number;
  /** Milliseconds of processor time of compiling a template with its partials and of listing its variables. */
  readonly compileMilliseconds: number;
  /** Bytes of the result, in UTF-8. */
  readonly output: number;
  /** Characters of any one string. */
  readonly string: number;
  /**
   * Characters and list items copied or built, in sum over the render: an estimate of memory and of time.
   * One is at most some four bytes that stay: a list item counts as two, an entry of a mapping as sixteen.
   */
  readonly memory: number;
  /** Macros, includes, blocks and arrow functions inside one another. */
  readonly depth: number;
  /** Items of one `range()` or `..`. */
  readonly range: number;
}

export const defaultLimits: Limits = {
  // Some 50 ns each, so about half a second; a table of 2,000 rows takes 150,000.
  steps: 10_000_000,
  milliseconds: 1_500,
  // As many tokens as compiling accepts take about half a second, whatever they are.
  compileMilliseconds: 2_000,
  output: 10_000_000,
  string: 10_000_000,
  memory: 40_000_000,
  // Closures for one level of a macro take a few kilobytes of a stack of about one megabyte.
  depth: 200,
  range: 100_000,
};

/** What compiling accepts. These protect the parser, so they are not for callers to raise. */
export const compileLimits = {
  /** Characters of one source: as many as a render may give, because pages carry images as `data:` addresses. */
  source: 10_000_000,
  /** Names, operators, pieces of text, … of a template with its partials. Compiled, each takes some 200 bytes. */
  tokens: 500_000,
  /** Brackets, tags and operators inside one another. */
  nesting: 150,
  /** Operators, filters or attributes in one chain. */
  chain: 400,
  /** Partials reached from one template, and all embeds. */
  units: 1_000,
};
