/** Reads rows of a JSON array of objects. */
import { parseRow } from './parse-row.ts';
import type { Row } from './row.ts';
import { splitJsonArray } from './split-json-array.ts';

/** Throws whatever `splitJsonArray` throws. */
export async function* readJsonRows(file: string, text: AsyncIterable<string>): AsyncGenerator<Row> {
  let number = 0;
  for await (const item of splitJsonArray(file, text)) yield parseRow(file, ++number, item.line, item.text);
}
