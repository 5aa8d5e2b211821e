/** Runs in a thread that checks data. It caches the schemas that it has read. */
import type { FieldErrors } from '#contract/api/field-errors';
import type { JsonObject } from '#contract/json';
import { LRUMap } from '#runtime/lru-cache';
import { serveTasks } from '#runtime/serve-tasks';
import { type DataSchema, readDataSchema } from '#template/data/data-schema';
import { memoryTree } from '#template/load/memory-tree';

export interface DataCheckTask {
  /** Identifies the schema. A thread that does not have it asks for it. */
  readonly key: string;
  /** JSON text, which crosses several times faster than objects. */
  readonly data: string;
}

export interface CheckedData {
  /** Empty if the data is valid. */
  readonly errors: FieldErrors;
  readonly more: number;
}

/** Bytes of schema text to cache; parsed schemas are several times larger. */
const capacity = 8 * 1024 * 1024;

const schemas = new LRUMap<string, DataSchema>(capacity);

serveTasks<DataCheckTask, CheckedData, 'schema', Uint8Array>(async ({ key, data }, ask) => {
  const schema = schemas.get(key) ?? (await read(key, await ask('schema')));
  if (!schema) throw new Error('The schema file is missing.');
  const { errors, more } = schema.faults(JSON.parse(data) as JsonObject);
  return { errors, more };
});

async function read(key: string, bytes: Uint8Array): Promise<DataSchema | undefined> {
  const schema = await readDataSchema(memoryTree(new Map([['schema.json', bytes]])));
  if (schema) schemas.set(key, schema, bytes.length);
  return schema;
}
