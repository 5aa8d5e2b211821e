/** Records the failed rows: the reasons as a report, and the rows unchanged for another run. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import type { RowsFormat } from '#template/rows/open-rows';
import type { Row } from '#template/rows/row';
import { failureAsJson } from '../../failure.ts';

export interface FailedRows {
  add(row: Row, failure: Failure): void;
  /** Completes the files. Safe to call twice. */
  close(): void;
}

export interface FailedRowsOptions {
  /** The path of the NDJSON report, one object per row: its number, line and error. */
  readonly report: string | undefined;
  /** The path of the failed rows, in their original format. */
  readonly rows: string | undefined;
  readonly format: RowsFormat;
  /** The header of CSV rows, once it has been read. */
  readonly header: () => string | undefined;
}

/** Both files are created at the start, so that those of an earlier batch are not mistaken for this one's. */
export function openFailedRows({ report, rows, format, header }: FailedRowsOptions): FailedRows {
  const reportFile = open(report);
  const rowsFile = open(rows);
  let count = 0;
  let isClosed = false;
  return {
    add(row, failure) {
      const { number, file, line, raw } = row;
      reportFile?.write(`${JSON.stringify({ row: number, file, line, error: failureAsJson(failure) })}\n`);
      // A file that could not be read has no rows to repeat.
      if (raw === '') return;
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
