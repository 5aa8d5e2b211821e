/** Runs in each thread of a fill pool: fills one job after another. */
import { type MessagePort, parentPort, resourceLimits } from 'node:worker_threads';
import type { JsonObject } from '../../contract/json.ts';
import { DataText, type TemplateData } from '../data-text.ts';
import { unpackData } from '../twig/index.ts';
import { serializeError } from '../workers/serialize-error.ts';
import { cachedFill } from './cached.ts';
import type { FillMessage } from './fill-message.ts';
import type { FillResult } from './fill-thread.ts';

const port = parentPort as MessagePort;
const { maxOldGenerationSizeMb = 512 } = resourceLimits;
// A small part of the heap, so that the cache does not displace the memory of the running job.
const fill = cachedFill({ count: 1_000, size: (maxOldGenerationSizeMb / 16) * 1_000_000 });

function answer(order: FillMessage): FillResult {
  try {
    return { filled: fill({ ...order.job, data: dataOf(order) }) };
  } catch (error) {
    return { error: serializeError(error) };
  }
}

function dataOf({ job, packed, dataText }: FillMessage): TemplateData {
  if (dataText !== undefined) return new DataText(dataText);
  return packed ? (unpackData(job.data) as JsonObject) : job.data;
}

port.on('message', (order: FillMessage) => port.postMessage(answer(order)));
port.postMessage('ready');
