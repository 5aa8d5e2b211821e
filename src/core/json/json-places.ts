/** The position of a value in the text of a JSON file, for error messages. */
import type { SourceFile } from '../template/model/template-sources.ts';

export interface JsonPlace {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

interface Entry {
  readonly path: readonly string[];
  /** Offset of the key, or of the value itself in an array. */
  readonly offset: number;
  readonly valueOffset: number;
}

/** The position of the key that a path leads to, or of its nearest existing parent. The text must be valid JSON. */
export function jsonPlace(text: string, path: readonly string[]): JsonPlace {
  let best: Entry | undefined;
  for (const entry of listEntries(text)) {
    const isOnTheWay = entry.path.every((step, index) => step === path[index]);
    if (isOnTheWay && entry.path.length >= (best?.path.length ?? 1)) best = entry;
  }
  return placeAt(text, best?.offset ?? Math.max(0, text.search(/\S/)));
}

/** A text within a JSON file as the source of a template, so that its errors point into the file. */
export const jsonStringSource = (file: string, text: string, path: readonly string[]): SourceFile =>
  jsonStringSources(file, text)(path);

/** The same for many texts of one file, which is read once, and only if there is a first one. */
export function jsonStringSources(file: string, text: string): (path: readonly string[]) => SourceFile {
  let offsets: Map<string, number> | undefined;
  let lines: number[] = [];
  return (path) => {
    if (!offsets) {
      offsets = new Map(listEntries(text).map(({ path, valueOffset }) => [path.join('\0'), valueOffset]));
      lines = lineStarts(text);
    }
    const offset = offsets.get(path.join('\0'));
    if (offset === undefined) return { file, text };
    const literal = /"(?:[^"\\]|\\.)*"/sy;
    literal.lastIndex = offset;
    const raw = literal.exec(text)?.[0] ?? '';
    const line = lineOf(lines, offset + 1);
    const start = { line: line + 1, column: offset + 2 - (lines[line] ?? 0) };
    // After an escape the columns of the text differ from those of the file.
    return { file, text, start, isVerbatim: !raw.includes('\\') };
  };
}

/** The index of the line that an offset is in. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

function placeAt(text: string, offset: number): JsonPlace {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

const token = /[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/gs;

/** Every value with its path, in text sequence. */
function listEntries(text: string): Entry[] {
  const entries: Entry[] = [];
  const open: { readonly isObject: boolean; index: number; key: string; keyOffset: number }[] = [];
  const path = () => open.map(({ isObject, index, key }) => (isObject ? key : String(index)));
  let isKey = false;
  for (const match of text.matchAll(token)) {
    const [found] = match;
    const parent = open.at(-1);
    if (found === ':') isKey = false;
    else if (found === ',') {
      if (parent) parent.index += 1;
      isKey = parent?.isObject === true;
    } else if (found === '}' || found === ']') {
      open.pop();
      isKey = false;
    } else if (isKey && parent) {
      parent.key = JSON.parse(found);
      parent.keyOffset = match.index;
    } else {
      const offset = parent?.isObject ? parent.keyOffset : match.index;
      entries.push({ path: path(), offset, valueOffset: match.index });
      if (found !== '{' && found !== '[') continue;
      isKey = found === '{';
      open.push({ isObject: isKey, index: 0, key: '', keyOffset: match.index });
    }
  }
  return entries;
}
