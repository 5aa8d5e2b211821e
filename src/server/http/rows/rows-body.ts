/** A raw body of rows: CSV, or one JSON object per line. */
import type { FastifyInstance } from 'fastify';
import { Failure } from '#contract/errors';

export type RowsBodyFormat = 'csv' | 'ndjson';

export class RowsBody {
  readonly bytes: Buffer;
  readonly format: RowsBodyFormat;

  constructor(bytes: Buffer, format: RowsBodyFormat) {
    this.bytes = bytes;
    this.format = format;
  }
}

const types: Readonly<Record<string, RowsBodyFormat>> = {
  'application/x-ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'text/csv': 'csv',
};

const workbooks = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'application/vnd.oasis.opendocument.spreadsheet',
];

/** Makes the routes of this scope accept rows beside JSON: `request.body` is then a `RowsBody`. */
export function registerRowsParsers(scope: FastifyInstance): void {
  for (const type of workbooks) {
    scope.addContentTypeParser(type, { parseAs: 'buffer' }, async () => {
      const hint = 'Save the sheet as CSV: "CSV UTF-8" in spreadsheets.';
      const message = 'The body is a workbook, and rows are CSV or NDJSON.';
      throw new Failure('unsupported_type', message, { hint, facts: { hint } });
    });
  }
  for (const [type, format] of Object.entries(types)) {
    scope.addContentTypeParser(
      type,
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => new RowsBody(body, format),
    );
  }
}
