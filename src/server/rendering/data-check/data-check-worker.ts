/** Runs in a thread that checks data. It caches the schemas that it has read and handles one message after another. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { JsonObject } from '../../../contract/json.ts';
import { LRUMap } from '../../../core/lru-cache.ts';
import { type DataSchema, readDataSchema } from '../../../core/template/data/data-schema.ts';
import { memoryTree } from '../../../core/template/load/memory-tree.ts';
import { serializeError } from '../../../core/workers/serialize-error.ts';
import type { DataCheckMessage, DataCheckResult } from './data-check-message.ts';

/** Bytes of schema text to cache; parsed schemas are several times larger. */
const capacity = 8 * 1024 * 1024;

const port = parentPort as MessagePort;
const schemas = new LRUMap<string, DataSchema>(capacity);

port.on('message', async (order: DataCheckMessage) => {
  const answer = await check(order).catch(
    (error): DataCheckResult => ({ kind: 'failed', error: serializeError(error) }),
  );
  port.postMessage(answer);
});
port.postMessage('ready');

async function check({ key, schema: bytes, data }: DataCheckMessage): Promise<DataCheckResult> {
  const schema = bytes ? await read(key, bytes) : schemas.get(key);
  if (!schema) return { kind: 'unknown' };
  const { errors, more } = schema.faults(JSON.parse(data) as JsonObject);
  return { kind: 'checked', errors, more };
}

async function read(key: string, bytes: Uint8Array): Promise<DataSchema | undefined> {
  const schema = await readDataSchema(memoryTree(new Map([['schema.json', bytes]])));
  if (schema) schemas.set(key, schema, bytes.length);
  return schema;
}
