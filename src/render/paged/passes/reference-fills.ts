/** The generated content of references, for the pages of one print. */

import type { PageRule } from '../page-rule.ts';
import type { ResolvedPaged, ResolvedPart } from '../page-scripts/resolved-paged.ts';
import { type DocumentPages, numberPages, textReader } from './page-facts.ts';

export interface ReferenceFill {
  /** See `ResolvedPaged`. */
  readonly element: number;
  readonly pseudo: string;
  /** A value of CSS `content`: all of it, or what is before the leader. */
  readonly content: string;
  readonly leader?: { readonly pattern: string; readonly after: string } | undefined;
}

/** Keeps room for numbers that are not known yet. */
const unknown = '00';

/** `destinations` are undefined before the first print. */
export function toFills(
  resolved: ResolvedPaged,
  destinations: DocumentPages | undefined,
  rules: readonly PageRule[],
): ReferenceFill[] {
  const read = textReader(
    resolved,
    destinations ?? { pages: [], places: new Map(), links: new Map() },
    destinations ? numberPages(resolved, destinations, rules) : [],
  );
  const toText = (part: ResolvedPart): string => {
    if (part.kind === 'leader') return part.pattern;
    return !destinations && /^pages?$/.test(part.kind) ? unknown : read(part);
  };
  const toCss = (parts: readonly ResolvedPart[]): string => {
    const tokens: string[] = [];
    let text = '';
    const flush = () => {
      if (text !== '') tokens.push(quoted(text));
      text = '';
    };
    for (const part of parts) {
      text += toText(part);
      if (part.kind !== 'css') continue;
      flush();
      tokens.push(part.css);
    }
    flush();
    return tokens.join(' ') || '""';
  };
  return resolved.references.map(({ element, pseudo, parts }) => {
    const at = parts.findIndex(({ kind }) => kind === 'leader');
    const leader = parts[at];
    if (leader?.kind !== 'leader' || leader.pattern === '') return { element, pseudo, content: toCss(parts) };
    const after = toCss(parts.slice(at + 1));
    return {
      element,
      pseudo,
      content: toCss(parts.slice(0, at)),
      leader: { pattern: leader.pattern, after },
    };
  });
}

const quoted = (text: string): string =>
  `"${text
    .replace(/["\\]/g, '\\$&')
    .replace(/[\n\r\f]/g, '\\a ')
    .replaceAll('\0', '\ufffd')}"`;
