/** Reads valid JSON with the text and the place of each value, for errors that point into a file and for printing it again. */
import type { Json } from '#contract/json';

/** A value together with its source. Offsets are in UTF-16 code units of the whole text. */
export interface JsonNode {
  readonly value: Json;
  readonly text: string;
  readonly start: number;
  /** The offset of the key of a member of an object. */
  readonly keyStart?: number | undefined;
  /** The members of an object, by key. */
  readonly members?: ReadonlyMap<string, JsonNode>;
  /** The items of an array. */
  readonly items?: readonly JsonNode[];
}

const token = /[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/gsy;

/** The text must be valid JSON, and nested no deeper than `maxJsonDepth`, as `parseJson` makes sure. */
export function readJsonNodes(text: string): JsonNode {
  let offset = 0;
  const next = (): { found: string; start: number } => {
    while (/\s|\ufeff/.test(text[offset] ?? '')) offset += 1;
    token.lastIndex = offset;
    const found = token.exec(text)?.[0] ?? '';
    const start = offset;
    offset += found.length;
    return { found, start };
  };
  const read = ({ found, start }: ReturnType<typeof next>, keyStart?: number): JsonNode => {
    if (found !== '{' && found !== '[') return { value: JSON.parse(found), text: found, start, keyStart };
    const members = new Map<string, JsonNode>();
    const items: JsonNode[] = [];
    for (;;) {
      const first = next();
      if (first.found === '}' || first.found === ']' || first.found === '') break;
      if (first.found === ',') continue;
      if (found === '[') items.push(read(first));
      else {
        next();
        members.set(JSON.parse(first.found), read(next(), first.start));
      }
    }
    const place = { text: text.slice(start, offset), start, keyStart };
    if (found === '[') return { value: items.map(({ value }) => value), ...place, items };
    const value = Object.fromEntries([...members].map(([key, node]) => [key, node.value]));
    return { value, ...place, members };
  };
  return read(next());
}

/** The node that a path leads to; undefined if there is none. Steps into arrays are indices from 0. */
export const childOf = (node: JsonNode | undefined, step: string): JsonNode | undefined =>
  node?.members?.get(step) ?? (/^\d+$/.test(step) ? node?.items?.[Number(step)] : undefined);
