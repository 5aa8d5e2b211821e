/** Schemas of zod as the JSON Schemas of an OpenAPI document. */
import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schema as JSON Schema; those that have a name (`meta({ id })`) move to the components. */
export function jsonSchemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, JsonSchema>,
): JsonSchema {
  const { $schema, $defs, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  for (const [name, definition] of Object.entries($defs ?? {})) components[name] = clean(definition);
  const cleaned = clean(own);
  const { id } = schema.meta() ?? {};
  if (typeof id !== 'string') return cleaned;
  // One that is named within itself or by another is among the definitions, and what is left is a reference.
  if (!('$ref' in own)) components[id] = cleaned;
  return { $ref: `#/components/schemas/${id}` };
}

/**
 * References point into the components, and the names that zod leaves as `id` are no JSON Schema addresses. Objects
 * that may have further properties say nothing about them: with `additionalProperties: {}`, which means the same,
 * generators give a type an index signature, and TypeScript cannot tell the members of a union apart by their fields.
 */
function clean(schema: object): JsonSchema {
  const text = JSON.stringify(schema, (key, value) => {
    if (key === 'id' && typeof value === 'string') return undefined;
    if (key === 'additionalProperties' && isEmptyObject(value)) return undefined;
    // All names of JSON are strings.
    if (key === 'propertyNames' && value.type === 'string' && Object.keys(value).length === 1)
      return undefined;
    // What every integer of JSON is bounded by needs no words.
    if (/^(?:min|max)imum$/.test(key) && Math.abs(value) === Number.MAX_SAFE_INTEGER) return undefined;
    return value;
  });
  return JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'));
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
