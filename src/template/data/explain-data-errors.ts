/** Explains JSON Schema errors in words: the faulty value and the valid one. */
import type { OutputUnit, Schema } from '@cfworker/json-schema';
import type { FieldErrors } from '#contract/api/field-errors';
import { didYouMean } from '#contract/did-you-mean';
import type { JsonObject } from '#contract/json';

/** Empty if the validator has found nothing. */
export function explainDataErrors(
  units: readonly OutputUnit[],
  schema: Schema,
  data: JsonObject,
): FieldErrors {
  const errors = emptyErrors();
  for (const unit of units) {
    const message = explain(unit, schema, data);
    if (message) add(errors, message.field, message.text);
  }
  // If only containers report an error (`"x": false`), their own message is better than none.
  const isSilent = Object.keys(errors).length === 0;
  for (const unit of isSilent ? units : []) add(errors, fieldOf(pointer(unit.instanceLocation)), unit.error);
  return errors;
}

/** Without a prototype, because data may have a key `__proto__`. */
const emptyErrors = (): FieldErrors => Object.create(null);

function add(errors: FieldErrors, field: string, message: string): void {
  const messages = errors[field] ?? [];
  if (!messages.includes(message)) errors[field] = [...messages, message];
}

const fieldOf = (path: readonly string[]): string => path.join('.') || '(data)';

/** Keywords that only report a failing subschema, which has its own error unit. */
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

/** RFC 3339, which people write in other ways. */
const forms: Readonly<Record<string, string>> = {
  date: ' such as 2026-11-30',
  time: ' such as 14:30:00Z',
  'date-time': ' such as 2026-11-30T14:30:00Z',
};

/**
 * Explains an error of the validator. The valid value is read from the schema at the keyword's position. A text
 * `errorMessage` beside the keyword takes the place of the explanation, as in the ajv-errors of other validators.
 */
function explain(unit: OutputUnit, schema: Schema, data: JsonObject) {
  if (containers.has(unit.keyword)) return undefined;
  const path = pointer(unit.instanceLocation);
  const field = fieldOf(path);
  const wanted = valueAt(schema, pointer(unit.keywordLocation));
  const found = valueAt(data, path);
  const above = pointer(unit.keywordLocation).slice(0, -1);
  const own = valueAt(schema, [...above, 'errorMessage']);
  const report = (text: string, at = field) => ({ field: at, text: typeof own === 'string' ? own : text });
  switch (unit.keyword) {
    case 'type': {
      const types = [wanted].flat().map((type) => kinds[String(type)] ?? String(type));
      return report(`must be ${types.join(' or ')}, not ${describe(found)}`);
    }
    case 'anyOf':
    case 'oneOf': {
      const names = alternatives(wanted);
      if (!names) return report(unit.error);
      return report(`needs ${unit.keyword === 'oneOf' ? 'either ' : ''}${names.join(' or ')}`);
    }
    case 'required': {
      if (isAlternative(schema, unit)) return undefined;
      const name = /"(.*)"/s.exec(unit.error)?.[1] ?? '';
      return report('is missing', [...path, name].join('.'));
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      // A schema for the remaining items reports its own errors.
      if (wanted !== false) return undefined;
      const name = /"(.*)"/s.exec(unit.error)?.[1] ?? '';
      const known = Object.keys(Object(valueAt(schema, [...above, 'properties'])));
      return report(`is unknown.${didYouMean(name, known)}`, [...path, name].join('.'));
    }
    // `additionalProperties: false` reports each rejected property a second time this way.
    case 'false':
      return undefined;
    case 'enum':
      return report(
        `must be one of: ${[wanted]
          .flat()
          .map((value) => JSON.stringify(value))
          .join(', ')}`,
      );
    case 'const':
      return report(`must be ${JSON.stringify(wanted)}`);
    case 'pattern':
      return report(`must match ${String(wanted)}${example(schema, unit)}, but ${describe(found)} does not`);
    case 'format':
      return report(
        `must be a valid ${String(wanted)}${forms[String(wanted)] ?? ''}, but ${describe(found)} is not`,
      );
    case 'minimum':
      return report(`must be at least ${wanted}, not ${describe(found)}`);
    case 'maximum':
      return report(`must be at most ${wanted}, not ${describe(found)}`);
    case 'exclusiveMinimum':
      return report(`must be more than ${wanted}, not ${describe(found)}`);
    case 'exclusiveMaximum':
      return report(`must be less than ${wanted}, not ${describe(found)}`);
    case 'minLength':
      return report(`must have at least ${wanted} characters`);
    case 'maxLength':
      return report(`must have at most ${wanted} characters`);
    case 'minItems':
      return report(`must have at least ${wanted} items`);
    case 'maxItems':
      return report(`must have at most ${wanted} items`);
    default:
      return report(unit.error);
  }
}

/** The names of `anyOf` or `oneOf` if each of its schemas only requires fields, of which one is enough. */
function alternatives(schemas: unknown): readonly string[] | undefined {
  if (!Array.isArray(schemas)) return undefined;
  const names = schemas.map((each: unknown) => {
    const { required, ...rest }: Schema = Object(each);
    return Array.isArray(required) && Object.keys(rest).every((key) => key.startsWith('__'))
      ? required.join(' and ')
      : undefined;
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** Whether a field is missing that is one of several which are named together. */
function isAlternative(schema: Schema, { keywordLocation }: OutputUnit): boolean {
  const steps = pointer(keywordLocation).slice(0, -2);
  return (
    ['anyOf', 'oneOf'].includes(steps.at(-1) ?? '') && alternatives(valueAt(schema, steps)) !== undefined
  );
}

/** The first of the schema's own examples, which is easier to read than a pattern. */
function example(schema: Schema, { keywordLocation }: OutputUnit): string {
  const examples = valueAt(schema, [...pointer(keywordLocation).slice(0, -1), 'examples']);
  return Array.isArray(examples) && examples.length > 0 ? `, such as ${describe(examples[0])}` : '';
}

function pointer(location: string): string[] {
  return location
    .replace(/^#?\/?/, '')
    .split('/')
    .filter((step) => step !== '')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a path of own keys. Follows a `$ref` on the way within the schema. */
function valueAt(root: unknown, path: readonly string[]): unknown {
  let current = root;
  for (const step of path) {
    if (step === '$ref') {
      const target = (current as Schema).$ref ?? '';
      current = target.startsWith('#') ? valueAt(root, pointer(target)) : undefined;
    } else
      current = Object.hasOwn(Object(current), step) ? (current as Record<string, unknown>)[step] : undefined;
  }
  return current;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
