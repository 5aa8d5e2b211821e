/** The data of a render: `--data` files merged from left to right, then each `--set`. */
import { Failure } from '#contract/errors';
import type { JsonObject } from '#contract/json';
import type { Data } from '#template/data/parse-data-file';
import { decodeUtf8, readText } from '#template/load/read-text';
import { readStdin } from '../../io/streams.ts';
import type { Terminal } from '../../io/terminal.ts';
import { mergeData } from './merge-data.ts';
import { applySetting, parseSetting } from './set-option.ts';

export interface DataOptions {
  /** Files; `-` is stdin. */
  readonly data?: readonly string[];
  readonly set?: readonly string[];
}

/** Returns undefined if neither option was given. */
export async function readData(options: DataOptions, terminal: Terminal): Promise<Data | undefined> {
  const { data: files = [], set = [] } = options;
  if (files.length === 0 && set.length === 0) return undefined;
  const settings = set.map(parseSetting);
  const read: Data[] = [];
  for (const file of files) read.push(await readDataFile(file, terminal));
  const [only] = read;
  if (only && read.length === 1 && settings.length === 0) return only;
  const merged = read.reduce((data, { plain }) => mergeData(data, plain), {} as JsonObject);
  const plain = settings.reduce(applySetting, merged);
  return { plain, exact: plain };
}

async function readDataFile(file: string, terminal: Terminal): Promise<Data> {
  const { parseDataFile } = await import('#template/data/parse-data-file');
  if (/\.(?:csv|tsv|tab|xlsx)$/i.test(file)) throw rowsAsData(file);
  if (/\.(?:xls|ods)$/i.test(file)) throw workbookAsData(file);
  if (file !== '-') return parseDataFile(file, await readText(file).catch((error) => explain(file, error)));
  terminal.awaitStdin('JSON');
  const text = decodeUtf8(await readStdin());
  if (text === undefined) throw new Failure('invalid_data', 'stdin is not UTF-8 text.');
  return parseDataFile('stdin', text);
}

const rowsAsData = (file: string): Failure =>
  new Failure('invalid_data', `${file} is a file of rows, and --data takes a JSON object.`, {
    hint: `For one document with all rows: --rows ${file}. For one document of each row: pdfapi batch <template> ${file}`,
  });

const workbookAsData = (file: string): Failure =>
  new Failure('invalid_data', `${file} is a workbook, and --data takes a JSON object.`, {
    hint: 'Save the sheet as CSV ("CSV UTF-8" in spreadsheets). For one document with all rows: --rows sheet.csv. For one document of each row: pdfapi batch <template> sheet.csv',
  });

/** Users sometimes pass the JSON itself instead of a file name. */
function explain(file: string, error: unknown): never {
  const isJsonLike = /^\s*[{[]/.test(file);
  if (!(error instanceof Failure) || !isJsonLike) throw error;
  throw new Failure('file_unreadable', 'Cannot read --data: it expects a file name, not JSON.', {
    hint: 'For single values: --set key=value. For JSON from a pipe: echo \'{"key":"value"}\' | pdfapi … -d -',
    cause: error,
  });
}
