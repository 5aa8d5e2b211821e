/** Makes sample data from a JSON Schema. */
import { dereference, type Schema } from '@cfworker/json-schema';
import { Failure } from '#contract/errors';
import type { Json } from '#contract/json';
import { labelFor, singularOf } from './label.ts';
import { textOfPattern } from './text-of-pattern.ts';

/** Below this depth, only what is required is filled, so that a schema that refers to itself ends. */
const maxDepth = 8;
/** The most items of a list, characters of a text and values of a sample. */
const maxItems = 1_000;
const maxLength = 10_000;
const maxValues = 20_000;

interface Filling {
  /** Address → schema. */
  readonly known: Readonly<Record<string, Schema | boolean>>;
  values: number;
}

/**
 * Fills every property, also those that are not required. A value is, in this order: `const`, the first of `examples`,
 * `default`, the first of `enum`, or made from the type, format, pattern and bounds.
 *
 * Throws `invalid_template` if the sample would have more than 20,000 values or the schema requires data that refers to
 * itself endlessly. What a schema forbids in other ways (`not`, `if`) shows when the sample is checked against it.
 *
 * @example sampleOfSchema({ properties: { unit_price: { type: 'number', minimum: 1 } } }) // { unit_price: 1 }
 */
export function sampleOfSchema(schema: Schema): Json {
  return sampleOf(schema, 'value', 0, { known: dereference(schema), values: 0 });
}

function sampleOf(given: Schema | boolean | undefined, name: string, depth: number, filling: Filling): Json {
  filling.values += 1;
  if (filling.values > maxValues || depth > 4 * maxDepth) {
    throw new Failure(
      'invalid_template',
      'No sample can be made from this schema: it would be endless or too large.',
      {
        hint: 'Is a property required that refers to a schema around it?',
      },
    );
  }
  const schema = resolve(given, filling.known);
  if ('const' in schema) return schema.const as Json;
  const [example = schema.default ?? schema.enum?.[0]] = Array.isArray(schema.examples)
    ? schema.examples
    : [];
  if (example !== undefined) return example as Json;
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(schema, depth, filling);
    case 'array':
      return listOf(schema, name, depth, filling);
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textOf(schema, name);
  }
}

/** Follows references, joins `allOf`, and takes the first of `oneOf` and `anyOf`. */
function resolve(given: Schema | boolean | undefined, known: Filling['known'], followed = 0): Schema {
  if (typeof given !== 'object' || followed > 50) return {};
  let schema: Schema = given;
  const address = schema.__absolute_ref__ ?? schema.__absolute_uri__;
  if (schema.$ref !== undefined && address !== undefined) {
    const { $ref: _, __absolute_ref__: __, ...rest } = schema;
    schema = joinSchemas(resolve(known[address], known, followed + 1), rest);
  }
  const choice = schema.oneOf?.[0] ?? schema.anyOf?.[0];
  const { allOf = [], oneOf: _, anyOf: __, ...own } = schema;
  return [...allOf, ...(choice === undefined ? [] : [choice]), ...withoutOthers(schema)]
    .map((part) => resolve(part, known, followed + 1))
    .reduce<Schema>(joinSchemas, own);
}

/** With the first of `oneOf`, there is nothing that only the others require. */
function withoutOthers({ oneOf = [] }: Schema): Schema[] {
  const required = (each: Schema | boolean | undefined) =>
    typeof each === 'object' && Array.isArray(each.required) ? each.required : [];
  const [first, ...others] = oneOf;
  const names = others.flatMap(required).filter((name) => !required(first).includes(name));
  return names.length === 0 ? [] : [{ properties: Object.fromEntries(names.map((name) => [name, false])) }];
}

function joinSchemas(one: Schema, other: Schema): Schema {
  const required = [...new Set([...(one.required ?? []), ...(other.required ?? [])])];
  return {
    ...one,
    ...other,
    ...((one.properties || other.properties) && { properties: { ...one.properties, ...other.properties } }),
    ...(required.length > 0 && { required }),
  };
}

function typeOf(schema: Schema): string {
  const types = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  const stated = types.find((type) => type !== 'null') ?? types[0];
  if (stated !== undefined) return stated;
  if (schema.properties || schema.required) return 'object';
  if (schema.items || schema.prefixItems) return 'array';
  const isNumeric =
    schema.minimum !== undefined || schema.maximum !== undefined || schema.multipleOf !== undefined;
  return isNumeric ? 'number' : 'string';
}

function objectOf(schema: Schema, depth: number, filling: Filling): Json {
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([name, each]) => each !== false && (depth < maxDepth || required.has(name)),
  );
  for (const name of required) {
    if (!properties.some(([known]) => known === name)) properties.push([name, {}]);
  }
  const entries = properties.map(([name, each]) => [name, sampleOf(each, name, depth + 1, filling)] as const);
  return Object.fromEntries(entries);
}

function listOf(schema: Schema, name: string, depth: number, filling: Filling): Json {
  const fixed = (schema.prefixItems ?? []).map((each) => sampleOf(each, name, depth + 1, filling));
  const { items, minItems = 0, maxItems: most = maxItems } = schema;
  const wanted = items === undefined || items === false || depth >= maxDepth ? 0 : schema.uniqueItems ? 1 : 2;
  const length = Math.min(most, maxItems, Math.max(minItems, fixed.length + wanted));
  const one = Array.isArray(items) ? items[0] : items;
  const rest = Array.from({ length: Math.max(0, length - fixed.length) }, (_, index) =>
    differing(sampleOf(one ?? {}, singularOf(name), depth + 1, filling), index, schema.uniqueItems === true),
  );
  return [...fixed, ...rest].slice(0, Math.max(length, fixed.length));
}

/** Makes simple values of a list different from each other. */
function differing(value: Json, index: number, isNeeded: boolean): Json {
  if (!isNeeded || index === 0) return value;
  if (typeof value === 'number') return value + index;
  return typeof value === 'string' ? `${value} ${index + 1}` : value;
}

function numberOf(schema: Schema): number {
  const { minimum, maximum, multipleOf } = schema;
  const above = typeof schema.exclusiveMinimum === 'number' ? schema.exclusiveMinimum : undefined;
  const below = typeof schema.exclusiveMaximum === 'number' ? schema.exclusiveMaximum : undefined;
  const isWhole = typeOf(schema) === 'integer';
  const step = multipleOf ?? (isWhole ? 1 : undefined);
  const low = minimum ?? above;
  const high = maximum ?? below;
  let value = low ?? (high === undefined || high >= 1 ? 1 : high);
  if (step !== undefined) value = Math.ceil(value / step) * step;
  if (value === above) value += step ?? (high === undefined ? 1 : (high - value) / 2);
  if (value === below) value -= step ?? 1;
  return Number(value.toPrecision(15));
}

function textOf(schema: Schema, name: string): string {
  const formatted = schema.format === undefined ? undefined : formats[schema.format];
  const text = formatted ?? (schema.pattern === undefined ? labelFor(name) : textOfPattern(schema.pattern));
  const { minLength = 0, maxLength: most = maxLength } = schema;
  if (formatted !== undefined || schema.pattern !== undefined) return text;
  return text.padEnd(Math.min(minLength, maxLength), ' x').slice(0, most);
}

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T09:30:00Z',
  time: '09:30:00Z',
  duration: 'P30D',
  email: 'ada@example.com',
  'idn-email': 'ada@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  'uri-reference': '/document',
  iri: 'https://example.com/',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  'json-pointer': '/value',
  regex: '.*',
};
