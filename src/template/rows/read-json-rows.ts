/** Reads rows of a JSON array of objects, or of objects one after the other, as `jq .` prints them. */
import { parseRow } from './parse-row.ts';
import type { Row } from './row.ts';
import { splitJsonRows } from './split-json-rows.ts';

/** Throws whatever `splitJsonRows` throws. */
export async function* readJsonRows(file: string, text: AsyncIterable<string>): AsyncGenerator<Row> {
  let number = 0;
  for await (const item of splitJsonRows(file, text)) yield parseRow(file, ++number, item.line, item.text);
}
