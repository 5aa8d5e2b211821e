/** `schema.json`: data is checked against it before anything is rendered, and refused with what would be right. */
import { join } from 'node:path';
import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import { Failure } from '../../contract/errors.ts';
import type { FieldErrors } from '../../contract/field-errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import { didYouMean } from '../../contract/nearest.ts';
import { parseJsonFile } from './parse-json-file.ts';
import { readTextIfThere } from './read-text.ts';

/** Throws `invalid_data` naming each path, or `invalid_template` where the schema itself is wrong. */
export async function validateData(folder: string, data: JsonObject): Promise<void> {
  const file = join(folder, 'schema.json');
  const text = await readTextIfThere(file);
  if (text === undefined) return;
  const errors = dataErrors(readSchema(file, text), data, file);
  const count = Object.keys(errors).length;
  if (count === 0) return;
  throw new Failure(
    'invalid_data',
    `The data does not fit ${file}: ${count} ${count === 1 ? 'value is' : 'values are'} not right.`,
    { errors, hint: 'Correct the data, or the schema.' },
  );
}

function readSchema(file: string, text: string): Schema {
  const schema = parseJsonFile('invalid_template', file, text);
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema as Schema;
  throw new Failure('invalid_template', `${file} must hold a JSON Schema, which is a JSON object.`);
}

function dataErrors(schema: Schema, data: JsonObject, file: string): FieldErrors {
  let units: OutputUnit[];
  try {
    units = new Validator(schema, draftOf(schema), false).validate(data).errors;
  } catch (error) {
    throw new Failure(
      'invalid_template',
      `${file} is not a usable JSON Schema: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
  const errors = emptyErrors();
  for (const unit of units) {
    const message = explain(unit, schema, data);
    if (message) add(errors, message.field, message.text);
  }
  // Where only containers complain (`"x": false`), their own words are better than none.
  const isSilent = Object.keys(errors).length === 0;
  for (const unit of isSilent ? units : []) add(errors, fieldOf(pointer(unit.instanceLocation)), unit.error);
  return errors;
}

/** Without a prototype: data may have a key `__proto__`. */
const emptyErrors = (): FieldErrors => Object.create(null);

function add(errors: FieldErrors, field: string, message: string): void {
  const messages = errors[field] ?? [];
  if (!messages.includes(message)) errors[field] = [...messages, message];
}

const fieldOf = (path: readonly string[]): string => path.join('.') || '(data)';

function draftOf(schema: Schema): SchemaDraft {
  const uri = schema.$schema ?? '';
  if (uri.includes('draft-04')) return '4';
  if (/draft-0[67]/.test(uri)) return '7';
  return uri.includes('2019-09') ? '2019-09' : '2020-12';
}

/** Says that some schema below was not met; what was not met is a unit of its own. */
const containers = new Set('properties items prefixItems allOf $ref $recursiveRef if then else'.split(' '));

const kinds: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

/** The validator's finding in words. What would be right is read from the schema, at the keyword's own place. */
function explain(unit: OutputUnit, schema: Schema, data: JsonObject) {
  if (containers.has(unit.keyword)) return undefined;
  const path = pointer(unit.instanceLocation);
  const field = fieldOf(path);
  const wanted = valueAt(schema, pointer(unit.keywordLocation));
  const found = valueAt(data, path);
  const say = (text: string, at = field) => ({ field: at, text });
  switch (unit.keyword) {
    case 'type': {
      const types = [wanted].flat().map((type) => kinds[String(type)] ?? String(type));
      return say(`must be ${types.join(' or ')}, not ${describe(found)}`);
    }
    case 'required': {
      const name = /"(.*)"/s.exec(unit.error)?.[1] ?? '';
      return say('is missing', [...path, name].join('.'));
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      // A schema for the rest reports by itself.
      if (wanted !== false) return undefined;
      const name = /"(.*)"/s.exec(unit.error)?.[1] ?? '';
      const known = Object.keys(
        Object(valueAt(schema, [...pointer(unit.keywordLocation).slice(0, -1), 'properties'])),
      );
      return say(`is unknown.${didYouMean(name, known)}`, [...path, name].join('.'));
    }
    // With `additionalProperties: false` each refused property is reported a second time so.
    case 'false':
      return undefined;
    case 'enum':
      return say(
        `must be one of: ${[wanted]
          .flat()
          .map((value) => JSON.stringify(value))
          .join(', ')}`,
      );
    case 'const':
      return say(`must be ${JSON.stringify(wanted)}`);
    case 'pattern':
      return say(`must match ${String(wanted)}, and ${describe(found)} does not`);
    case 'format':
      return say(`must be a valid ${String(wanted)}, and ${describe(found)} is not`);
    case 'minimum':
      return say(`must be at least ${wanted}, not ${describe(found)}`);
    case 'maximum':
      return say(`must be at most ${wanted}, not ${describe(found)}`);
    case 'minLength':
      return say(`must have at least ${wanted} characters`);
    case 'maxLength':
      return say(`must have at most ${wanted} characters`);
    case 'minItems':
      return say(`must have at least ${wanted} items`);
    case 'maxItems':
      return say(`must have at most ${wanted} items`);
    default:
      return say(unit.error);
  }
}

function pointer(location: string): string[] {
  return location
    .replace(/^#?\/?/, '')
    .split('/')
    .filter((step) => step !== '')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a path of own keys. A `$ref` on the way is followed within the schema. */
function valueAt(root: unknown, path: readonly string[]): unknown {
  let here = root;
  for (const step of path) {
    if (step === '$ref') {
      const target = (here as Schema).$ref ?? '';
      here = target.startsWith('#') ? valueAt(root, pointer(target)) : undefined;
    } else here = Object.hasOwn(Object(here), step) ? (here as Record<string, unknown>)[step] : undefined;
  }
  return here;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
