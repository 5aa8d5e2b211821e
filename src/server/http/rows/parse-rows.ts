/** Reads a body of rows. It runs in a thread unless the body is small. */
import { Failure } from '#contract/errors';
import { JsonSyntaxError, parseJson } from '#contract/parse-json';
import type { JobError } from '#store/jobs/job-records';
import { cellTypesOf } from '#template/data/cell-types';
import { decodeRowText } from '#template/rows/decode-row-text';
import { groupRows } from '#template/rows/group-rows';
import { type Grouping, GroupingFault, groupedTypes, keysOf, parseGrouping } from '#template/rows/grouping';
import { readCsvRows } from '#template/rows/read-csv-rows';
import { readNdjsonRows } from '#template/rows/read-ndjson-rows';
import type { CellTypes, Row } from '#template/rows/row';
import { writeData } from '#twig';
import { rowFilename } from '../../jobs/row-filename.ts';
import { type PackedRows, RowPacker } from './packed-rows.ts';
import type { RowsBodyFormat } from './rows-body.ts';

export interface RowsMessage {
  readonly rows: Uint8Array;
  readonly format: RowsBodyFormat;
  readonly delimiter?: string | undefined;
  readonly typed?: boolean | undefined;
  readonly decimal?: string | undefined;
  /** Columns, as written. */
  readonly groupBy?: string | undefined;
  /** A list and its columns, as written. */
  readonly items?: string | undefined;
  /** The `schema.json` of the template, if it has one. */
  readonly schema?: Uint8Array | undefined;
  /** The pattern of the rows' file names. */
  readonly filename?: string | undefined;
  /** Rows of the batch before these. */
  readonly offset: number;
}

/** Throws `invalid_request` if the rows cannot be told apart, for example because of a quote that is never closed. */
export async function parseRows(message: RowsMessage): Promise<PackedRows> {
  const { format, delimiter, typed, decimal, filename, offset } = message;
  const grouping = readGrouping(message);
  const text = decodeRowText('body', chunksOf(message.rows));
  const read =
    format === 'csv'
      ? readCsvRows('body', text, {
          delimiter,
          typed,
          decimal,
          keys: keysOf(grouping),
          types: readTypes(message, grouping),
          onWarning: refuse,
        })
      : readNdjsonRows('body', text);
  const packer = new RowPacker();
  try {
    for await (const row of grouping
      ? groupRows(read, { file: 'body', grouping, charactersInMemory, onWarning: refuse })
      : read) {
      const name = rowFilename(filename, 'failure' in row ? {} : row.data, offset + packer.count + 1);
      if ('failure' in row) packer.addUnread(toError(row.failure), name);
      // NDJSON keeps its order of keys and all digits.
      else if (row.exact) packer.add(grouping ? writeData(row.exact) : row.raw, name);
      else packer.add(JSON.stringify(row.data), name);
    }
  } catch (error) {
    throw error instanceof Failure ? invalidRows(error) : error;
  }
  return packer.pack();
}

/** A schema that cannot be read is an error of each row. */
function readTypes({ schema }: RowsMessage, grouping: Grouping | undefined): CellTypes | undefined {
  if (schema === undefined) return undefined;
  try {
    return groupedTypes(cellTypesOf(parseJson(new TextDecoder().decode(schema))), grouping);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** A response to rows has no place for warnings. */
function refuse(warning: Failure): never {
  throw warning;
}

/** The readers take text in pieces, and copy the rest of a piece for each row. */
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const size = 65_536;
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** The body is in memory too. */
const charactersInMemory = Number.POSITIVE_INFINITY;

function readGrouping({ groupBy, items }: RowsMessage): Grouping | undefined {
  if (groupBy === undefined) {
    if (items === undefined) return undefined;
    const message = 'The items parameter needs group_by.';
    throw new Failure('invalid_request', message, { errors: { items: [message] } });
  }
  try {
    return parseGrouping(groupBy, items);
  } catch (error) {
    if (!(error instanceof GroupingFault)) throw error;
    const { field = 'group_by' } = error;
    const message = `The ${field} ${error.message}.`;
    throw new Failure('invalid_request', message, { errors: { [field]: [message] } });
  }
}

function toError({ message, location }: Extract<Row, { failure: Failure }>['failure']): JobError {
  const place = location ? `Line ${location.line}: ` : '';
  return { message: `${place}${message}`, code: 'invalid_data', errors: { data: [message] } };
}

function invalidRows({ message, location, hint, errors }: Failure): Failure {
  const text = `${location ? `Line ${location.line} of the body: ` : ''}${message}`;
  return new Failure('invalid_request', text, {
    errors: errors ?? { body: [text] },
    hint,
    facts: { hint },
  });
}
