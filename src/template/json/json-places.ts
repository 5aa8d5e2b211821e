/** The position of a value in the text of a JSON file, for error messages. */
import { placeInText, type TextPlace } from '#contract/files/text-place';
import type { SourceFile } from '../model/template-sources.ts';
import { childOf, type JsonNode, readJsonNodes } from './json-nodes.ts';

/** The position of the key that a path leads to, or of its nearest existing parent. The text must be valid JSON. */
export function jsonPlace(text: string, path: readonly string[]): TextPlace {
  let node = readJsonNodes(text);
  for (const step of path) {
    const child = childOf(node, step);
    if (!child) break;
    node = child;
  }
  return placeInText(text, node.keyStart ?? node.start);
}

/** A text within a JSON file as the source of a template, so that its errors point into the file. */
export const jsonStringSource = (file: string, text: string, path: readonly string[]): SourceFile =>
  jsonStringSources(file, text)(path);

/** The same for many texts of one file, which is read once, and only if there is a first one. */
export function jsonStringSources(file: string, text: string): (path: readonly string[]) => SourceFile {
  let root: JsonNode | undefined;
  let lines: number[] = [];
  return (path) => {
    if (!root) {
      root = readJsonNodes(text);
      lines = lineStarts(text);
    }
    const node = path.reduce<JsonNode | undefined>(childOf, root);
    if (!node) return { file, text };
    const line = lineOf(lines, node.start + 1);
    const start = { line: line + 1, column: node.start + 2 - (lines[line] ?? 0) };
    // After an escape the columns of the text differ from those of the file.
    return { file, text, start, isVerbatim: !node.text.includes('\\') };
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
