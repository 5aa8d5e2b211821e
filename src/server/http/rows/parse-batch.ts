/** Reads a JSON body with the rows of a batch. It runs in a thread unless the body is small. */
import { type BatchRequest, batchSchema } from '#contract/api/jobs-schema';
import { dataAt, writeData } from '#twig';
import { rowFilename } from '../../jobs/row-filename.ts';
import { parseRequestBody } from '../body/request-body.ts';
import { type PackedRows, RowPacker } from './packed-rows.ts';

export interface ParsedBatch {
  readonly options: Omit<BatchRequest, 'rows'>;
  /** Undefined if the body has none. */
  readonly rows: PackedRows | undefined;
}

/** Throws `invalid_request` with the faults field by field. */
export function parseBatch(text: string): ParsedBatch {
  const { value, exact } = parseRequestBody(batchSchema, text);
  const { rows, ...options } = value;
  if (!rows) return { options, rows };
  const pattern = options.output === 'merged' ? undefined : options.filename;
  const packer = new RowPacker();
  for (const [index, row] of rows.entries()) {
    packer.add(writeData(dataAt(exact(), ['rows', index])), rowFilename(pattern, row, index + 1));
  }
  return { options, rows: packer.pack() };
}
