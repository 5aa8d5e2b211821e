/** Parses the JSON text of one row as the data of a document. */
import { Failure } from '#contract/errors';
import { isJsonObject, type JsonObject } from '#contract/json';
import { JsonSyntaxError, parseJson } from '#contract/parse-json';
import { parseData } from '#twig';
import type { Row } from './row.ts';

/** A syntax error becomes the row's failure: the rows after it remain readable. */
export function parseRow(file: string, number: number, line: number, raw: string): Row {
  const place = { number, line, raw };
  try {
    const data = parseJson(raw);
    if (isJsonObject(data)) {
      return { ...place, data, exact: parseData(raw, data) as JsonObject };
    }
    return {
      ...place,
      failure: new Failure('invalid_data', 'A row must be a JSON object.', {
        location: { file, line },
        hint: 'For example: { "number": "2026-104", "customer": { "name": "Ada" } }',
      }),
    };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const location = { file, line: line + error.line - 1, column: error.column };
    return { ...place, failure: new Failure('invalid_data', `${error.detail}.`, { location }) };
  }
}
