/** The body of a request: JSON, checked against its schema, with the data in the caller's own order of keys. */

import type { z } from 'zod';
import { Failure } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import { maxJsonValues } from '../contract/limits.ts';
import { JsonSyntaxError, parseJson, TooManyJsonValuesError } from '../contract/parse-json.ts';
import { validateRequest } from '../contract/request-errors.ts';
import type { TemplateData } from '../core/data-text.ts';
import { dataAt, parseData } from '../core/twig/index.ts';

export interface RequestBody<Value> {
  /** Data is to be read with `data`: what came in a large body is not here. */
  readonly value: Value;
  /** The data at a path as a template sees it: PHP's order of keys, integers beyond 2⁵³. */
  data(path: readonly (string | number)[]): TemplateData;
  /** The names at the top of it; undefined where they are more than `maxDataNames`. */
  dataNames(path: readonly (string | number)[]): ReadonlySet<string> | undefined;
  /** The same as JSON text, in which such integers may have lost digits. */
  dataJson(path: readonly (string | number)[]): string;
}

/** The JSON of a request: text, or where it is large the bytes that came, which another thread decodes. */
export type SentBody = string | Buffer;

/** Characters, and values, that are read in a few milliseconds. */
export const maxInlineCharacters = 100_000;
export const maxInlineValues = 5_000;

/**
 * A body of a few fields, read in this thread. What may be large is read by `BodyReader`.
 *
 * Throws `invalid_request` with what is wrong, field by field, and `body_too_large`.
 */
export function readRequestBody<Schema extends z.ZodType>(
  schema: Schema,
  sent: SentBody | undefined,
): RequestBody<z.output<Schema>> {
  const text = sent ?? '';
  if (typeof text !== 'string' || text.length > maxInlineCharacters) {
    const most = maxInlineCharacters.toLocaleString('en');
    throw new Failure('body_too_large', `The request body must have at most ${most} characters here.`);
  }
  return inlineBody(parseRequestBody(schema, text, maxInlineValues));
}

/** Without a byte order mark, which is no JSON, and which some programs write. Throws `invalid_request`. */
export function decodeBody(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    // Replaced characters would be printed without a warning.
    throw invalid('The request body is not valid JSON: it is not UTF-8.');
  }
}

export interface ParsedBody<Value> {
  readonly value: Value;
  /** What `JSON.parse` gave. */
  readonly parsed: unknown;
  /** What `parseData` makes of the same text. */
  exact(): unknown;
}

/** Throws `invalid_request`. */
export function parseRequestBody<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  maxValues = maxJsonValues,
): ParsedBody<z.output<Schema>> {
  if (text.trim() === '') {
    throw invalid('The request body is empty. Send a JSON object; {} takes every default.');
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

/** With its data as values. */
export function inlineBody<Value>({ value, parsed, exact }: ParsedBody<Value>): RequestBody<Value> {
  return {
    value,
    data: (path) => (dataAt(exact(), path) ?? {}) as JsonObject,
    dataJson: (path) => JSON.stringify(dataAt(parsed, path) ?? {}),
    dataNames: (path) => namesOf(dataAt(parsed, path)),
  };
}

/** Names at the top of data that are worth looking at. */
const maxDataNames = 1_000;

/** Of data as `JSON.parse` gave it. */
export function namesOf(data: unknown): ReadonlySet<string> | undefined {
  const names = Object.keys(Object(data));
  return names.length > maxDataNames ? undefined : new Set(names);
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
  const most = maxValues.toLocaleString('en');
  const message = `The request body must have at most ${most} JSON values: keys of objects and elements of arrays.`;
  return new Failure('invalid_request', message, { errors: { body: [message] }, cause });
}

const invalid = (message: string) => new Failure('invalid_request', message, { errors: { body: [message] } });
