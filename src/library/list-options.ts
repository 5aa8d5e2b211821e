/** Lists of a template's data that are read row by row, as a program gives them. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Failure } from '#contract/errors';
import { openRows } from '#template/rows/open-rows';
import type { Row } from '#template/rows/row';
import type { RowSources } from '#template/rows/row-source';
import { invalidOption } from './invalid-option.ts';
import { toTemplateData } from './template-data.ts';

/**
 * The path or `file:` URL of a CSV or NDJSON file or of a JSON array, or the rows: an array, a generator, a database cursor.
 * Each row is an object.
 */
export type ListSource = string | URL | Iterable<object> | AsyncIterable<object>;

export interface ListOptions {
  /**
   * A list of the data that is read row by row, so that its rows need not be in memory together: the variable `rows`, or
   * several by the names of their variables. It replaces what `data` and the template have under that name.
   *
   * @example
   * './items.csv'
   * @example
   * { items: './items.ndjson', payments: cursor }
   */
  readonly rows?: ListSource | Readonly<Record<string, ListSource>> | undefined;
}

const isSource = (value: unknown): value is ListSource =>
  typeof value === 'string' ||
  value instanceof URL ||
  (typeof value === 'object' &&
    value !== null &&
    (Symbol.iterator in value || Symbol.asyncIterator in value));

export const listsSchema = z
  .custom<NonNullable<ListOptions['rows']>>(
    (value) =>
      isSource(value) ||
      (typeof value === 'object' && value !== null && Object.values(value).every(isSource)),
    { error: 'must be a path, an iterable of objects, or an object with one of them for each variable' },
  )
  .optional();

/** Nothing is read yet. */
export function toRowSources(rows: ListOptions['rows']): RowSources {
  if (rows === undefined) return {};
  const byName = isSource(rows) ? { rows } : rows;
  return Object.fromEntries(
    Object.entries(byName).map(([name, source]) => {
      if (!/^[A-Za-z_]\w*$/.test(name)) {
        throw invalidOption('rows', `needs names of variables, which ${JSON.stringify(name)} is not`);
      }
      return [name, toRowSource(name, source)];
    }),
  );
}

function toRowSource(name: string, source: ListSource): RowSources[string] {
  if (typeof source !== 'string' && !(source instanceof URL)) {
    const file = `rows.${name}`;
    return { file, open: async () => ({ rows: objectRows(file, source) }) };
  }
  const file = typeof source === 'string' ? source : fileURLToPath(source);
  // A file may be called "-".
  return {
    file,
    open: async (types) => await openRows(file === '-' ? resolve(file) : file, { name: file, types }),
  };
}

async function* objectRows(
  file: string,
  source: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<Row> {
  let number = 0;
  for await (const object of source) {
    number++;
    const place = { number, line: 0, raw: '' };
    if (typeof object !== 'object' || object === null || Array.isArray(object)) {
      const message = `Row ${number} of ${file} is not an object.`;
      yield { ...place, failure: new Failure('invalid_data', message, { errors: { [file]: [message] } }) };
      return;
    }
    const { plain, exact } = toTemplateData(object);
    yield { ...place, data: plain, exact };
  }
}
