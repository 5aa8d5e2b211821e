/** The value of `content` in a margin box (css-content 3, 2; css-gcpm 3, 1), divided by who knows what it shows. */
import { tokenize, tokenNames } from 'css-tree/tokenizer';
import { isClosed } from './css-text.ts';
import { type ValueKeyword, valueKeywords } from './named-values.ts';

export type ContentPart =
  /** A list that Chromium knows, with the counters of pages renamed. */
  | { readonly kind: 'css'; readonly css: string }
  | { readonly kind: 'string' | 'element'; readonly name: string; readonly keyword: ValueKeyword };

/** The counters `page` and `pages` belong to Chromium: on a page of the overlay they count its pages. */
export const counterNames: ReadonlyMap<string, string> = new Map([
  ['page', 'pdfapi-page'],
  ['pages', 'pdfapi-pages'],
]);

/** Characters. What is longer is invalid. */
const maxLength = 20_000;

const keywords = new Set(['open-quote', 'close-quote', 'no-open-quote', 'no-close-quote']);
const functions =
  /^(?:counters?|string|element|attr|var|env|url|(?:-webkit-)?image-set|cross-fade|[a-z-]*gradient)$/;

interface Token {
  readonly type: string;
  readonly text: string;
}

/**
 * Returns an empty list for `none` and `normal`, which make no box, and undefined for a value that is invalid: the
 * declaration is then ignored.
 *
 * @example
 * parseContentList('"– " string(title, last)'); // [{ kind: 'css', … }, { kind: 'string', name: 'title', keyword: 'last' }]
 */
export function parseContentList(value: string): readonly ContentPart[] | undefined {
  const text = value.trim();
  if (text.length > maxLength || !isClosed(text)) return undefined;
  if (/^(?:none|normal|initial|unset|inherit|revert|revert-layer)$/i.test(text)) return [];
  const parts: ContentPart[] = [];
  let css = '';
  const flush = () => {
    if (css.trim() !== '') parts.push({ kind: 'css', css: css.trim() });
    css = '';
  };
  const tokens = toTokens(text);
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i] as Token;
    // The rest is alternative text for screen readers, which skip margin boxes.
    if (token.text === '/') break;
    const end = token.type === 'function-token' ? endOfFunction(tokens, i) : i + 1;
    const name = token.text.slice(0, -1).toLowerCase();
    if (token.type !== 'function-token') {
      if (!isAllowed(token)) return undefined;
      css += token.text;
    } else if (!functions.test(name)) {
      return undefined;
    } else if (name === 'string' || name === 'element') {
      flush();
      const named = readNamed(name, tokens.slice(i + 1, end));
      if (!named) return undefined;
      parts.push(named);
    } else if (name === 'counter' || name === 'counters') {
      css += withOwnCounter(tokens.slice(i, end));
    } else if (name !== 'attr') {
      // A margin box has no attributes.
      css += tokens
        .slice(i, end)
        .map((each) => each.text)
        .join('');
    }
    i = end;
  }
  flush();
  return parts.length > 0 || /attr\(/i.test(text) ? parts : undefined;
}

/** Comments are left out. */
function toTokens(text: string): Token[] {
  const tokens: Token[] = [];
  tokenize(text, (type, start, end) => {
    const name = tokenNames[type] ?? '';
    if (name !== 'comment-token') tokens.push({ type: name, text: text.slice(start, end) });
  });
  return tokens;
}

/** The index behind the closing bracket of the function that starts at `start`. */
function endOfFunction(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let i = start; i < tokens.length; i++) {
    const { type } = tokens[i] as Token;
    if (type === 'function-token' || type === '(-token') depth++;
    else if (type === ')-token' && --depth === 0) return i + 1;
  }
  return tokens.length;
}

function isAllowed({ type, text }: Token): boolean {
  if (type === 'ident-token') return keywords.has(text.toLowerCase());
  return type === 'string-token' || type === 'url-token' || type === 'whitespace-token';
}

/** `name, keyword)`, the keyword optional. */
function readNamed(kind: 'string' | 'element', tokens: readonly Token[]): ContentPart | undefined {
  const texts = tokens.filter(({ type }) => type !== 'whitespace-token' && type !== ')-token');
  const [name, comma, keyword, ...rest] = texts;
  const isRight =
    name?.type === 'ident-token' &&
    rest.length === 0 &&
    (comma === undefined || (comma.type === 'comma-token' && keyword?.type === 'ident-token'));
  const known = valueKeywords.find((each) => each === (keyword?.text.toLowerCase() ?? 'first'));
  return isRight && known ? { kind, name: name.text, keyword: known } : undefined;
}

function withOwnCounter(tokens: readonly Token[]): string {
  const at = tokens.findIndex(({ type }) => type === 'ident-token');
  return tokens.map(({ text }, i) => (i === at ? (counterNames.get(text) ?? text) : text)).join('');
}
