/** Parses JSON files of a template or a caller. Faults become failures that point into the file. */
import { type ErrorCode, Failure } from '#contract/errors';
import type { Json } from '#contract/json';
import { JsonSyntaxError, parseJson } from '#contract/parse-json';

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
