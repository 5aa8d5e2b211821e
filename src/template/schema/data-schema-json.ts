/** Writes the JSON Schema of sample data. */
import type { Json } from '#contract/json';

/** A JSON Schema, as far as pdfapi writes them. */
export interface DataSchemaJson {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, DataSchemaJson>>;
  readonly required?: readonly string[];
  readonly items?: DataSchemaJson;
  readonly additionalProperties?: DataSchemaJson;
  readonly examples?: readonly (string | number)[];
}

export const dialect = 'https://json-schema.org/draft/2020-12/schema';

/**
 * The items of a list have the properties that any of them has, and require those that all of them have.
 *
 * @example schemaOfData({ total: 12.5 }) // { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] }
 */
export function schemaOfData(data: Json | undefined): DataSchemaJson {
  if (data === undefined) return {};
  if (Array.isArray(data)) {
    const items = data
      .map(schemaOfData)
      .reduce<DataSchemaJson | undefined>((all, each) => (all ? unite(all, each) : each), undefined);
    return { type: 'array', items: items ?? {} };
  }
  if (typeof data !== 'object' || data === null) return scalarOfSample(data);
  const properties = Object.entries(data).map(([name, value]) => [name, schemaOfData(value)] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(properties.length > 0 && { required: properties.map(([name]) => name) }),
  };
}

/** The schema that allows what either allows. */
function unite(one: DataSchemaJson, other: DataSchemaJson): DataSchemaJson {
  const types = [...new Set([...typesOf(one), ...typesOf(other)])];
  const type = types.length === 1 ? types[0] : types;
  const names = [...new Set([...Object.keys(one.properties ?? {}), ...Object.keys(other.properties ?? {})])];
  const properties = names.map((name) => {
    const [a, b] = [one, other].map((each) => own(each.properties, name));
    return [name, a && b ? unite(a, b) : (a ?? b ?? {})] as const;
  });
  const required = (one.required ?? []).filter((name) => other.required?.includes(name));
  const items = one.items && other.items ? unite(one.items, other.items) : (one.items ?? other.items);
  return {
    ...(type !== undefined && types.length > 0 && { type }),
    ...(one.format !== undefined && one.format === other.format && { format: one.format }),
    ...(names.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...(items && { items }),
  };
}

const own = (properties: DataSchemaJson['properties'], name: string): DataSchemaJson | undefined =>
  properties && Object.hasOwn(properties, name) ? properties[name] : undefined;

const typesOf = ({ type }: DataSchemaJson): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

/** Also allows null if the sample is null. */
export function withNull(schema: DataSchemaJson, sample: Json | undefined): DataSchemaJson {
  const types = typesOf(schema);
  return sample === null && types.length > 0 ? { ...schema, type: [...types, 'null'] } : schema;
}

export function scalarOfSample(value: string | number | boolean | null): DataSchemaJson {
  if (value === null) return { type: 'null' };
  if (typeof value !== 'string') return { type: typeof value };
  const format = formats.find(([, pattern]) => pattern.test(value))?.[0];
  return { type: 'string', ...(format && { format }) };
}

/** Formats that a single value shows without doubt. */
const formats: readonly (readonly [string, RegExp])[] = [
  ['date', /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/],
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/],
  ['email', /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/],
  ['uri', /^https?:\/\/[^\s/]+(?:\/\S*)?$/],
];
