/** The body of a request: JSON, checked against its schema, with the data in the caller's own order of keys. */

import type { z } from 'zod';
import { Failure } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import { JsonSyntaxError, parseJson } from '../contract/parse-json.ts';
import { validateRequest } from '../contract/request-errors.ts';
import { dataAt, parseData } from '../core/twig/index.ts';

export interface RequestBody<Value> {
  readonly value: Value;
  /** What stands at a path as a template sees it: PHP's order of keys, integers beyond 2⁵³. */
  data(path: readonly (string | number)[]): JsonObject;
}

/** Throws `invalid_request` with what is wrong, field by field. */
export function readRequestBody<Schema extends z.ZodType>(
  schema: Schema,
  sent: string | undefined,
): RequestBody<z.output<Schema>> {
  const text = sent ?? '';
  if (text.trim() === '') {
    throw invalid('The request body is empty. Send a JSON object; {} takes every default.');
  }
  const parsed = parse(text);
  const value = validate(schema, parsed);
  let exact: unknown;
  return {
    value,
    data(path) {
      exact ??= parseData(text, parsed);
      return (dataAt(exact, path) ?? {}) as JsonObject;
    },
  };
}

/** Throws `invalid_request`. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = validateRequest(schema, value);
  if ('value' in result) return result.value;
  throw new Failure('invalid_request', result.faults.message, { errors: result.faults.errors });
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw invalid(`The request body is not valid JSON: ${error.message}.`);
  }
}

const invalid = (message: string) => new Failure('invalid_request', message, { errors: { body: [message] } });
