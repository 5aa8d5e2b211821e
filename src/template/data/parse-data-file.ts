/** Data for a template: a JSON object. Invalid data is rejected with the position of the first fault. */
import { Failure } from '#contract/errors';
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import { parseData } from '#twig';
import { parseJsonFile } from '../json/parse-json-file.ts';

export interface Data {
  /** Plain JavaScript values, for merging and for validation against a schema. */
  readonly plain: JsonObject;
  /** For filling a template: keeps the sequence of keys such as "10" and "9", and long integers, as written. */
  readonly exact: JsonObject;
}

export function parseDataFile(file: string, text: string): Data {
  const plain = parseJsonFile('invalid_data', file, text);
  if (isJsonObject(plain)) return { plain, exact: parseData(text, plain) as JsonObject };
  throw new Failure('invalid_data', `${file} must hold a JSON object, not ${describe(plain)}.`, {
    hint: Array.isArray(plain)
      ? `For one document with the whole list: --rows ${file}. For one document of each of its objects: pdfapi batch <template> ${file}`
      : 'For example: { "customer": { "name": "Ada" } }',
  });
}

function describe(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}
