/** The rows of several files as one sequence, and those of a folder of JSON files. */
import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import {
  existingFile,
  formatOf,
  type OpenRows,
  type OpenRowsOptions,
  openRows,
  type RowsFormat,
} from './open-rows.ts';
import type { Row } from './row.ts';

/** Returns the files, with those of a folder in its place: all `.json` files in it, by name. Throws `file_unreadable`. */
export const listRowFiles = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => (isFolder(path) ? jsonFilesIn(path) : [path]));

/**
 * Opens one file after the other. Rows are numbered through; each names its file. A file of JSON that cannot be read, or
 * not to its end, is one more row with that failure. Throws `usage` if some are CSV and some are not, and what `openRows`
 * throws.
 */
export async function openRowFiles(
  paths: readonly string[],
  options: OpenRowsOptions = {},
): Promise<OpenRows> {
  const [first = '-', ...others] = paths;
  if (others.length === 0) return await openRows(first, options);
  for (const path of others) if (path !== '-') existingFile(path);
  const formats = paths.map((path) => options.format ?? formatOf(path));
  const csv = formats.indexOf('csv');
  const json = formats.findIndex((format) => format !== undefined && format !== 'csv');
  if (csv >= 0 && json >= 0) throw mixed(paths[csv] ?? '', paths[json] ?? '');
  let open = await openOrFail(first, formats[0], options);
  const { format } = open;
  let isClosed = false;
  async function* rows(): AsyncGenerator<Row> {
    let number = 0;
    for (const [index, path] of paths.entries()) {
      if (isClosed) return;
      if (index > 0) open = await openOrFail(path, formats[index], options);
      if ((open.format === 'csv') !== (format === 'csv')) throw mixed(first, path);
      const { name, rows } = open;
      try {
        for await (const row of rows) yield { ...row, number: ++number, file: name };
      } catch (error) {
        if (format === 'csv' || !isOfFile(error)) throw error;
        yield { number: ++number, file: name, line: error.location?.line ?? 1, raw: '', failure: error };
      }
    }
  }
  return {
    // Rows that are items of an array in one file may be objects in the next.
    format: format === 'csv' ? 'csv' : 'ndjson',
    name: `${paths.length} files`,
    size: totalSize(paths),
    rows: rows(),
    close() {
      isClosed = true;
      open.close();
    },
  };
}

const isOfFile = (error: unknown): error is Failure =>
  error instanceof Failure && (error.code === 'invalid_data' || error.code === 'file_unreadable');

/** A file of JSON that cannot be opened fails when its rows are read. */
async function openOrFail(
  path: string,
  format: RowsFormat | undefined,
  options: OpenRowsOptions,
): Promise<OpenRows> {
  try {
    return await openRows(path, options);
  } catch (error) {
    if (format === undefined || format === 'csv' || !isOfFile(error)) throw error;
    const rows = { [Symbol.asyncIterator]: () => ({ next: async () => await Promise.reject(error) }) };
    return { format, name: path, size: undefined, rows, close() {} };
  }
}

function isFolder(path: string): boolean {
  return path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function jsonFilesIn(folder: string): readonly string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw fileFailure('file_unreadable', folder, error);
  }
  const files = names.filter((name) => extname(name).toLowerCase() === '.json' && !name.startsWith('.'));
  if (files.length > 0) return files.sort().map((name) => join(folder, name));
  throw new Failure('file_unreadable', `The folder ${folder} has no .json files.`, {
    hint: 'Files of rows of other kinds can be named one after the other: march.csv april.csv',
  });
}

/** In bytes; undefined if one has none, such as stdin. */
function totalSize(paths: readonly string[]): number | undefined {
  const sizes = paths.map((path) => {
    const found = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false });
    return found?.isFile() ? found.size : Number.NaN;
  });
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return Number.isNaN(total) ? undefined : total;
}

const mixed = (one: string, other: string): Failure =>
  new Failure('usage', `${one} and ${other} are rows of CSV and of JSON: one batch reads one of them.`, {
    hint: 'Run a batch for each.',
  });
