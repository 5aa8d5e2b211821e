/** Rows from a file or stdin as a stream: no more than a few of them are in memory. */
import { createReadStream, statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { decodeRowText } from './decode-row-text.ts';
import { peekText } from './peek-text.ts';
import { type CsvOptions, readCsvRows } from './read-csv-rows.ts';
import { readJsonRows } from './read-json-rows.ts';
import { readNdjsonRows } from './read-ndjson-rows.ts';
import type { Row } from './row.ts';

export type RowsFormat = 'csv' | 'ndjson' | 'json';

export interface OpenRowsOptions extends CsvOptions {
  /** Told from the name where it is not given, and else from the first character. */
  readonly format?: RowsFormat | undefined;
  /** The name of the source in messages. Default: its path. */
  readonly name?: string | undefined;
  /** A label of the Encoding Standard, such as `windows-1252`. Default: UTF-8 or UTF-16, which the bytes tell. */
  readonly encoding?: string | undefined;
}

export interface OpenRows {
  /** `ndjson` also for objects one after the other, in a file of any name. */
  readonly format: RowsFormat;
  /** The name of the source in messages. */
  readonly name: string;
  /** Bytes, where the source is a file. */
  readonly size: number | undefined;
  readonly rows: AsyncIterable<Row>;
  /** Ends the reading, wherever it is. */
  close(): void;
}

/** `-` is stdin. Throws `file_unreadable` and, while rows are read, what the readers throw. */
export async function openRows(path: string, options: OpenRowsOptions = {}): Promise<OpenRows> {
  const { name = path === '-' ? 'stdin' : path } = options;
  const source: Readable = path === '-' ? process.stdin : createReadStream(existingFile(path));
  const close = () => void source.destroy();
  const size = path === '-' ? undefined : getSize(path);
  return { ...(await readRowBytes(name, source, { ...options, path })), name, size, close };
}

export interface ReadRowsOptions extends OpenRowsOptions {
  /** Whose extension tells the format. Default: what messages call the source. */
  readonly path?: string | undefined;
}

/** The same for bytes; `name` is what messages call them. */
export async function readRowBytes(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  { path = name, ...options }: ReadRowsOptions = {},
): Promise<Pick<OpenRows, 'format' | 'rows'>> {
  if (options.format === undefined && /\.xlsx$/i.test(path)) {
    const { readWorkbook } = await import('./workbook/read-workbook.ts');
    // Its numbers are numbers: they have no decimal comma.
    const cells = { ...options, delimiter: ',', decimal: '.', isSheet: true };
    return { format: 'csv', rows: readCsvRows(name, readWorkbook(name, bytes), cells) };
  }
  const text = decodeRowText(name, bytes, options.encoding);
  const known = options.format ?? formatOf(path);
  if (known === 'csv' || known === 'ndjson')
    return { format: known, rows: read(known, name, text, path, options) };
  const { head, all } = await peekText(text, (begun) => begun.trim() !== '');
  const first = head.trimStart()[0];
  // Objects one after the other are not the items of an array.
  if (known === 'json') return { format: first === '{' ? 'ndjson' : 'json', rows: readJsonRows(name, all) };
  const format = first === '[' ? 'json' : first === '{' ? 'ndjson' : 'csv';
  return { format, rows: read(format, name, all, path, options) };
}

function read(
  format: RowsFormat,
  name: string,
  text: AsyncIterable<string>,
  path: string,
  options: CsvOptions,
): AsyncIterable<Row> {
  if (format === 'json') return readJsonRows(name, text);
  if (format === 'ndjson') return readNdjsonRows(name, text);
  const ofName = /\.(?:tsv|tab)$/i.test(path) ? '\t' : undefined;
  return readCsvRows(name, text, { ...options, delimiter: options.delimiter ?? ofName });
}

const extensions: Readonly<Record<string, RowsFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.tab': 'csv',
  '.xlsx': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
};

/** By the extension; undefined if it is none of these. */
export const formatOf = (path: string): RowsFormat | undefined => extensions[extname(path).toLowerCase()];

/** Returns the path. Throws `file_unreadable` if there is no file. */
export function existingFile(path: string): string {
  try {
    if (!statSync(path).isDirectory()) return path;
  } catch (error) {
    throw fileFailure('file_unreadable', path, error);
  }
  throw new Failure('file_unreadable', `Cannot read ${path}: it is a folder.`, {
    hint: 'Name one file of rows: CSV, NDJSON or a JSON array; - is stdin.',
  });
}

/** In bytes. A pipe (`<(…)`) has no size. */
function getSize(path: string): number | undefined {
  const found = statSync(path);
  return found.isFile() ? found.size : undefined;
}
