/** Parses the body of a request: JSON, checked against its schema, with the data in the caller's order of keys. */

import type { z } from 'zod';
import { validateRequest } from '#contract/api/request-errors';
import { Failure } from '#contract/errors';
import type { JsonObject } from '#contract/json';
import { maxJsonValues } from '#contract/limits';
import { JsonSyntaxError, parseJson, TooManyJsonValuesError } from '#contract/parse-json';
import type { TemplateData } from '#runtime/data-text';
import { dataAt, parseData } from '#twig';

export interface RequestBody<Value> {
  /** Data must be read with `data`, because the value of a large body does not contain it. */
  readonly value: Value;
  /** Returns the data at a path as a template sees it: with PHP's order of keys, and integers beyond 2⁵³. */
  data(path: readonly (string | number)[]): TemplateData;
  /** Returns the same data as JSON text, in which integers beyond 2⁵³ may have lost digits. */
  dataJson(path: readonly (string | number)[]): string;
}

/** The JSON of a request: text, or for a large request its raw bytes, which another thread decodes. */
export type SentBody = string | Buffer;

/** Characters, or values, that are parsed within a few milliseconds. */
export const maxInlineCharacters = 100_000;
export const maxInlineValues = 5_000;

/**
 * Reads a body of a few fields in this thread. Potentially large bodies are read by `BodyReader`.
 *
 * Throws `invalid_request` with the faults field by field, and `body_too_large`.
 */
export function readRequestBody<Schema extends z.ZodType>(
  schema: Schema,
  sent: SentBody | undefined,
): RequestBody<z.output<Schema>> {
  const text = sent ?? '';
  if (typeof text !== 'string' || text.length > maxInlineCharacters) {
    const limit = maxInlineCharacters.toLocaleString('en');
    throw new Failure(
      'body_too_large',
      `The request body of this endpoint must have at most ${limit} characters.`,
    );
  }
  return inlineBody(parseRequestBody(schema, text, maxInlineValues));
}

/** Removes the byte order mark, which is not valid JSON but is written by some programs. Throws `invalid_request`. */
export function decodeBody(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    // Replacement characters would be printed without a warning.
    throw invalid('The request body is not valid JSON: it is not UTF-8.');
  }
}

export interface ParsedBody<Value> {
  readonly value: Value;
  /** The result of `JSON.parse`. */
  readonly parsed: unknown;
  /** The result of `parseData` for the same text. */
  exact(): unknown;
}

/** Throws `invalid_request`. */
export function parseRequestBody<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  maxValues = maxJsonValues,
): ParsedBody<z.output<Schema>> {
  if (text.trim() === '') {
    throw invalid('The request body is empty. Send a JSON object; {} uses every default.');
  }
  const parsed = parse(text, maxValues);
  const value = validate(schema, parsed);
  let exact: unknown;
  return {
    value,
    parsed,
    exact() {
      exact ??= parseData(text, parsed);
      return exact;
    },
  };
}

/** Returns a body that holds its data as values. */
export function inlineBody<Value>({ value, parsed, exact }: ParsedBody<Value>): RequestBody<Value> {
  return {
    value,
    data: (path) => (dataAt(exact(), path) ?? {}) as JsonObject,
    dataJson: (path) => JSON.stringify(dataAt(parsed, path) ?? {}),
  };
}

/** Throws `invalid_request`. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = validateRequest(schema, value);
  if ('value' in result) return result.value;
  throw new Failure('invalid_request', result.faults.message, { errors: result.faults.errors });
}

function parse(text: string, maxValues: number): unknown {
  try {
    return parseJson(text, { maxValues });
  } catch (error) {
    if (error instanceof TooManyJsonValuesError) throw tooManyValues(maxValues, error);
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw invalid(`The request body is not valid JSON: ${error.message}.`);
  }
}

function tooManyValues(maxValues: number, cause: Error): Failure {
  const limit = maxValues.toLocaleString('en');
  const message = `The request body must have at most ${limit} JSON values: object keys and array elements.`;
  return new Failure('invalid_request', message, { errors: { body: [message] }, cause });
}

const invalid = (message: string) => new Failure('invalid_request', message, { errors: { body: [message] } });
