/** Converts zod schemas to the JSON Schemas of an OpenAPI document. */
import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the schema as JSON Schema. Schemas with a name (`meta({ id })`) move to `components` and are referenced. */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, JsonSchema>,
): JsonSchema {
  const { $schema, $defs, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  for (const [name, definition] of Object.entries($defs ?? {})) components[name] = clean(definition);
  const cleaned = clean(own);
  const { id } = schema.meta() ?? {};
  if (typeof id !== 'string') return cleaned;
  // A named schema that is recursive or used by another one is already among the definitions; only a reference remains
  // here.
  if (!('$ref' in own)) components[id] = cleaned;
  return { $ref: `#/components/schemas/${id}` };
}

/**
 * Points references at the components and removes the `id` that zod leaves, which is not a valid JSON Schema address.
 * Also removes `additionalProperties: {}` from objects that allow further properties: it means the same as its absence,
 * but generators turn it into an index signature, and TypeScript can then no longer narrow a union by its fields. Integers of more than
 * 32 bits get their format, without which a generated client in Go does not compile.
 */
export function clean(schema: object): JsonSchema {
  const text = JSON.stringify(schema, (key, value) => {
    if (key === 'id' && typeof value === 'string') return undefined;
    if (key === 'additionalProperties' && isEmptyObject(value)) return undefined;
    // All names in JSON are strings.
    if (key === 'propertyNames' && value.type === 'string' && Object.keys(value).length === 1)
      return undefined;
    // Generators for Python and PHP make a list of texts of a constant that is true or false, and refuse every response.
    if (key === 'const' && typeof value === 'boolean') return undefined;
    // Omits the bound that every JSON integer has anyway.
    if (/^(?:min|max)imum$/.test(key) && Math.abs(value) === Number.MAX_SAFE_INTEGER) return undefined;
    return isLong(value) ? { ...value, format: 'int64' } : value;
  });
  return JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'));
}

const isLong = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  'maximum' in value &&
  Number(value.maximum) > 2 ** 31 - 1 &&
  value.maximum !== Number.MAX_SAFE_INTEGER;

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
