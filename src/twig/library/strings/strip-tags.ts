import { getEntries, isArray } from '../../runtime/values/array.ts';
import { toText } from '../../runtime/values/text.ts';
import type { Value } from '../../runtime/values/value.ts';

/** Removes tags like PHP's strip_tags, except for those allowed. */
export function stripTags(text: string, allowed: Value): string {
  const list = isArray(allowed)
    ? getEntries(allowed)
        .map(([, each]) => `<${toText(each)}>`)
        .join('')
    : toText(allowed);
  const names = new Set([...list.toLowerCase().matchAll(/<([a-z][a-z0-9]*)/g)].map((each) => each[1]));
  let result = '';
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open === -1) return result + text.slice(at);
    result += text.slice(at, open);
    const next = text[open + 1];
    // A bracket at the very end opens a tag that never closes.
    if (next === undefined) return result;
    if (/[ \t\n\r\v\f]/.test(next)) {
      result += '<';
      at = open + 1;
      continue;
    }
    const comment = text.startsWith('<!--', open);
    const end = comment ? text.indexOf('-->', open) + 2 : tagEnd(text, open);
    if (end < open + 1) return result;
    const name = /^<\/?([a-z][a-z0-9]*)/i.exec(text.slice(open, open + 40))?.[1]?.toLowerCase();
    if (name !== undefined && names.has(name)) result += text.slice(open, end + 1);
    at = end + 1;
  }
  return result;
}

/** Returns the index of the `>` that closes a tag, skipping quoted attributes and nested tags, or -1. */
function tagEnd(text: string, open: number): number {
  let quote = '';
  let depth = 0;
  for (let i = open + 1; i < text.length; i++) {
    const character = text[i] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '<' && !/\s/.test(text[i + 1] ?? ' ')) depth++;
    else if (character === '>' && depth-- === 0) return i;
  }
  return -1;
}
