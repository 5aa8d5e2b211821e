/** The escaping strategies. */
import { TwigFault } from '../errors.ts';
import { suggest } from '../suggest.ts';

export const strategies: ReadonlyMap<string, (text: string) => string> = new Map([
  ['html', escapeHtml],
  ['js', escapeJs],
  ['css', escapeCss],
  ['url', escapeUrl],
  ['html_attr', escapeAttribute],
  ['html_attr_relaxed', escapeAttributeRelaxed],
]);

/** Escapes text with a strategy by its name. Throws `TwigFault` for an unknown strategy. */
export function escapeAs(text: string, strategy: string): string {
  const strategyFunction = strategies.get(strategy);
  if (strategyFunction) return strategyFunction(text);
  const valid = [...strategies.keys()].join(', ');
  throw new TwigFault(
    `Unknown escaping strategy "${strategy}" (valid ones: ${valid}).${suggest(strategy, strategies.keys())}`,
  );
}

const htmlSpecial = /[&<>"']/;

export function escapeHtml(text: string): string {
  if (!htmlSpecial.test(text)) return text;
  let result = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    let entity: string;
    switch (text.charCodeAt(i)) {
      case 38:
        entity = '&amp;';
        break;
      case 60:
        entity = '&lt;';
        break;
      case 62:
        entity = '&gt;';
        break;
      case 34:
        entity = '&quot;';
        break;
      case 39:
        entity = '&#039;';
        break;
      default:
        continue;
    }
    result += text.slice(from, i) + entity;
    from = i + 1;
  }
  return result + text.slice(from);
}

/**
 * Escapes text that is rendered as inline Markdown instead of HTML. Callers of the engine use it; templates cannot.
 */
export function escapeInlineMarkdown(text: string): string {
  return text.replace(/[\\*~`[\]()]/g, '\\$&');
}

const hex = (code: number, width: number) => code.toString(16).toUpperCase().padStart(width, '0');

const shortJs: Record<string, string> = {
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function escapeJs(text: string): string {
  // This works on UTF-16 code units: a character outside the basic plane becomes two escapes.
  return text.replace(/[^a-zA-Z0-9,._]/g, (unit) => shortJs[unit] ?? `\\u${hex(unit.charCodeAt(0), 4)}`);
}

function escapeCss(text: string): string {
  return text.replace(/[^a-zA-Z0-9]/gu, (character) => `\\${hex(character.codePointAt(0) as number, 1)} `);
}

export function escapeUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${hex(character.charCodeAt(0), 2)}`,
  );
}

const named: Record<number, string> = { 34: '&quot;', 38: '&amp;', 60: '&lt;', 62: '&gt;' };

function attributeCharacter(character: string): string {
  const code = character.codePointAt(0) as number;
  // HTML does not allow control characters.
  if ((code <= 0x1f && code !== 9 && code !== 10 && code !== 13) || code === 0x7f) {
    return '&#xFFFD;';
  }
  return named[code] ?? `&#x${hex(code, code > 127 ? 4 : 2)};`;
}

function escapeAttribute(text: string): string {
  return text.replace(/[^a-zA-Z0-9,.\-_]/gu, attributeCharacter);
}

/** Also keeps the characters that component frameworks need in attribute names (`:`, `@`, `[`, `]`). */
function escapeAttributeRelaxed(text: string): string {
  return text.replace(/[^a-zA-Z0-9,.\-_:@[\]]/gu, attributeCharacter);
}
