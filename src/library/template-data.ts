/** Converts the values of a JavaScript program to JSON, and to the data of a template. */
import { Failure } from '#contract/errors';
import { type Data, parseDataFile } from '#template/data/parse-data-file';

/** Throws `invalid_data` for what is not a JSON object when it is written as JSON. */
export const toTemplateData = (data: object): Data => parseDataFile('the data', stringifyData(data));

/** Not in TypeScript's library yet (https://tc39.es/proposal-json-parse-with-source). */
const { rawJSON: rawJson } = JSON as unknown as { rawJSON(text: string): unknown };

/**
 * Writes values as `JSON.stringify` does, and a `bigint` with all its digits. Throws `invalid_data` for an object that
 * contains itself.
 *
 * @example
 * stringifyData({ due: new Date(0), id: 2n ** 60n }); // '{"due":"1970-01-01T00:00:00.000Z","id":1152921504606846976}'
 */
export function stringifyData(data: object): string {
  try {
    return JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? rawJson(String(value)) : value));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new Failure('invalid_data', `The data cannot be written as JSON: ${reason}`, { cause: error });
  }
}
