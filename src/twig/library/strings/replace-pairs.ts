import { TwigFault } from '../../errors.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { getEntries, isArray } from '../../runtime/values/array.ts';
import { toText } from '../../runtime/values/text.ts';
import type { Value } from '../../runtime/values/value.ts';

/**
 * Like PHP's strtr with a table: replaces the longest key at each position, and never replaces within inserted text.
 * Throws `TwigFault` if `from` is neither a list nor a mapping, or if the result is too long.
 */
export function replacePairs(runtime: Runtime, text: string, from: Value): string {
  if (!isArray(from)) throw new TwigFault('"replace" takes a mapping of what to replace.');
  const table = new Map<string, string>();
  for (const [key, value] of getEntries(from)) {
    if (String(key) !== '') table.set(String(key), toText(value));
  }
  if (table.size === 0) return text;
  const lengths = [...new Set([...table.keys()].map((key) => key.length))].sort((a, b) => b - a);
  const starts = new Set([...table.keys()].map((key) => key[0]));
  let result = '';
  let copied = 0;
  runtime.charge(text.length + table.size);
  for (let at = 0; at < text.length; ) {
    if (!starts.has(text[at])) {
      at++;
      continue;
    }
    runtime.tick(lengths.length >> 2);
    let matched = 0;
    for (const length of lengths) {
      const put = at + length <= text.length ? table.get(text.slice(at, at + length)) : undefined;
      if (put === undefined) continue;
      result += text.slice(copied, at) + put;
      if (result.length > runtime.limits.string) runtime.tooLong();
      matched = length;
      break;
    }
    at += matched || 1;
    if (matched) copied = at;
  }
  return runtime.built(result + text.slice(copied));
}
