/** Reads the JSON Schema of the data by paths, as far as an editor needs it. It may come from anyone, and be anything. */
import type { Json } from '#contract/json';
import { type DataSchemaJson, schemaOfData } from '#template/schema/data-schema-json';

/** `[]` is any item of a list; other steps are names of properties. */
export type DataPath = readonly string[];

/** The most references that lead to one schema. */
const maxReferences = 20;
/** The most schemas within each other, and of all. Data that is typed by hand has fewer. */
const maxDepth = 20;
const maxNodes = 5_000;

type Loose = DataSchemaJson & { readonly $ref?: unknown; readonly enum?: unknown; readonly const?: unknown };

/** Joins what several schemas say about the same data. The first one that has a type decides on it. */
export function joinSchemas(schemas: readonly (DataSchemaJson | undefined)[]): DataSchemaJson {
  const all = schemas.filter((each) => isObject(each)) as Loose[];
  const names = [...new Set(all.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  const properties = names.map((name): [string, DataSchemaJson] => [
    name,
    joinSchemas(all.map((each) => own(each.properties, name))),
  ]);
  const items = all.map((each) => each.items).filter((each) => isObject(each));
  const described = all.find(({ description }) => typeof description === 'string');
  const typed = all.find(({ type }) => type !== undefined);
  const valued = all.find((each) => Array.isArray(each.enum) || Array.isArray(each.examples)) as
    | (Loose & { enum?: readonly (string | number)[] })
    | undefined;
  const examples = valued?.enum ?? valued?.examples;
  return {
    ...(typed?.type !== undefined && { type: typed.type }),
    ...(typed?.format !== undefined && { format: typed.format }),
    ...(described?.description !== undefined && { description: described.description }),
    ...(names.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(items.length > 0 && { items: joinSchemas(items) }),
    ...(examples && { examples }),
  };
}

/**
 * Replaces references within the schema itself, such as `#/$defs/address`. Where they go in circles, it ends: a schema of
 * persons with twelve relatives each, who are persons, would have no end.
 */
export function withoutReferences(schema: unknown): DataSchemaJson | undefined {
  const root = follow(schema, schema);
  if (!root) return undefined;
  const result: Record<string, unknown> = {};
  const waiting = [{ node: root, copy: result, depth: 0 }];
  const add = (child: unknown, depth: number) => {
    const node = follow(schema, child);
    const copy: Record<string, unknown> = {};
    if (node && depth <= maxDepth && waiting.length < maxNodes) waiting.push({ node, copy, depth });
    return copy;
  };
  // By depth, so that what is left out is what is read with the longest path. The list grows meanwhile.
  for (const { node, copy, depth } of waiting) {
    const { properties, items, ...rest } = node;
    Object.assign(copy, rest);
    if (isObject(properties)) {
      const entries = Object.entries(properties).map(([name, each]) => [name, add(each, depth + 1)] as const);
      copy.properties = Object.fromEntries(entries);
    }
    if (isObject(items)) copy.items = add(items, depth + 1);
  }
  return result;
}

/** Returns a schema, or the one that it refers to. */
function follow(schema: unknown, from: unknown): Record<string, unknown> | undefined {
  let node = from;
  for (let count = 0; count < maxReferences; count++) {
    if (!isObject(node)) return undefined;
    if (typeof node.$ref !== 'string') return node;
    node = targetOf(schema, node.$ref);
  }
  return undefined;
}

function targetOf(schema: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  let node: unknown = schema;
  for (const step of reference.slice(1).split('/').filter(Boolean)) {
    node = isObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
  }
  return node;
}

/** Returns the part of a schema whose names are among the words. */
export function namedSchema(
  schema: DataSchemaJson | undefined,
  words: ReadonlySet<string>,
): DataSchemaJson | undefined {
  if (!isObject(schema)) return undefined;
  const { properties, items, ...rest } = schema as Loose;
  const named = Object.entries(properties ?? {}).filter(([name]) =>
    wordsOf(name).every((word) => words.has(word)),
  );
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        named.map(([name, each]) => [name, namedSchema(each as DataSchemaJson, words) ?? {}]),
      ),
    }),
    ...(items && { items: namedSchema(items, words) ?? {} }),
  };
}

/** The words of a text or of a name, which may be any text in quotes. */
export const wordsOf = (text: string): readonly string[] => text.match(/[\w\u0080-\uffff]+/g) ?? [];

/** Undefined if the text is not JSON. */
export function schemaOfText(text: string | undefined): DataSchemaJson | undefined {
  if (text === undefined) return undefined;
  try {
    return schemaOfData(JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** Returns the part of the schema that describes a path. Undefined if the schema does not know the path. */
export function schemaAt(schema: DataSchemaJson | undefined, path: DataPath): DataSchemaJson | undefined {
  let node = schema;
  for (const step of path) {
    if (!node) return undefined;
    if (step === '[]') {
      // The values of an object are read one after the other as well.
      node = node.items ?? node.additionalProperties ?? Object.values(node.properties ?? {})[0];
    } else {
      node = own(node.properties, step);
    }
  }
  return isObject(node) ? (node as DataSchemaJson) : undefined;
}

/** One or two words for people: `text`, `number`, `list of objects`. */
export function describeType(schema: DataSchemaJson | undefined): string {
  const types = (typeof schema?.type === 'string' ? [schema.type] : [...(schema?.type ?? [])]).filter(
    (each) => each !== 'null',
  );
  if (types.length === 0) return schema?.properties ? 'object' : schema?.items ? 'list' : '';
  if (types.includes('array')) {
    const items = describeType(schema?.items);
    return items === '' ? 'list' : `list of ${items}${/s$|of/.test(items) ? '' : 's'}`;
  }
  if (schema?.format === 'date' || schema?.format === 'date-time') return 'date';
  return types.map((each) => shownTypes[each] ?? each).join(' or ');
}

const shownTypes: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'number',
  boolean: 'true or false',
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (
  properties: Readonly<Record<string, DataSchemaJson>> | undefined,
  name: string,
): DataSchemaJson | undefined =>
  isObject(properties) && Object.hasOwn(properties, name) ? (properties[name] as DataSchemaJson) : undefined;
