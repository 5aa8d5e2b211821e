/** Reads all rows of a text as those of a file with this name. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenRowsOptions, openRows } from '../../../../../src/template/rows/open-rows.ts';
import type { Row } from '../../../../../src/template/rows/row.ts';
import { temporaryFolder } from '../../../../support/cli/temporary-folder.ts';

export async function rowsOf(
  name: string,
  content: string | Uint8Array,
  options: OpenRowsOptions = {},
): Promise<Row[]> {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  const { rows } = await openRows(path, options);
  return await collect(rows);
}

/** Returns the data of each row, or the message of its failure. */
export const dataOf = (rows: readonly Row[]) =>
  rows.map((row) => ('data' in row ? row.data : row.failure.message));

/** Yields the text in pieces of `length` characters, as a slow pipe may deliver it. */
export async function* inPieces(text: string, length = 1): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
