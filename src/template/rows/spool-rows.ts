/**
 * Copies the rows of any source to a temporary file in one form, so that a template can read them one at a time, again and
 * again and without waiting. Their number is known, and all of them are well-formed, before the first is printed.
 */
import type { JsonObject } from '#contract/json';
import { writeData } from '#twig';
import type { Row } from './row.ts';
import { createTemporaryFile, type TemporaryFile } from './temporary-file.ts';

/** Can be sent to another thread, which reads the same rows. */
export interface SpooledRows {
  /** The name of the source in errors. */
  readonly file: string;
  readonly count: number;
  /** The text of few rows, or the open file of many: a file descriptor, which all threads share. */
  readonly content: Uint8Array | number;
}

export interface RowSpool extends AsyncDisposable {
  readonly rows: SpooledRows;
}

export interface SpoolOptions {
  /** The name of the source in errors. */
  readonly file: string;
  /** Called with the rows, some at a time and in order. `first` is the number of the first of them, from 0. */
  readonly validate?: ((rows: readonly SpooledRow[], first: number) => void) | undefined;
  /** Called between rows, to end the reading by an error. */
  readonly check?: (() => void) | undefined;
}

interface SpooledRow {
  readonly data: JsonObject;
  readonly line: number | undefined;
}

/** Bytes that are held in memory. More go to a file. */
const maxBytesInMemory = 1024 * 1024;

const maxRowsAtOnce = 500;

/**
 * Reads all rows. Disposing of the result deletes the file.
 *
 * Throws the failure of the first row that has one, the errors of `rows`, `validate` and `check`, and `file_unwritable` if
 * the temporary folder has no space.
 */
export async function spoolRows(
  rows: AsyncIterable<Row>,
  { file, validate, check }: SpoolOptions,
): Promise<RowSpool> {
  let count = 0;
  let text: string[] = [];
  let length = 0;
  let waiting: SpooledRow[] = [];
  let written: TemporaryFile | undefined;
  const validateWaiting = () => {
    check?.();
    if (waiting.length > 0) validate?.(waiting, count - waiting.length);
    waiting = [];
  };
  try {
    for await (const row of rows) {
      if ('failure' in row) throw row.failure;
      const { data, exact } = row;
      const line = row.line > 0 ? row.line : undefined;
      // `JSON.stringify` is faster, and writes plain data as well.
      const json = exact === undefined || exact === data ? JSON.stringify(data) : writeData(exact);
      const entry = `${line ?? ''}\t${json}\n`;
      count++;
      text.push(entry);
      length += entry.length;
      waiting.push({ data, line });
      if (waiting.length >= maxRowsAtOnce) validateWaiting();
      if (length <= maxBytesInMemory) continue;
      written ??= await createTemporaryFile();
      await written.write(text.join(''));
      text = [];
      length = 0;
    }
    validateWaiting();
    if (written) await written.write(text.join(''));
  } catch (error) {
    await written?.delete();
    throw error;
  }
  const content = written?.descriptor ?? Buffer.from(text.join(''));
  return {
    rows: { file, count, content },
    async [Symbol.asyncDispose]() {
      await written?.delete();
    },
  };
}
