/** The rows that failed: why, for a report, and as they were, to be run again. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Failure } from '../../contract/errors.ts';
import { fileFailure } from '../../contract/file-failure.ts';
import { failureAsJson } from '../failure.ts';
import type { RowsFormat } from './open-rows.ts';
import type { Row } from './row.ts';

export interface FailedRows {
  add(row: Row, failure: Failure): void;
  /** Makes the files whole. Safe to call twice. */
  close(): void;
}

export interface FailedRowsOptions {
  /** Where NDJSON goes, one object a row: its number, line and error. */
  readonly report: string | undefined;
  /** Where the rows go, in the format that they came in. */
  readonly rows: string | undefined;
  readonly format: RowsFormat;
  /** The header of CSV rows, once it has been read. */
  readonly header: () => string | undefined;
}

/** Both files are there from the beginning, so that none of an earlier batch is taken for this one's. */
export function openFailedRows({ report, rows, format, header }: FailedRowsOptions): FailedRows {
  const reportFile = open(report);
  const rowsFile = open(rows);
  let count = 0;
  let isClosed = false;
  return {
    add(row, failure) {
      const { number, line, raw } = row;
      reportFile?.write(`${JSON.stringify({ row: number, line, error: failureAsJson(failure) })}\n`);
      if (format === 'csv' && count === 0) rowsFile?.write(`${header() ?? ''}\n`);
      if (format === 'json') rowsFile?.write(count === 0 ? `[\n${raw}` : `,\n${raw}`);
      else rowsFile?.write(`${raw}\n`);
      count++;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      if (format === 'json') rowsFile?.write(count === 0 ? '[]\n' : '\n]\n');
      reportFile?.close();
      rowsFile?.close();
    },
  };
}

function open(path: string | undefined) {
  if (path === undefined) return undefined;
  const attempt = <Result>(action: () => Result): Result => {
    try {
      return action();
    } catch (error) {
      throw fileFailure('file_unwritable', path, error);
    }
  };
  const file = attempt(() => openSync(path, 'w'));
  return {
    write: (text: string) => void attempt(() => writeSync(file, text)),
    close: () => closeSync(file),
  };
}
