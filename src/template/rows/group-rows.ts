/** Makes one row of each group of rows, wherever in their source they are. */
import { readSync } from 'node:fs';
import { Failure } from '#contract/errors';
import type { JsonObject } from '#contract/json';
import { JsonSyntaxError, parseJson } from '#contract/parse-json';
import { parseData, writeData } from '#twig';
import {
  differentColumn,
  expectColumns,
  type GroupedRow,
  type Grouping,
  GroupingFault,
  groupData,
  keyOf,
  trimmedKeyOf,
  unsharedColumns,
} from './grouping.ts';
import { maxRowCharacters, type OnRowWarning, type Row } from './row.ts';
import { createTemporaryFile, type TemporaryFile } from './temporary-file.ts';

export interface GroupRowsOptions {
  /** The name of the source in errors. */
  readonly file: string;
  readonly grouping: Grouping;
  /** What is written between rows of a group in `raw`. Default: a line break. */
  readonly separator?: string | undefined;
  /** Characters that are held in memory before rows are copied to a temporary file. Default: a million. */
  readonly charactersInMemory?: number | undefined;
  /** Gets keys that differ only in white space at their ends, which make two groups, before the first group. */
  readonly onWarning?: OnRowWarning | undefined;
  /**
   * Gets a note about the first group whose rows are equal in nothing but its columns: where items have all columns, the
   * document then has nothing else at the top.
   */
  readonly onNote?: ((note: string) => void) | undefined;
}

/**
 * Yields the groups in the order of their first rows, each as a row whose `number` counts groups and whose place is that of
 * its first row. All rows are read before the first group: one may be anywhere, and a group that lacks a row would be a
 * wrong document. In memory are some 50 bytes for each row, the keys, and the rows of one group.
 *
 * Throws the failure of the first row that cannot be read, `invalid_data` for rows that cannot be grouped or a group of more
 * than 10 million characters, and `file_unwritable` if the temporary folder has no space.
 */
export async function* groupRows(
  rows: AsyncIterable<Row>,
  { file, grouping, separator = '\n', charactersInMemory = 1_000_000, onWarning, onNote }: GroupRowsOptions,
): AsyncGenerator<Row> {
  const store = rowStore(charactersInMemory);
  /** Positions in the store, group by group. */
  const groups = new Map<string, number[]>();
  /** Keys with white space at an end, by what they are without it. */
  const padded = new Map<string, Set<string>>();
  const columns = expectColumns(grouping);
  let last: object | undefined;
  try {
    for await (const row of rows) {
      if ('failure' in row) throw row.failure;
      const { data, exact } = row;
      const values = exact ?? data;
      const place = { file: row.file ?? file, line: row.line };
      const key = attempt(place, () => keyOf(values, grouping));
      columns.seen(values);
      const json = exact === undefined || exact === data ? JSON.stringify(data) : writeData(exact);
      const position = await store.add(
        JSON.stringify({
          ...place,
          raw: row.raw,
          json,
          isExact: exact !== undefined,
          isOfSeveral: row.file !== undefined,
        } satisfies StoredRow),
      );
      const group = groups.get(key);
      if (group) group.push(position);
      else {
        groups.set(key, [position]);
        const trimmed = trimmedKeyOf(values, grouping);
        if (trimmed !== key) padded.set(trimmed, (padded.get(trimmed) ?? new Set()).add(key));
      }
      last = values;
    }
    if (last) attempt({ file, line: 1 }, () => columns.assertSeen(last as object));
    await store.end();
    warnOfPadded();
    let number = 0;
    let note = onNote;
    for (const [key, positions] of groups) {
      const group = readGroup(key, positions);
      const parsed = parseGroup(group);
      const text = note && describeUnshared(parsed, grouping);
      if (text !== undefined) {
        note?.(text);
        note = undefined;
      }
      yield joinGroup(++number, group, parsed, { grouping, separator });
      groups.delete(key);
    }
  } finally {
    await store.delete();
  }

  function warnOfPadded(): void {
    const firstOf = (key: string): number => groups.get(key)?.[0] ?? 0;
    for (const [trimmed, keys] of padded) {
      const [one = '', other] = groups.has(trimmed) ? [trimmed, ...keys] : keys;
      if (other === undefined) continue;
      const [a, b] = [firstOf(one), firstOf(other)]
        .sort((first, second) => first - second)
        .map((position): StoredRow => JSON.parse(store.read(position)));
      if (!a || !b) continue;
      const found = differentColumn(parseData(a.json) as object, parseData(b.json) as object, grouping);
      onWarning?.(
        new Failure(
          'invalid_data',
          `"${found.name}" is ${found.values.join(' and ')} in ${a.file}:${a.line} and ${b.file}:${b.line}: white space at its ends makes two groups of what looks like one.`,
          {
            location: { file: b.file, line: b.line },
            hint: 'Make the values equal, or different in more than white space.',
          },
        ),
      );
    }
  }

  function readGroup(key: string, positions: readonly number[]): readonly StoredRow[] {
    let characters = 0;
    return positions.map((position) => {
      const text = store.read(position);
      const stored: StoredRow = JSON.parse(text);
      characters += stored.json.length;
      if (characters <= maxRowCharacters) return stored;
      throw new Failure(
        'invalid_data',
        `The rows of ${key} have more than ${maxRowCharacters / 1024 / 1024} million characters together.`,
        {
          location: { file: stored.file, line: stored.line },
          hint: 'A table of that length is read row by row: pdfapi generate … --rows items=rows.csv',
        },
      );
    });
  }
}

interface StoredRow {
  readonly file: string;
  readonly line: number;
  readonly raw: string;
  readonly json: string;
  readonly isExact: boolean;
  /** Whether the file is one of several. */
  readonly isOfSeveral: boolean;
}

const parseGroup = (rows: readonly StoredRow[]): readonly GroupedRow[] =>
  rows.map(({ json, file, line }) => ({ data: parseData(json) as object, place: `${file}:${line}` }));

/** Columns that the example of a note names. */
const maxNamed = 6;

function describeUnshared(rows: readonly GroupedRow[], grouping: Grouping): string | undefined {
  const names = unsharedColumns(rows, grouping);
  const [first] = rows;
  if (names.length === 0 || !first) return undefined;
  const by = grouping.by.map(({ name }) => name).join(',');
  const { list } = grouping;
  const named = names.slice(0, maxNamed).map((name) => name.replace(/[,.\\]/g, '\\$&'));
  const more = names.length > maxNamed ? ',…' : '';
  return `${first.place} and the other rows of its ${by} are equal in no other column, so all others are in ${list} only: {{ ${list}[0].${names[0]} }}. Name those that differ, and the others must be equal and are at the top: --items ${list}:${named.join(',')}${more}`;
}

function joinGroup(
  number: number,
  rows: readonly StoredRow[],
  parsed: readonly GroupedRow[],
  { grouping, separator }: { readonly grouping: Grouping; readonly separator: string },
): Row {
  const [first] = rows;
  if (!first) throw new Error('A group has no rows.');
  const { file, line, isExact, isOfSeveral } = first;
  const { text, data } = attempt({ file, line }, () => {
    const text = groupData(parsed, grouping);
    return { text, data: parseJson(text) as JsonObject };
  });
  return {
    number,
    file: isOfSeveral ? file : undefined,
    line,
    raw: rows.map(({ raw }) => raw).join(separator),
    data,
    ...(isExact && { exact: parseData(text, data) as JsonObject }),
  };
}

function attempt<Result>(
  location: { readonly file: string; readonly line: number },
  work: () => Result,
): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      throw new Failure('invalid_data', `${error.detail}, as a group.`, { location });
    }
    if (!(error instanceof GroupingFault)) throw error;
    const { field, message } = error;
    throw new Failure('invalid_data', message, { location, errors: field && { [field]: [message] } });
  }
}

/** Texts in memory, or in a temporary file once they are many. */
function rowStore(charactersInMemory: number) {
  let file: TemporaryFile | undefined;
  let texts: string[] = [];
  let characters = 0;
  /** In the file: the end of each text, in bytes. */
  const ends: number[] = [];
  let count = 0;
  const flush = async () => {
    file ??= await createTemporaryFile();
    for (const text of texts) ends.push((ends.at(-1) ?? 0) + Buffer.byteLength(text));
    await file.write(texts.join(''));
    texts = [];
    characters = 0;
  };
  return {
    /** Returns the position to read it from after `end`. */
    async add(text: string): Promise<number> {
      texts.push(text);
      characters += text.length;
      if (characters > charactersInMemory) await flush();
      return count++;
    },
    async end(): Promise<void> {
      if (file) await flush();
    },
    read(position: number): string {
      if (!file) return texts[position] ?? '';
      const start = ends[position - 1] ?? 0;
      const bytes = Buffer.allocUnsafe((ends[position] ?? 0) - start);
      for (let at = 0; at < bytes.length; )
        at += readSync(file.descriptor, bytes, at, bytes.length - at, start + at);
      return bytes.toString();
    },
    async delete(): Promise<void> {
      await file?.delete();
    },
  };
}
