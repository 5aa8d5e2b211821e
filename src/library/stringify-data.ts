/** Writes the values of a JavaScript program as JSON. */
import { Failure } from '#contract/errors';

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
