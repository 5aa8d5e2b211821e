/** Reads a body of rows. It runs in a thread unless the body is small. */
import { Failure } from '#contract/errors';
import type { JobError } from '#store/jobs/job-records';
import { readCsvRows } from '#template/rows/read-csv-rows';
import { readNdjsonRows } from '#template/rows/read-ndjson-rows';
import { maxRowCharacters, type Row } from '#template/rows/row';
import { rowFilename } from '../../jobs/row-filename.ts';
import { decodeBody } from '../body/request-body.ts';
import { type PackedRows, RowPacker } from './packed-rows.ts';
import type { RowsBodyFormat } from './rows-body.ts';

export interface RowsMessage {
  readonly rows: Uint8Array;
  readonly format: RowsBodyFormat;
  readonly delimiter?: string | undefined;
  readonly typed?: boolean | undefined;
  readonly decimal?: '.' | ',' | undefined;
  /** The pattern of the rows' file names. */
  readonly filename?: string | undefined;
  /** Rows of the batch before these. */
  readonly offset: number;
}

/** Throws `invalid_request` if the rows cannot be told apart, for example because of a quote that is never closed. */
export async function parseRows(message: RowsMessage): Promise<PackedRows> {
  const { rows, format, delimiter, typed, decimal, filename, offset } = message;
  const text = chunksOf(decodeBody(rows));
  const read =
    format === 'csv'
      ? readCsvRows('body', text, { delimiter, typed, decimal })
      : readNdjsonRows('body', text);
  const packer = new RowPacker();
  try {
    for await (const row of read) {
      const name = rowFilename(filename, 'failure' in row ? {} : row.data, offset + packer.count + 1);
      if ('failure' in row) packer.addUnread(toError(row.failure), name);
      // NDJSON stays as it was written, with its order of keys and all digits.
      else packer.add(format === 'csv' ? JSON.stringify(row.data) : row.raw, name);
    }
  } catch (error) {
    throw error instanceof Failure ? invalidRows(error) : error;
  }
  return packer.pack();
}

/** The readers take text in pieces, and copy the rest of a piece for each row. */
async function* chunksOf(text: string): AsyncGenerator<string> {
  const size = Math.min(65_536, maxRowCharacters);
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

function toError({ message, location }: Extract<Row, { failure: Failure }>['failure']): JobError {
  const place = location ? `Line ${location.line}: ` : '';
  return { message: `${place}${message}`, code: 'invalid_data', errors: { data: [message] } };
}

function invalidRows({ message, location, hint }: Failure): Failure {
  const text = `${location ? `Line ${location.line} of the body: ` : ''}${message}`;
  return new Failure('invalid_request', text, { errors: { body: [text] }, hint });
}
