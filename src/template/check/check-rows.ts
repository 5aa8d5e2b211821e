/** Checks the files that `rows` of `template.json` names: each row of them, and what the data says of their lists. */
import { Failure } from '#contract/errors';
import { Deadline } from '#runtime/deadline';
import { withData } from '#twig';
import { type DataSchema, readDataSchema } from '../data/data-schema.ts';
import type { Data } from '../data/parse-data-file.ts';
import { type SpooledLists, spoolLists } from '../data/spool-lists.ts';
import type { ReadTemplate } from '../load/read-template.ts';
import type { Warning } from '../model/check-result.ts';
import type { FileTree } from '../model/file-tree.ts';
import type { RowSource } from '../rows/row-source.ts';
import { spooledRowList } from '../rows/spooled-row-list.ts';

export interface CheckedRows extends AsyncDisposable {
  /** The sample data with the lists that are read row by row. */
  readonly sample: Data | undefined;
  /** Their names. */
  readonly lists: readonly string[];
  readonly errors: readonly Failure[];
  readonly warnings: readonly Warning[];
}

/** Milliseconds for all rows of a file. */
const maxMilliseconds = 10_000;

/** The Twig is tried with as many rows of each file. All of them are checked against the schema. */
const maxTriedRows = 1_000;

/** Disposing of the result deletes the copies of the rows. */
export async function checkRows(
  tree: FileTree,
  { template }: ReadTemplate,
  sample: Data | undefined,
): Promise<CheckedRows> {
  const rows = template.kind === 'editor' ? {} : (template.rows ?? {});
  const lists = Object.keys(rows);
  const errors: Failure[] = [];
  // A schema that is wrong is reported where the sample data is checked.
  const schema = lists.length > 0 ? await readDataSchema(tree).catch(() => undefined) : undefined;
  const spooled: SpooledLists[] = [];
  const tried: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(rows)) {
    try {
      const read = await spoolOne(name, source, schema);
      spooled.push(read);
      const list = read.lists[name];
      if (list && !(sample && Object.hasOwn(sample.plain, name))) {
        tried[name] = spooledRowList(list, maxTriedRows);
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      errors.push(error);
    }
  }
  const warnings = Object.entries(rows)
    .filter(([name]) => sample && Object.hasOwn(sample.plain, name))
    .map(([name, { file }]): Warning => {
      const data = tree.label('data.json');
      return { message: `${data} has "${name}" too, and is used in place of ${file}.` };
    });
  const { plain, exact } = sample ?? { plain: {}, exact: {} };
  const names = Object.fromEntries(Object.keys(tried).map((name) => [name, []]));
  return {
    sample:
      Object.keys(tried).length === 0
        ? sample
        : { plain: { ...names, ...plain }, exact: withData(exact, tried) as Data['exact'] },
    lists,
    errors,
    warnings,
    async [Symbol.asyncDispose]() {
      for (const each of spooled) await each[Symbol.asyncDispose]();
    },
  };
}

async function spoolOne(
  name: string,
  source: RowSource,
  schema: DataSchema | undefined,
): Promise<SpooledLists> {
  const deadline = new Deadline(maxMilliseconds);
  try {
    return await spoolLists({ [name]: source }, { schema, deadline });
  } finally {
    deadline.close();
  }
}
