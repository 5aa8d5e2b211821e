/** Reads the value that ends at a token: `order.items[0]` of `{{ order.items[0].`. */
import type { TwigToken } from './twig-regions.ts';

/** A variable, and the steps from it. `[]` is an item of a list. */
export interface Subject {
  readonly name: string;
  readonly path: readonly string[];
}

/** Filters whose result has the items of their input. */
const keepingItems = new Set(['sort', 'reverse', 'slice', 'filter', 'shuffle', 'merge', 'default', 'raw']);
/** Filters that return one item of their input. */
const takingItem = new Set(['first', 'last', 'find']);

/**
 * The value whose last token is the one before `end`. Undefined if it is not a variable, for example the result of a
 * calculation.
 */
export function subjectBefore(tokens: readonly TwigToken[], end: number): Subject | undefined {
  const found = readBefore(tokens, end);
  return found && { name: found.name, path: found.path };
}

/** The value that takes all tokens from `from` up to `end`. */
export function subjectOf(
  tokens: readonly TwigToken[],
  from: number,
  end = tokens.length,
): Subject | undefined {
  const found = readBefore(tokens, end);
  return found?.start === from ? { name: found.name, path: found.path } : undefined;
}

/** `start` is the index of the first token of the value. */
function readBefore(tokens: readonly TwigToken[], end: number): (Subject & { start: number }) | undefined {
  const steps: string[] = [];
  let at = end - 1;
  for (;;) {
    const token = tokens[at];
    if (!token) return undefined;
    if (token.text === ']' || token.text === ')') {
      const opening = openingOf(tokens, at);
      const before = opening === undefined ? undefined : tokens[opening - 1];
      if (opening === undefined) return undefined;
      if (token.text === ']') {
        if (!before || !isValue(before)) return undefined;
        const [only, ...others] = tokens.slice(opening + 1, at);
        const isText = only?.kind === 'string' && others.length === 0;
        steps.unshift(isText ? only.text.slice(1, -1) : '[]');
      } else if (before?.kind !== 'filter') {
        // Parentheses around a value, or the arguments of a call.
        const inner = before && isValue(before) ? undefined : readBefore(tokens, at);
        if (inner?.start !== opening + 1) return undefined;
        return { name: inner.name, path: [...inner.path, ...steps], start: opening };
      }
      at = opening - 1;
    } else if (token.kind === 'filter' && tokens[at - 1]?.text === '|') {
      if (takingItem.has(token.text)) steps.unshift('[]');
      else if (!keepingItems.has(token.text)) return undefined;
      at -= 2;
    } else if (token.kind === 'property') {
      steps.unshift(token.text);
      at -= 2;
    } else if (token.kind === 'name') return { name: token.text, path: steps, start: at };
    else return undefined;
  }
}

const isValue = ({ kind, text }: TwigToken): boolean =>
  ['name', 'property', 'filter', 'function'].includes(kind) || text === ']' || text === ')';

function openingOf(tokens: readonly TwigToken[], closing: number): number | undefined {
  let depth = 0;
  for (let at = closing; at >= 0; at--) {
    const { kind, text } = tokens[at] as TwigToken;
    if (kind !== 'punctuation') continue;
    if (')]}'.includes(text)) depth++;
    if ('([{'.includes(text) && --depth === 0) return at;
  }
  return undefined;
}
