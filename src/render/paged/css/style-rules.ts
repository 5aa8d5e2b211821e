/**
 * The structure of a style sheet (css-syntax 3, 5.4, with nested rules): rules and declarations as they are written.
 * The meaning of selectors and values is left to the browser.
 */
import { tokenize, tokenTypes } from 'css-tree/tokenizer';

export type StyleNode = {
  /** The index of its first character in the style sheet. */
  readonly start: number;
} & (
  | {
      readonly kind: 'declaration';
      readonly property: string;
      readonly value: string;
      readonly important: boolean;
    }
  | { readonly kind: 'rule'; readonly selector: string; readonly children: readonly StyleNode[] }
  | {
      readonly kind: 'at-rule';
      /** In lower case, without `@`. */
      readonly name: string;
      readonly prelude: string;
      /** Undefined for one that ends with a semicolon. */
      readonly children: readonly StyleNode[] | undefined;
    }
);

/** At-rules that hold rules for elements. */
export const groups = new Set(['media', 'supports', 'layer', 'container', 'scope']);

/** Deeper blocks are skipped. Real ones have ten levels. */
const maxDepth = 40;

const {
  Ident,
  Function: FunctionToken,
  AtKeyword,
  String: StringToken,
  BadString,
  Url,
  BadUrl,
  Delim,
  Colon,
  Semicolon,
  LeftSquareBracket,
  RightSquareBracket,
  LeftParenthesis,
  RightParenthesis,
  LeftCurlyBracket,
  RightCurlyBracket,
  Comment,
  CDO,
  CDC,
  WhiteSpace,
} = tokenTypes;

const skipped = new Set([WhiteSpace, Comment, CDO, CDC, Semicolon]);
const openers = new Set([FunctionToken, LeftParenthesis, LeftSquareBracket, LeftCurlyBracket]);
const closers = new Set([RightParenthesis, RightSquareBracket, RightCurlyBracket]);

/**
 * Leaves out what browsers leave out, and what is still open at the end of the text. Texts of the nodes are therefore
 * balanced: they can be part of another sheet.
 *
 * @example
 * readStyleRules('a { color: red }'); // [{ kind: 'rule', selector: 'a', children: [{ kind: 'declaration', … }] }]
 */
export function readStyleRules(css: string): StyleNode[] {
  return new Rules(css).contents(0);
}

class Rules {
  readonly #css: string;
  readonly #types: number[] = [];
  readonly #starts: number[] = [];
  #at = 0;

  constructor(css: string) {
    this.#css = css;
    tokenize(css, (type, start) => {
      this.#types.push(type);
      this.#starts.push(start);
    });
    this.#starts.push(css.length);
  }

  /** The content of a block, up to its brace, or of the whole sheet at depth 0. */
  contents(depth: number): StyleNode[] {
    const nodes: StyleNode[] = [];
    while (this.#at < this.#types.length) {
      const type = this.#types[this.#at] as number;
      if (type === RightCurlyBracket && depth > 0) break;
      if (skipped.has(type)) {
        this.#at++;
        continue;
      }
      const node =
        type === AtKeyword
          ? this.#atRule(depth)
          : (depth > 0 && this.#declaration()) || this.#qualifiedRule(depth);
      if (typeof node === 'object') nodes.push(node);
    }
    return nodes;
  }

  #atRule(depth: number): StyleNode | undefined {
    const name = this.#text(this.#at, this.#at + 1)
      .slice(1)
      .toLowerCase();
    const start = this.#starts[this.#at++] as number;
    const from = this.#at;
    const { end, isSound } = this.#skipTo(depth > 0);
    const prelude = this.#text(from, end).trim();
    if (this.#types[end] !== LeftCurlyBracket) {
      const isEnded = this.#types[end] === Semicolon;
      if (isEnded) this.#at++;
      return isSound && isEnded ? { kind: 'at-rule', start, name, prelude, children: undefined } : undefined;
    }
    const children = this.#block(depth);
    return isSound && children ? { kind: 'at-rule', start, name, prelude, children } : undefined;
  }

  #qualifiedRule(depth: number): StyleNode | undefined {
    const start = this.#at;
    const { end, isSound } = this.#skipTo(depth > 0, depth === 0);
    if (this.#types[end] !== LeftCurlyBracket) {
      if (this.#types[end] === Semicolon) this.#at++;
      return undefined;
    }
    const selector = this.#text(start, end).trim();
    const children = this.#block(depth);
    return isSound && children
      ? { kind: 'rule', start: this.#starts[start] as number, selector, children }
      : undefined;
  }

  /** Undefined for what is no declaration, after which nothing is read; true for an invalid one, which is read. */
  #declaration(): StyleNode | true | undefined {
    const start = this.#at;
    const types = this.#types;
    if (types[start] !== Ident) return undefined;
    const property = this.#text(start, start + 1);
    const isCustom = property.startsWith('--');
    let at = start + 1;
    while (types[at] === WhiteSpace || types[at] === Comment) at++;
    if (types[at] !== Colon) return undefined;
    this.#at = at + 1;
    const { end, isSound } = this.#skipTo(true, false, isCustom);
    if (types[end] === LeftCurlyBracket) {
      // `a:hover { … }` is a rule.
      this.#at = start;
      return undefined;
    }
    const isEnded = end < types.length;
    if (types[end] === Semicolon) this.#at++;
    const important = this.#importantAt(at + 1, end);
    const value = this.#text(at + 1, important ?? end).trim();
    // A bracket or string that the end of the text closes would stay open in another sheet.
    const isWhole = isEnded || !this.#isOpenAtEnd(at + 1);
    if (!isSound || !isWhole) return true;
    const name = isCustom ? property : property.toLowerCase();
    return {
      kind: 'declaration',
      start: this.#starts[start] as number,
      property: name,
      value,
      important: important !== undefined,
    };
  }

  /**
   * Moves to the next `{` or `;`, or to the `}` of the block, outside of brackets. A semicolon at the top level is a
   * part of a selector that is never valid. Unsound is what holds a bracket that does not match.
   */
  #skipTo(inBlock: boolean, passesSemicolon = false, passesBlock = false): { end: number; isSound: boolean } {
    const open: number[] = [];
    let isSound = true;
    for (; this.#at < this.#types.length; this.#at++) {
      const type = this.#types[this.#at] as number;
      if (open.length === 0) {
        if (type === LeftCurlyBracket && !passesBlock) break;
        if (type === RightCurlyBracket && inBlock) break;
        if (type === Semicolon) {
          if (!passesSemicolon) break;
          isSound = false;
        }
      }
      if (type === BadString || type === BadUrl) isSound = false;
      else if (openers.has(type)) open.push(type);
      else if (closers.has(type)) {
        const opener = open.at(-1);
        if (opener !== undefined && closes(type, opener)) open.pop();
        else isSound = false;
      }
    }
    return { end: this.#at, isSound: isSound && open.length === 0 };
  }

  /** From its `{`. Undefined for one that is too deep. */
  #block(depth: number): StyleNode[] | undefined {
    this.#at++;
    if (depth < maxDepth) {
      const nodes = this.contents(depth + 1);
      this.#at++;
      return nodes;
    }
    for (let open = 1; open > 0 && this.#at < this.#types.length; this.#at++) {
      if (this.#types[this.#at] === LeftCurlyBracket) open++;
      else if (this.#types[this.#at] === RightCurlyBracket) open--;
    }
    return undefined;
  }

  /** The position of the `!` of `!important` at the end of a value. */
  #importantAt(start: number, end: number): number | undefined {
    const isBlank = (type: number | undefined) => type === WhiteSpace || type === Comment;
    let at = end - 1;
    while (at > start && isBlank(this.#types[at])) at--;
    if (this.#types[at] !== Ident || this.#text(at, at + 1).toLowerCase() !== 'important') return undefined;
    at--;
    while (at > start && isBlank(this.#types[at])) at--;
    return this.#types[at] === Delim && this.#text(at, at + 1) === '!' ? at : undefined;
  }

  #isOpenAtEnd(start: number): boolean {
    const last = this.#types.length - 1;
    if (last < start) return false;
    const type = this.#types[last];
    const text = this.#text(last, last + 1);
    if (type === StringToken) return !/^(["'])(?:[^\\]|\\[\s\S])*\1$/.test(text) || text.length < 2;
    if (type === Url) return !text.endsWith(')') || text.endsWith('\\)');
    return (type === Comment && !text.endsWith('*/')) || text.endsWith('\\');
  }

  #text(from: number, to: number): string {
    return this.#css.slice(this.#starts[from], this.#starts[to]);
  }
}

const closes = (closer: number, opener: number): boolean =>
  closer === RightSquareBracket
    ? opener === LeftSquareBracket
    : closer === RightCurlyBracket
      ? opener === LeftCurlyBracket
      : opener === FunctionToken || opener === LeftParenthesis;
