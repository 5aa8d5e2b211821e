/** Opens the lists of a document's data that are read row by row. */
import { Failure } from '#contract/errors';
import type { Deadline } from '#runtime/deadline';
import { dataAt } from '#twig';
import type { RowSource, RowSources } from '../rows/row-source.ts';
import { type RowSpool, type SpooledRows, spoolRows } from '../rows/spool-rows.ts';
import type { DataSchema } from './data-schema.ts';

export interface SpooledLists extends AsyncDisposable {
  readonly lists: Readonly<Record<string, SpooledRows>>;
}

export interface SpoolListsOptions {
  readonly schema?: DataSchema | undefined;
  readonly deadline: Deadline;
}

/**
 * Reads all rows and validates each, so that a wrong row costs no print. Disposing of the result deletes the copies.
 *
 * Throws `file_unreadable`, `invalid_data` that names the row, and `timeout`.
 */
export async function spoolLists(sources: RowSources, options: SpoolListsOptions): Promise<SpooledLists> {
  const spools: [string, RowSpool][] = [];
  const dispose = async () => {
    await Promise.all(spools.map(async ([, spool]) => await spool[Symbol.asyncDispose]()));
  };
  try {
    for (const [name, source] of Object.entries(sources)) {
      spools.push([name, await spoolList(name, source, options)]);
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  const lists = Object.fromEntries(spools.map(([name, { rows }]) => [name, rows]));
  return { lists, [Symbol.asyncDispose]: dispose };
}

async function spoolList(
  name: string,
  { file, open }: RowSource,
  { schema, deadline }: SpoolListsOptions,
): Promise<RowSpool> {
  const types = schema?.cellTypes();
  const { rows, advise } = await open(types && ((path) => types([name, '*', ...path])));
  const reading = spoolRows(rows, {
    file,
    check: () => deadline.check(`reading ${file}`),
    validate:
      schema &&
      ((some, first) => {
        const data = some.map((row) => row.data);
        const errors = schema.rowFaults(name, data, first, Math.max(1, deadline.remainingMs));
        const [path] = Object.keys(errors);
        if (path === undefined) return;
        const index = Number(path.split('.')[1]);
        const { data: refused, line } = some[index - first] ?? {};
        const cells = Object.keys(errors).flatMap((at) => {
          const [, place, ...rest] = at.split('.');
          return Number(place) === index ? [dataAt(refused, rest)] : [];
        });
        throw mismatch(file, errors, line, `row ${index + 1}`, advise?.(cells));
      }),
  });
  // A source that never ends, or that waits, is left alone when the time is over.
  const spool = await deadline.race(`reading ${file}`, reading);
  const fault = schema?.countFault(name, spool.rows.count);
  if (fault === undefined) return spool;
  await spool[Symbol.asyncDispose]();
  throw mismatch(file, { [name]: [fault] }, undefined, `${spool.rows.count} rows`);
}

function mismatch(
  file: string,
  errors: Readonly<Record<string, readonly string[]>>,
  line: number | undefined,
  what: string,
  hint = 'Correct the rows or the schema.',
): Failure {
  return new Failure('invalid_data', `${file} does not match schema.json: ${what}.`, {
    errors: errors as Record<string, string[]>,
    location: line === undefined ? undefined : { file, line },
    hint,
  });
}
