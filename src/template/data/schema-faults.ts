/**
 * Finds what is wrong with a JSON Schema itself. A validator treats a misspelt type as one that no value has, and would
 * report the data as invalid.
 */
import { dereference, type Schema } from '@cfworker/json-schema';
import { didYouMean } from '#contract/did-you-mean';
import { isJsonObject } from '#contract/json';

export interface SchemaFault {
  /** The keys that lead to the fault. */
  readonly path: readonly string[];
  /** The text after a colon. It may have more than one sentence. */
  readonly message: string;
}

type Node = Readonly<Record<string, unknown>>;

/** Returns the first fault, or undefined. */
export function findSchemaFault(schema: Schema): SchemaFault | undefined {
  const shape = firstFault(schema, [], checkShape);
  if (shape) return shape;
  let known: Readonly<Record<string, unknown>>;
  try {
    known = dereference(schema);
  } catch (error) {
    return {
      path: [],
      message: (error as Error).message.split('\n')[0]?.replace(/\.$/, '') ?? 'it is not one',
    };
  }
  return firstFault(schema, [], (node, path) => checkReference(node, path, known));
}

/** Keywords that hold one schema, a list of schemas, or schemas by name. */
const single =
  'additionalItems unevaluatedItems items contains additionalProperties unevaluatedProperties propertyNames not if then else'.split(
    ' ',
  );
const lists = 'prefixItems items allOf anyOf oneOf'.split(' ');
const maps = '$defs definitions properties patternProperties dependentSchemas'.split(' ');

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

type Check = (node: Node, path: readonly string[]) => SchemaFault | undefined;

/** Visits every subschema, and nothing else that looks like one. */
function firstFault(node: unknown, path: readonly string[], check: Check): SchemaFault | undefined {
  if (!isJsonObject(node)) return undefined;
  const own = check(node, path);
  if (own) return own;
  for (const [key, value] of Object.entries(node)) {
    const below: [string, unknown][] = [];
    if (lists.includes(key) && Array.isArray(value)) {
      below.push(...value.map((each, index): [string, unknown] => [String(index), each]));
    } else if (maps.includes(key) && isJsonObject(value)) below.push(...Object.entries(value));
    for (const [step, schema] of below) {
      const fault = firstFault(schema, [...path, key, step], check);
      if (fault) return fault;
    }
    const fault = single.includes(key) ? firstFault(value, [...path, key], check) : undefined;
    if (fault) return fault;
  }
  return undefined;
}

function checkShape(node: Node, path: readonly string[]): SchemaFault | undefined {
  const fault = (key: string, message: string) => ({ path: [...path, key], message: `"${key}" ${message}` });
  for (const type of [node.type ?? []].flat()) {
    if (typeof type === 'string' && types.includes(type)) continue;
    const found = JSON.stringify(type);
    return fault(
      'type',
      `must be one of ${types.join(', ')}, not ${found}.${didYouMean(String(type), types)}`,
    );
  }
  for (const [key, value] of Object.entries(node)) {
    const isSchema = isJsonObject(value) || typeof value === 'boolean';
    if (lists.includes(key) && Array.isArray(value)) {
      const at = value.findIndex((each) => !isJsonObject(each) && typeof each !== 'boolean');
      if (at >= 0) return fault(key, `must contain only schemas, but number ${at} is not one`);
    } else if (single.includes(key) && !isSchema) return fault(key, 'must be a schema');
    else if (lists.includes(key) && !single.includes(key)) return fault(key, 'must be an array of schemas');
    else if (maps.includes(key)) {
      if (!isJsonObject(value)) return fault(key, 'must be an object of schemas');
      const wrong = Object.entries(value).find(
        ([, each]) => !isJsonObject(each) && typeof each !== 'boolean',
      );
      if (wrong) return { path: [...path, key, wrong[0]], message: `"${wrong[0]}" must be a schema` };
    }
  }
  if (node.required !== undefined && !isTexts(node.required) && typeof node.required !== 'boolean')
    return fault('required', 'must be an array of names');
  if (node.enum !== undefined && !Array.isArray(node.enum))
    return fault('enum', 'must be an array of values');
  const patterns = isJsonObject(node.patternProperties) ? Object.keys(node.patternProperties) : [];
  if (node.pattern !== undefined && typeof node.pattern !== 'string')
    return fault('pattern', 'must be a string with a regular expression');
  if (typeof node.pattern === 'string' && !isPattern(node.pattern))
    return fault('pattern', `must be a regular expression, but ${JSON.stringify(node.pattern)} is not one`);
  const wrong = patterns.find((pattern) => !isPattern(pattern));
  if (wrong !== undefined) {
    return {
      path: [...path, 'patternProperties', wrong],
      message: `${JSON.stringify(wrong)} must be a regular expression`,
    };
  }
  if (node.$ref !== undefined && typeof node.$ref !== 'string') return fault('$ref', 'must be text');
  return undefined;
}

function checkReference(node: Node, path: readonly string[], known: Node): SchemaFault | undefined {
  const { $ref } = node;
  if (typeof $ref !== 'string') return undefined;
  // The validator stores the full URI beside the reference.
  const { __absolute_ref__: address = $ref } = node as Schema;
  if (Object.hasOwn(known, address)) return undefined;
  const places = Object.keys(known)
    .filter((uri) => uri.includes('#/'))
    .map((uri) => uri.slice(uri.indexOf('#')));
  const message = $ref.startsWith('#')
    ? `there is no ${$ref} in it.${didYouMean($ref, places)}`
    : `"$ref" can refer to places in this file only, such as #/$defs/name, but ${$ref} does not`;
  return { path: [...path, '$ref'], message };
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
