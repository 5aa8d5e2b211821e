/** The JSON files of a template and of its callers: faults become failures that point into the file. */
import { type ErrorCode, Failure } from '../../contract/errors.ts';
import type { Json, JsonObject } from '../../contract/json.ts';
import { JsonSyntaxError, parseJson } from '../../contract/parse-json.ts';

export function parseJsonFile(code: ErrorCode, file: string, text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column } = error;
    throw new Failure(code, `This is not valid JSON: ${error.detail}.`, {
      location: { file, line, column, text },
      cause: error,
    });
  }
}

/** Data for a template: a JSON object. */
export function parseDataFile(file: string, text: string): JsonObject {
  const data = parseJsonFile('invalid_data', file, text);
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as JsonObject;
  throw new Failure('invalid_data', `${file} must hold a JSON object, not ${describe(data)}.`, {
    hint: 'For example: { "customer": { "name": "Ada" } }',
  });
}

function describe(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}
